package solver

import "math/bits"

// newPrefill returns a solver that works like the list solver, but sweeps the grid before the
// search. A sweep fills cells that have one candidate, and counts as a pass. Sweeps are repeated
// until a sweep fills no cell. Sweeps ignore contradictions, which the search finds anyway.
func newPrefill(c Config) Solver {
	return oneByOne{&list{flags: flags{search: newSearch(c)}, sweeps: true}}
}

// sweep goes through the cells once and fills every blank that has only one candidate. It reports
// whether it filled any blanks.
func (s *list) sweep() (changed bool) {
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
