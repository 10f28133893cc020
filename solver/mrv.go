package solver

import "math/bits"

// mrv solves one puzzle at a time by depth-first search. It keeps the digits
// used in each house as 9-bit masks and always branches on the
// blank with the fewest candidates (minimum remaining values), trying its
// candidates from 1 to 9. It is the reference for every other variant, so it
// stays short.
type mrv struct {
	Config
	used        [27]uint16    // digits that each house uses
	cells       Grid          // clues and what is assumed so far
	blanks      [Cells]uint8  // a permutation; the first n are still blank
	masks       [Cells]uint16 // the candidates of each of these
	open        int32         // assumptions open now
	outOfBudget bool
}

func newMRV(c Config) Solver { return &mrv{Config: c} }

// Solve implements Solver.
func (s *mrv) Solve(puzzles []Grid, results []Result) {
	for i := range puzzles {
		s.solve(&puzzles[i], &results[i])
	}
}

func (s *mrv) solve(puzzle *Grid, r *Result) {
	*r = Result{}
	blanks, verdict := s.load(puzzle)
	if verdict != Unfinished {
		r.Verdict = verdict
		return
	}
	s.open, s.outOfBudget = 0, false
	s.search(blanks, r)
	r.conclude(s.Config, s.outOfBudget)
}

// load sets the masks from the clues and returns the number of blanks. Its
// verdict is Invalid for what is not a puzzle, None where clues contradict each
// other, and otherwise still open: Unfinished.
func (s *mrv) load(puzzle *Grid) (blanks int, verdict Verdict) {
	s.used = [27]uint16{}
	s.cells = *puzzle
	verdict = Unfinished
	for cell, c := range puzzle {
		if c == Blank {
			s.blanks[blanks] = uint8(cell)
			blanks++
			continue
		}
		if c-'1' >= 9 {
			return 0, Invalid
		}
		bit := uint16(1) << (c - '1')
		if s.candidates(uint8(cell))&bit == 0 {
			verdict = None
		}
		s.toggle(uint8(cell), bit)
	}
	return blanks, verdict
}

// candidates returns the digits that no house of cell uses.
func (s *mrv) candidates(cell uint8) uint16 {
	h := &housesOf[cell]
	return allDigits &^ (s.used[h[0]] | s.used[h[1]] | s.used[h[2]])
}

// toggle takes the digit bit into the houses of cell, or out of them again.
func (s *mrv) toggle(cell uint8, bit uint16) {
	for _, h := range housesOf[cell] {
		s.used[h] ^= bit
	}
}

// search fills the first n blanks in every way, until it has found enough
// solutions or spent the budget; it then returns true.
func (s *mrv) search(n int, r *Result) (stop bool) {
	if n == 0 {
		if r.Count == 0 {
			r.Solution = s.cells
		}
		r.Count++
		return r.Count == s.MaxSolutions
	}
	cell, candidates := s.branch(n)
	if candidates == 0 {
		if s.open > 0 {
			r.Backtracks++
		}
		return false
	}
	for candidates != 0 {
		bit := candidates & -candidates
		candidates ^= bit
		isGuess := candidates != 0
		if isGuess && !s.assume(r) {
			return true
		}
		s.toggle(cell, bit)
		s.cells[cell] = '1' + byte(bits.TrailingZeros16(bit))
		if s.search(n-1, r) {
			return true
		}
		s.toggle(cell, bit)
		if isGuess {
			s.open--
		}
	}
	return false
}

// branch moves the blank to fill next behind the first n-1 blanks and returns it
// with its candidates: none where the grid contradicts itself, one where a
// single is left, and otherwise those of the blank that has the fewest. Ties go
// to whichever stands first.
func (s *mrv) branch(n int) (cell uint8, candidates uint16) {
	best, fewest := 0, 10
	for i, cell := range s.blanks[:n] {
		mask := s.candidates(cell)
		s.masks[i] = mask
		if count := bits.OnesCount16(mask); count < fewest {
			best, fewest, candidates = i, count, mask
			if count <= 1 {
				break
			}
		}
	}
	if fewest > 1 {
		if i, mask, found := s.hiddenSingle(n); found {
			best, candidates = i, mask
		}
	}
	cell = s.blanks[best]
	s.blanks[best], s.blanks[n-1] = s.blanks[n-1], cell
	return cell, candidates
}

// hiddenSingle looks for a blank with a candidate that has no other place in one
// of its houses: that digit is then its only candidate. Where a digit has no
// place at all in a house, or a blank must take two, it returns no candidates.
func (s *mrv) hiddenSingle(n int) (blank int, candidates uint16, found bool) {
	var once, twice [27]uint16
	for i, cell := range s.blanks[:n] {
		mask := s.masks[i]
		for _, h := range housesOf[cell] {
			twice[h] |= once[h] & mask
			once[h] |= mask
		}
	}
	for h := range once {
		if s.used[h]|once[h] != allDigits {
			return 0, 0, true
		}
		once[h] &^= twice[h]
	}
	for i, cell := range s.blanks[:n] {
		h := &housesOf[cell]
		if must := s.masks[i] & (once[h[0]] | once[h[1]] | once[h[2]]); must != 0 {
			if must&(must-1) != 0 {
				must = 0
			}
			return i, must, true
		}
	}
	return 0, 0, false
}

// assume counts a guess, or reports that the budget allows none.
func (s *mrv) assume(r *Result) bool {
	if s.MaxGuesses > 0 && r.Guesses == s.MaxGuesses {
		s.outOfBudget = true
		return false
	}
	r.Guesses++
	s.open++
	r.MaxDepth = max(r.MaxDepth, s.open)
	return true
}
