package solver

import (
	"syscall"
	"testing"
	"unsafe"
)

// guarded returns n bytes followed by a guard page, so that accessing the next byte causes a fault.
// If atStart is set, the guard page precedes the bytes instead.
func guarded(t *testing.T, n int, atStart bool) unsafe.Pointer {
	t.Helper()
	page := syscall.Getpagesize()
	size := (n + page - 1) / page * page
	mem, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(mem) })
	for _, guard := range [][]byte{mem[:page], mem[page+size:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	if atStart {
		return unsafe.Pointer(&mem[page])
	}
	return unsafe.Pointer(&mem[page+size-n])
}

// TestLanesGuardPages checks that a solver never accesses memory outside the puzzles, the results
// and the solver's own memory.
func TestLanesGuardPages(t *testing.T) {
	source := mixedPuzzles(9, 300)
	for _, name := range kernelNames() {
		for _, atStart := range []bool{false, true} {
			s := newKernel(t, name, Config{MaxSolutions: 2}).(*lanes)
			want := solveWith(s, source)
			n := len(source)
			puzzles := unsafe.Slice((*Grid)(guarded(t, n*int(unsafe.Sizeof(Grid{})), atStart)), n)
			results := unsafe.Slice((*Result)(guarded(t, n*int(unsafe.Sizeof(Result{})), atStart)), n)
			copy(puzzles, source)
			s.states = unsafe.Slice((*state)(guarded(t, len(s.states)*int(unsafe.Sizeof(state{})), atStart)), len(s.states))
			s.useMemory(unsafe.Slice((*uint16)(guarded(t, 2*s.memory(), atStart)), s.memory()))
			s.Solve(puzzles, results)
			requireSame(t, name, source, results, want)
		}
	}
}

// TestParseGuardPages checks that Parse never accesses memory outside the text and the grid.
func TestParseGuardPages(t *testing.T) {
	for _, atStart := range []bool{false, true} {
		text := unsafe.Slice((*byte)(guarded(t, Cells, atStart)), Cells)
		copy(text, wikipedia)
		if g := (*Grid)(guarded(t, Cells, atStart)); Parse(g, text) != -1 || g.String() != wikipedia {
			t.Errorf("Parse read %v", g)
		}
	}
}
