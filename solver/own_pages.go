package solver

import "unsafe"

// Solvers on several processors slow each other down if the memory they write shares a
// page, even without sharing a cache line: a processor that goes through memory prefetches
// the lines ahead, up to the end of the page, and takes them from the one that writes
// them. So what a solver writes all the time has pages of its own. EXPERIMENTS.md has what
// that gained.

// pageBytes is the smallest unit in which memory is mapped. Processors do not prefetch
// beyond it.
const pageBytes = 4096

// newOnOwnPages returns a zero T that shares no page with anything else that is written.
func newOnOwnPages[T any]() *T {
	memory := new(struct {
		_     [pageBytes]byte
		value T
		_     [pageBytes]byte
	})
	return &memory.value
}

// wordsOnOwnPages returns n zero words that share no page with anything else that is
// written. They start at a page, and so at a cache line: no row of a block lies
// across two.
func wordsOnOwnPages(n int) []uint16 {
	const word = 2
	words := make([]uint16, n+2*pageBytes/word)
	skip := -uintptr(unsafe.Pointer(&words[0])) % pageBytes / word
	return words[skip:][:n]
}
