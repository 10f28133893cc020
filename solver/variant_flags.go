package solver

// flags implements row-major backtracking with tables of the digits used in each row, column and
// box. Unlike scan, it does not have to search the houses for a digit.
type flags struct {
	search
	rows, cols, boxes [9][9]bool // whether a digit is used, by house and digit
}

func newFlags(c Config) Solver { return oneByOne{&flags{search: search{Config: c}}} }

func (s *flags) solve() {
	s.flagClues()
	s.fill(0)
}

// flagClues clears the tables and records the clues in them.
func (s *flags) flagClues() {
	s.rows, s.cols, s.boxes = [9][9]bool{}, [9][9]bool{}, [9][9]bool{}
	for cell, c := range s.cells {
		if c != Blank {
			s.flag(cell, c, true)
		}
	}
}

// flag records whether a digit is used in the houses of a cell.
func (s *flags) flag(cell int, digit byte, used bool) {
	d := digit - '1'
	s.rows[rowOf[cell]][d] = used
	s.cols[colOf[cell]][d] = used
	s.boxes[boxOf[cell]][d] = used
}

// fill fills the blanks, starting at cell, in every possible way.
func (s *flags) fill(cell int) {
	for cell < Cells && s.cells[cell] != Blank {
		cell++
	}
	if cell == Cells {
		s.found()
		return
	}
	for b := s.branch(s.candidates(cell)); s.next(&b); {
		s.put(cell, b.digit())
		s.fill(cell + 1)
		s.erase(cell)
	}
}

// candidates returns the digits that fit in a blank. The search needs all of these digits at once,
// because it counts a guess only if another digit is left to try.
func (s *flags) candidates(cell int) (mask uint16) {
	row, col, box := &s.rows[rowOf[cell]], &s.cols[colOf[cell]], &s.boxes[boxOf[cell]]
	for d := range 9 {
		if !row[d] && !col[d] && !box[d] {
			mask |= 1 << d
		}
	}
	return mask
}

func (s *flags) put(cell int, digit byte) {
	s.cells[cell] = digit
	s.flag(cell, digit, true)
}

// erase makes cell blank again.
func (s *flags) erase(cell int) {
	s.flag(cell, s.cells[cell], false)
	s.cells[cell] = Blank
}
