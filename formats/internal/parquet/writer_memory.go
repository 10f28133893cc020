package parquet

import (
	"sync"
	"weak"
)

// writerMemory is page memory that writers reuse. Writers with the same number of columns share it.
// In a run in parts, one writer reuses the memory of pages that another writer has just written.
// Each column has its own memory. Otherwise, the memory of every column would grow to the size of
// the largest column.
type writerMemory struct {
	columns int
	growing freeList[Pages] // pages being filled take several times the memory
	encoded freeList[EncodedPages]
}

// lastMemory is the memory of the most recent writer. It exists as long as a writer uses it.
var lastMemory struct {
	mutex  sync.Mutex
	memory weak.Pointer[writerMemory]
}

// writerMemoryOf returns memory for a writer with the given number of columns.
func writerMemoryOf(columns int) *writerMemory {
	lastMemory.mutex.Lock()
	defer lastMemory.mutex.Unlock()
	if m := lastMemory.memory.Value(); m != nil && m.columns == columns {
		return m
	}
	m := &writerMemory{columns: columns}
	lastMemory.memory = weak.Make(m)
	return m
}

// freeList holds unused values. A sync.Pool is not suitable, because it drops values after two
// garbage collections, whereas the memory of a whole row group is returned at the same time.
type freeList[T any] struct {
	mutex sync.Mutex
	free  []*T
}

// take returns the value that was returned last, or nil if the list is empty.
func (l *freeList[T]) take() (t *T) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if n := len(l.free); n > 0 {
		t, l.free[n-1] = l.free[n-1], nil
		l.free = l.free[:n-1]
	}
	return t
}

func (l *freeList[T]) give(t *T) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.free = append(l.free, t)
}

// keptBytes is the maximum amount of memory that pages keep for reuse. Pages of very long rows take
// more.
const keptBytes = 32 << 20

// Release releases the memory of pages that are no longer needed.
func (p *Pages) Release() {
	size := 0
	for i := range p.columns {
		size += p.columns[i].size()
	}
	if size <= keptBytes {
		p.writer.memory.growing.give(p)
	}
}

// spareBytes is the maximum by which memory may exceed four times the size of its page and still be
// reused.
const spareBytes = 4 << 10

// release releases the memory of pages that were written. It drops memory that is much larger than
// its page. Otherwise, all pages of a column would grow to the size of the longest page.
func (m *writerMemory) release(e *EncodedPages) {
	for i := range e.columns {
		c := &e.columns[i]
		if cap(c.memory) > 4*len(c.body)+spareBytes {
			c.memory = nil
		}
		c.body = nil
	}
	m.encoded.give(e)
}
