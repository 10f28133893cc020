//go:build !purego

package ladder

import "golang.org/x/sys/cpu"

var hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512DQ

// propagate is like propagatePlain, but uses the fastest code that this processor supports.
func (s *state) propagate(most int) (waves int) {
	if hasAVX512 {
		s.dirty = 0
		return propagateAVX512(s, most)
	}
	return s.propagatePlain(most)
}

//go:noescape
func propagateAVX512(s *state, most int) (waves int)
