//go:generate go -C ../asm run . -out ../ladder/singles_amd64.s singles

package ladder

import "github.com/gridmill/gridmill/solver"

// allWaves exceeds the number of waves for any puzzle, because each wave fills at least one cell.
const allWaves = solver.Cells + 1

// propagatePlain places singles in waves until none is left. Each wave places all current singles
// at once. propagatePlain makes at most the given number of waves, and returns the number made. If
// it finds a contradiction, it returns -1 and leaves the state undefined. It does not find a
// contradiction that the last allowed wave causes.
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
