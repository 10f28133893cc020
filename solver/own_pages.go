package solver

import "unsafe"

// Solvers on different processors slow each other down if they write to the same page, even if they
// never write to the same cache line. A processor that reads memory in sequence prefetches the
// following lines, up to the end of the page. If another processor is writing to these lines, the
// prefetch takes the lines away from the writer. Memory that a solver writes to continuously
// therefore has its own pages. EXPERIMENTS.md shows the gain.

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
