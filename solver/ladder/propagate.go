//go:generate go -C ../asm run . -out ../ladder/singles_amd64.s singles

package ladder

import "github.com/gridmill/gridmill/solver"

// allWaves is more waves than there can be, as each fills a cell.
const allWaves = solver.Cells + 1

// propagatePlain places singles in waves until there are none, or there were most waves. It
// returns the number of waves, or -1 at a contradiction, which leaves the state in disorder. What
// the last wave contradicts is found by the next call.
func (s *state) propagatePlain(most int) (waves int) {
	var placements Candidates
	for ; waves < most; waves++ {
		switch s.singles(&placements) {
		case contradiction:
			return -1
		case stuck:
			return waves
		}
		s.placeAll(&placements)
	}
	return waves
}
