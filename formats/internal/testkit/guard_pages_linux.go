package testkit

import (
	"syscall"
	"testing"
	"unsafe"
)

// Guarded copies values to memory between two guard pages, which cause a fault when accessed. If
// atStart is set, the values directly follow the first guard page. Otherwise, they directly precede
// the second guard page.
func Guarded[T any](t *testing.T, values []T, atStart bool) []T {
	t.Helper()
	page, n := syscall.Getpagesize(), len(values)*int(unsafe.Sizeof(*new(T)))
	size := max((n+page-1)/page, 1) * page
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
	at := page
	if !atStart {
		at += size - n
	}
	moved := unsafe.Slice((*T)(unsafe.Pointer(&mem[at])), len(values))
	copy(moved, values)
	return moved
}
