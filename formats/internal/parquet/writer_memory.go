package parquet

import (
	"sync"
	"weak"
)

// writerMemory is memory of pages that writers use again. Writers with the same number of columns
// share it: a run in parts has several writers, and one uses the memory of pages that another has
// just written. Each column keeps its own memory; otherwise that of every column would in the end
// be as large as that of the longest.
type writerMemory struct {
	columns int
	growing freeList[Pages] // pages take several times the memory while they grow
	encoded freeList[EncodedPages]
}

// lastMemory is the memory of the last writer, as long as any writer has it.
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

// freeList holds what is not in use. A sync.Pool would not do: what it holds through two
// collections is lost, and that of a whole row group is given back at once.
type freeList[T any] struct {
	mutex sync.Mutex
	free  []*T
}

// take returns the last that was given, or nil if nothing is free.
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

// keptBytes is how much memory growing pages may keep. Those of very long rows take more.
const keptBytes = 32 << 20

// Release gives back the memory of pages that are not needed any more.
func (p *Pages) Release() {
	size := 0
	for i := range p.columns {
		size += p.columns[i].size()
	}
	if size <= keptBytes {
		p.writer.memory.growing.give(p)
	}
}

// spareBytes is how much memory a page may have beyond four times its size and still be used
// again.
const spareBytes = 4 << 10

// release gives back the memory of pages that were written. Memory that is much larger than
// its page is dropped; otherwise all pages of a column would in the end have as much as its longest.
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
