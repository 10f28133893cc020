package solver

// scan is textbook backtracking: it goes through the cells in row-major order and tries the digits
// 1 to 9 in each blank. It checks a digit by scanning the row, the column and the box of the cell.
type scan struct{ search }

func newScan(c Config) Solver { return oneByOne{&scan{search{Config: c}}} }

func (s *scan) solve() { s.fill(0) }

// fill fills the blanks, starting at cell, in every possible way.
func (s *scan) fill(cell int) {
	for cell < Cells && s.cells[cell] != Blank {
		cell++
	}
	if cell == Cells {
		s.found()
		return
	}
	for b := s.branch(s.candidates(cell)); s.next(&b); {
		s.cells[cell] = b.digit()
		s.fill(cell + 1)
	}
	s.cells[cell] = Blank
}

// candidates returns the digits that fit in a blank. The search needs all of these digits at once,
// because it counts a guess only if another digit is left to try.
func (s *scan) candidates(cell int) (mask uint16) {
	for digit := range byte(9) {
		if s.fits(cell, '1'+digit) {
			mask |= 1 << digit
		}
	}
	return mask
}

// fits reports whether none of the cell's houses contains the digit.
func (s *scan) fits(cell int, digit byte) bool {
	for _, h := range housesOf[cell] {
		for _, other := range houses[h] {
			if s.cells[other] == digit {
				return false
			}
		}
	}
	return true
}
