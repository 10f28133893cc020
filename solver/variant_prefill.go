package solver

import "math/bits"

// prefill is like list, but sweeps the grid before the search. A sweep fills cells that have one
// candidate, and counts as a pass. Sweeps are repeated until a sweep fills no cell. Sweeps ignore
// contradictions, which the search finds anyway.
type prefill struct{ list }

func newPrefill(c Config) Solver {
	return oneByOne{&prefill{list{flags: flags{search: search{Config: c}}}}}
}

func (s *prefill) solve() {
	s.flagClues()
	for s.sweep() {
	}
	s.listBlanks()
	s.fill(0)
}

// sweep goes through the cells once and fills every blank that has only one candidate. It reports
// whether it filled any blanks.
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
