package formats

import "sync"

// spareMemory is memory of each column's pages to use again. Were it shared among the
// columns, it would all grow to the size of the largest.
type spareMemory [][][]byte

// leftMemory is what closed writers left for those to come, since a run that writes
// parts has a writer for each.
var leftMemory sync.Pool

// newSpareMemory returns memory that a writer of as many columns left, if there is any.
func newSpareMemory(columns int) spareMemory {
	if left, _ := leftMemory.Get().(*spareMemory); left != nil && len(*left) == columns {
		return *left
	}
	return make(spareMemory, columns)
}

// leave leaves the memory to other writers.
func (s *spareMemory) leave() {
	left := *s
	*s = make(spareMemory, len(left))
	leftMemory.Put(&left)
}

// take returns memory for the next page of a column whose last one took size bytes.
// Memory that is new has a little more room than that, since growing it row by row
// would cost more than filling it.
func (s spareMemory) take(column, size int) []byte {
	n := len(s[column])
	if n == 0 {
		return make([]byte, 0, size+size/16)
	}
	memory := s[column][n-1]
	s[column] = s[column][:n-1]
	return memory
}

// give adds memory of a column's page that was written.
func (s spareMemory) give(column int, memory []byte) {
	s[column] = append(s[column], memory)
}
