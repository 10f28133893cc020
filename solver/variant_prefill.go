package solver

import "math/bits"

// prefill is list with a start: it sweeps the grid and fills cells that have one
// candidate until a sweep changes nothing. A sweep is a pass. It does not look
// for contradictions; those are left to list.
type prefill struct{ list }

func newPrefill(c Config) Solver {
	return oneByOne{&prefill{list{flags: flags{search: newSearch(c)}}}}
}

func (s *prefill) solve() {
	s.flagClues()
	for s.sweep() {
	}
	s.listBlanks()
	s.fill(0)
}

// sweep fills every blank that has one candidate when its turn comes, and
// reports whether there was any.
func (s *prefill) sweep() (changed bool) {
	s.Passes++
	for cell := range Cells {
		if s.cells[cell] != Blank {
			continue
		}
		if mask := s.candidates(cell); bits.OnesCount16(mask) == 1 {
			s.put(cell, '1'+byte(bits.TrailingZeros16(mask)))
			changed = true
		}
	}
	return changed
}
