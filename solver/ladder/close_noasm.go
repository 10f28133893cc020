//go:build !amd64 || purego

package ladder

// close is the fastest way to do what closePlain does without assembly.
func (s *state) close() (waves int) { return s.closePlain() }
