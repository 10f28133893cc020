package solver

import "unsafe"

// Solvers on several processors slow each other down if the memory they write shares a
// page, even if they do not share a cache line: a processor that reads memory in sequence
// prefetches the following lines, up to the end of the page, and so takes them away from
// the processor that writes them. Memory that a solver writes all the time therefore has
// pages of its own. EXPERIMENTS.md says how much that gained.

// pageBytes is the size of the smallest pages. Processors do not prefetch beyond the end
// of a page.
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
// written. They start on a page boundary, and so on a cache line: no row of a block
// crosses from one line into the next.
func wordsOnOwnPages(n int) []uint16 {
	const word = 2
	words := make([]uint16, n+2*pageBytes/word)
	skip := -uintptr(unsafe.Pointer(&words[0])) % pageBytes / word
	return words[skip:][:n]
}
