package solver

// rescan is like scan, but always looks for the next blank from the start of the grid.
type rescan struct{ scan }

func newRescan(c Config) Solver { return oneByOne{&rescan{scan{search{Config: c}}}} }

func (s *rescan) solve() { s.fill() }

// fill fills all blanks in every possible way.
func (s *rescan) fill() {
	cell := 0
	for cell < Cells && s.cells[cell] != Blank {
		cell++
	}
	if cell == Cells {
		s.found()
		return
	}
	for b := s.branch(s.candidates(cell)); s.next(&b); {
		s.cells[cell] = b.digit()
		s.fill()
	}
	s.cells[cell] = Blank
}
