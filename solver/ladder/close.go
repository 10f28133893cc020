//go:generate go -C ../asm run . -out ../ladder/singles_amd64.s singles

package ladder

// closePlain places singles in waves until there are none. It returns the number of waves, or
// -1 at a contradiction, which leaves the state in disorder.
func (s *state) closePlain() (waves int) {
	var at Candidates
	for ; ; waves++ {
		switch s.singles(&at) {
		case contradiction:
			return -1
		case stuck:
			return waves
		}
		if !s.placeAll(&at) {
			return -1
		}
	}
}
