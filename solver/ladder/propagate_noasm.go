//go:build !amd64 || purego

package ladder

// propagate is the fastest way to do what propagatePlain does without assembly.
func (s *state) propagate(most int) (waves int) { return s.propagatePlain(most) }
