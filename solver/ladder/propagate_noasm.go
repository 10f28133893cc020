//go:build !amd64 || purego

package ladder

// propagate does the same as propagatePlain.
func (s *state) propagate(most int) (waves int) { return s.propagatePlain(most) }
