//go:build !amd64 || purego

package ladder

// propagate calls propagatePlain, because there is no assembly for this machine.
func (s *state) propagate(most int) (waves int) { return s.propagatePlain(most) }
