//go:build !purego

package snappy

import (
	"testing"
	"unsafe"
)

// TestLayout holds the tables to the offsets that ../../../solver/asm/snappy.go gives
// to the assembly.
func TestLayout(t *testing.T) {
	var s tables
	for _, f := range []struct {
		name      string
		got, want uintptr
	}{
		{"meanings", unsafe.Offsetof(s.meanings), 0},
		{"size of a meaning", unsafe.Sizeof(s.meanings[0]), 8},
		{"patterns", unsafe.Offsetof(s.patterns), 256 * 8},
		{"size of a pattern", unsafe.Sizeof(s.patterns[0]), 16},
		{"steps", unsafe.Offsetof(s.steps), 256*8 + 17*16},
		{"size of a step", unsafe.Sizeof(s.steps[0]), 1},
	} {
		if f.got != f.want {
			t.Errorf("%s is %d, the assembly has %d", f.name, f.got, f.want)
		}
	}
}
