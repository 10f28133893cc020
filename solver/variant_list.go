package solver

// list is like the flags solver, but lists the blanks before it searches.
type list struct {
	flags
	blanks [Cells]uint8
	length int // the number of blanks
}

func newList(c Config) Solver { return oneByOne{&list{flags: flags{search: search{Config: c}}}} }

func (s *list) solve() {
	s.flagClues()
	s.listBlanks()
	s.fill(0)
}

// listBlanks lists the blanks in row-major order.
func (s *list) listBlanks() {
	s.length = 0
	for cell, c := range s.cells {
		if c == Blank {
			s.blanks[s.length] = uint8(cell)
			s.length++
		}
	}
}

// fill fills blanks[i:s.length] in every possible way.
func (s *list) fill(i int) {
	if i == s.length {
		s.found()
		return
	}
	cell := int(s.blanks[i])
	for b := s.branch(s.candidates(cell)); s.next(&b); {
		s.put(cell, b.digit())
		s.fill(i + 1)
		s.erase(cell)
	}
}
