package solver

import (
	"runtime"
	"testing"
	"unsafe"
)

// TestSolversShareNoPage creates several solvers one after the other, as a run does. It checks that
// no two solvers use the same page of memory.
func TestSolversShareNoPage(t *testing.T) {
	for _, name := range kernelNames() {
		owner := map[uintptr]int{}
		var all []*lanes
		for i := range 8 {
			s := newKernel(t, name, Config{MaxSolutions: 2}).(*lanes)
			all = append(all, s)
			for _, m := range []struct{ start, bytes uintptr }{
				{uintptr(unsafe.Pointer(s)), unsafe.Sizeof(*s)},
				{uintptr(unsafe.Pointer(&s.searches[0])), uintptr(len(s.searches)) * unsafe.Sizeof(s.searches[0])},
				{uintptr(unsafe.Pointer(&s.free[:1][0])), uintptr(cap(s.free)) * 2},
				{uintptr(unsafe.Pointer(&s.waiting[:1][0])), uintptr(cap(s.waiting)) * 2},
				{uintptr(unsafe.Pointer(&s.states[0])), uintptr(len(s.states)) * unsafe.Sizeof(s.states[0])},
				{uintptr(unsafe.Pointer(s.work.cells)), uintptr(s.memory()) * 2},
			} {
				for page := m.start / pageBytes; page <= (m.start+m.bytes-1)/pageBytes; page++ {
					if other, found := owner[page]; found && other != i {
						t.Fatalf("%s: solvers %d and %d share a page", name, other, i)
					}
					owner[page] = i
				}
			}
		}
		runtime.KeepAlive(all) // otherwise a new solver could reuse the memory of a previous solver
	}
}
