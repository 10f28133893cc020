package testkit

import (
	"syscall"
	"testing"
	"unsafe"
)

// Guarded copies values to memory between guard pages. The values end where the memory ends, so
// that an access to the byte after the values causes a fault. If atStart is set, the values start
// where the memory starts.
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
