package solver

import "math/bits"

// mrv is a depth-first search that keeps the digits used in each house as 9-bit masks. It always
// branches on the blank with the fewest candidates (minimum remaining values) and tries its
// candidates from 1 to 9. Tests check all other variants against mrv, so its code is kept short.
type mrv struct {
	search
	blanks [Cells]uint8
	masks  [Cells]uint16 // candidates of each blank
}

func newMRV(c Config) Solver { return oneByOne{&mrv{search: search{Config: c}}} }

func (s *mrv) solve() {
	n := 0
	// Store the cell even if it is not blank, to avoid an unpredictable branch.
	for cell, c := range &s.cells {
		s.blanks[n] = uint8(cell)
		if c == Blank {
			n++
		}
	}
	s.fill(n)
}

// fill fills blanks[:n] in every possible way.
func (s *mrv) fill(n int) {
	if n == 0 {
		s.found()
		return
	}
	cell, candidates := s.choose(n)
	for b := s.branch(candidates); s.next(&b); {
		s.cells[cell] = b.digit()
		s.toggle(cell, b.bit)
		s.fill(n - 1)
		s.toggle(cell, b.bit)
	}
}

// candidates returns the digits that are not used in any house of the cell.
func (s *mrv) candidates(cell uint8) uint16 {
	h := &housesOf[cell]
	return allDigits &^ (s.used[h[0]] | s.used[h[1]] | s.used[h[2]])
}

// toggle marks a digit as used in the houses of a cell, or removes the mark.
func (s *mrv) toggle(cell uint8, bit uint16) {
	for _, h := range housesOf[cell] {
		s.used[h] ^= bit
	}
}

// choose selects the blank to fill next, moves it to blanks[n-1], and returns it with its
// candidates. It returns no candidates for a contradiction, and one candidate for a single.
// Otherwise, it selects the first blank with the fewest candidates.
func (s *mrv) choose(n int) (cell uint8, candidates uint16) {
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

// hiddenSingle looks for a digit that has only one place in a house. It returns the index of this
// place in s.blanks, and the digit as the only candidate. candidates is empty if a digit has no
// place in a house, or if one blank is the only place for two digits. found is false if there is
// neither a hidden single nor such a contradiction.
//
// Hidden singles reduce the number of guesses for a typical 17-clue puzzle from thousands to a few.
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
