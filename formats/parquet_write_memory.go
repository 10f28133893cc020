package formats

import (
	"sync"
	"weak"
)

// writerMemory is memory that writers use again. All that write as many columns share
// it: a run that writes parts has a writer for each, and several at the same time, of
// which one takes what another has just written.
type writerMemory struct {
	mutex sync.Mutex
	// pages is memory of each column's pages. Were it shared among the columns, it would
	// all grow to the size of the largest.
	pages [][][]byte
	// growing are sets of pages that nobody fills. Pages take several times the memory
	// while they grow that they take once they are sealed.
	growing []pageSet
}

// lastMemory is the memory of the last writer, as long as there is one that has it.
var lastMemory struct {
	mutex  sync.Mutex
	memory weak.Pointer[writerMemory]
}

// writerMemoryOf returns memory for a writer of so many columns.
func writerMemoryOf(columns int) *writerMemory {
	lastMemory.mutex.Lock()
	defer lastMemory.mutex.Unlock()
	if m := lastMemory.memory.Value(); m != nil && len(m.pages) == columns {
		return m
	}
	m := &writerMemory{pages: make([][][]byte, columns)}
	lastMemory.memory = weak.Make(m)
	return m
}

// take returns memory for the next page of a column whose last one took size bytes.
// Memory that is new has a little more room than that, since growing it row by row
// would cost more than filling it.
func (m *writerMemory) take(column, size int) []byte {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	n := len(m.pages[column])
	if n == 0 {
		return make([]byte, 0, size+size/16)
	}
	memory := m.pages[column][n-1]
	m.pages[column][n-1] = nil
	m.pages[column] = m.pages[column][:n-1]
	return memory
}

// keptRoom is how many bytes of memory may be more than four times those of the page in it, for
// the memory to be used again.
const keptRoom = 4 << 10

// give adds the memory of a column's pages that were written. What is much more than its
// page took is forgotten, or in the end every page of the column would have as much memory
// as its longest.
func (m *writerMemory) give(column int, pages []sealedPage) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for i := range pages {
		if p := &pages[i]; cap(p.memory) <= 4*len(p.body)+keptRoom {
			m.pages[column] = append(m.pages[column], p.memory)
		}
	}
}

// takeGrowing returns a set of pages to fill, or nil where all are being filled.
func (m *writerMemory) takeGrowing() pageSet {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	n := len(m.growing)
	if n == 0 {
		return nil
	}
	s := m.growing[n-1]
	m.growing = m.growing[:n-1]
	return s
}

// giveGrowing gives a set back whose pages were sealed.
func (m *writerMemory) giveGrowing(s pageSet) {
	for i := range s {
		s[i].forgetLarge()
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.growing = append(m.growing, s)
}
