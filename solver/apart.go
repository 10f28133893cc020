package solver

import "unsafe"

// Solvers on several processors slow each other down where what they write lies near to
// each other, even if never in the same cache line: a processor that goes through memory
// asks for the lines ahead, up to the end of the page, and takes them away from the one
// that writes them. Of two that shared a page one took a quarter longer. So what a solver
// writes all the time is kept apart from all else.

// pageBytes is the smallest unit in which memory is mapped: processors do not look ahead
// beyond it.
const pageBytes = 4096

// newApart returns a zero T that shares no page with anything else that is written.
func newApart[T any]() *T {
	memory := new(struct {
		_     [pageBytes]byte
		value T
		_     [pageBytes]byte
	})
	return &memory.value
}

// wordsApart returns n zero words that share no page with anything else that is written.
// They start a page, and so a cache line: no row of a lane group lies across two.
func wordsApart(n int) []uint16 {
	const word = 2
	words := make([]uint16, n+2*pageBytes/word)
	skip := -uintptr(unsafe.Pointer(&words[0])) % pageBytes / word
	return words[skip:][:n]
}
