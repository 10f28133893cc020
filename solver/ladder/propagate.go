//go:generate go -C ../asm run . -out ../ladder/singles_amd64.s singles

package ladder

import "github.com/gridmill/gridmill/solver"

// allWaves exceeds the number of waves of any puzzle, because each wave fills at least one cell.
const allWaves = solver.Cells + 1

// propagatePlain places singles in waves until none is left; most limits the number of waves. It
// returns the number of waves, or -1 if it finds a contradiction. The state is then undefined. If
// the last wave causes a contradiction, only the next call finds it.
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
