//go:build !purego

package solver

import (
	"testing"
	"unsafe"
)

// TestLanesLayout holds the Go types to the offsets that asm/pass.go,
// asm/move.go and asm/choose.go give to the assembly.
func TestLanesLayout(t *testing.T) {
	var c passContext
	var m transfer
	var b choice
	for _, f := range []struct {
		name      string
		got, want uintptr
	}{
		{"passContext.cells", unsafe.Offsetof(c.cells), 0},
		{"passContext.scratch", unsafe.Offsetof(c.scratch), 8},
		{"passContext.solved", unsafe.Offsetof(c.solved), 16},
		{"passContext.dead", unsafe.Offsetof(c.dead), 20},
		{"passContext.stuck", unsafe.Offsetof(c.stuck), 24},
		{"transfer.cells", unsafe.Offsetof(m.cells), 0},
		{"transfer.states", unsafe.Offsetof(m.states), 8},
		{"transfer.n", unsafe.Offsetof(m.n), 16},
		{"transfer.lane", unsafe.Offsetof(m.lane), 24},
		{"transfer.slot", unsafe.Offsetof(m.slot), 24 + 64},
		{"transfer.inverse", unsafe.Offsetof(m.inverse), 24 + 64 + 128},
		{"transfer.touched", unsafe.Offsetof(m.touched), 24 + 64 + 128 + 256},
		{"choice.states", unsafe.Offsetof(b.states), 0},
		{"choice.scratch", unsafe.Offsetof(b.scratch), 8},
		{"choice.slot", unsafe.Offsetof(b.slot), 16},
		{"choice.cell", unsafe.Offsetof(b.cell), 16 + 128},
		{"size of state", unsafe.Sizeof(state{}), 192},
	} {
		if f.got != f.want {
			t.Errorf("%s is %d, the assembly has %d", f.name, f.got, f.want)
		}
	}
}
