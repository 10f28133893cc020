//go:build !amd64 || purego

package ladder

// propagate calls propagatePlain, because this build has no assembly.
func (s *state) propagate(most int) (waves int) { return s.propagatePlain(most) }
