//go:build !purego

package solver

import (
	"testing"
	"unsafe"
)

// TestLanesLayout compares the layout of the Go types with the offsets that asm/pass.go,
// asm/move.go and asm/choose.go use.
func TestLanesLayout(t *testing.T) {
	var c passContext
	var m merge
	var e exchange
	for _, f := range []struct {
		name      string
		got, want uintptr
	}{
		{"passContext.cells", unsafe.Offsetof(c.cells), 0},
		{"passContext.scratch", unsafe.Offsetof(c.scratch), 8},
		{"passContext.solved", unsafe.Offsetof(c.solved), 16},
		{"passContext.dead", unsafe.Offsetof(c.dead), 20},
		{"passContext.stuck", unsafe.Offsetof(c.stuck), 24},
		{"passContext.quick", unsafe.Offsetof(c.quick), 28},
		{"merge.to", unsafe.Offsetof(m.to), 0},
		{"merge.from", unsafe.Offsetof(m.from), 8},
		{"merge.lanes", unsafe.Offsetof(m.lanes), 16},
		{"merge.lane", unsafe.Offsetof(m.lane), 20},
		{"exchange.states", unsafe.Offsetof(e.states), 0},
		{"exchange.block", unsafe.Offsetof(e.block), 8},
		{"exchange.ready", unsafe.Offsetof(e.ready), 16},
		{"exchange.scratch", unsafe.Offsetof(e.scratch), 24},
		{"exchange.slot", unsafe.Offsetof(e.slot), 32},
		{"exchange.cell", unsafe.Offsetof(e.cell), 32 + 128},
		{"exchange.scored", unsafe.Offsetof(e.scored), 32 + 128 + 64},
		{"size of state", unsafe.Sizeof(state{}), 192},
	} {
		if f.got != f.want {
			t.Errorf("%s is %d, but the assembly uses %d", f.name, f.got, f.want)
		}
	}
}
