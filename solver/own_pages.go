package solver

import "unsafe"

// Memory that a solver writes to continuously has its own pages. When a processor reads memory in
// sequence, it prefetches the next cache lines, up to the end of the page. If another processor is
// writing to these lines, the prefetch takes them away from the writer. EXPERIMENTS.md shows how
// much separate pages save.

// pageBytes is the smallest size that a page of memory can have.
const pageBytes = 4096

// newOnOwnPages allocates a zeroed T that does not share a page with other data.
func newOnOwnPages[T any]() *T {
	memory := new(struct {
		_     [pageBytes]byte
		value T
		_     [pageBytes]byte
	})
	return &memory.value
}

// wordsOnOwnPages allocates n zeroed words that do not share a page with other data. The words
// start on a page boundary, so a row of a block never straddles two cache lines.
func wordsOnOwnPages(n int) []uint16 {
	const word = 2
	words := make([]uint16, n+2*pageBytes/word)
	skip := -uintptr(unsafe.Pointer(&words[0])) % pageBytes / word
	return words[skip:][:n]
}
