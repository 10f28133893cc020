package formats

import (
	"sync"
	"weak"
)

// writerMemory is memory of pages that writers use again. All that write as many columns
// share it: a run in parts has several writers, of which one takes what another has just
// written. Each column keeps its own memory, or in the end that of all would be as large as
// that of the longest.
type writerMemory struct {
	columns int
	growing freeList[pages] // pages take several times the memory while they grow
	encoded freeList[encodedPages]
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
	if m := lastMemory.memory.Value(); m != nil && m.columns == columns {
		return m
	}
	m := &writerMemory{columns: columns}
	lastMemory.memory = weak.Make(m)
	return m
}

// freeList holds what nobody uses. A sync.Pool would not do: what it holds through two
// collections is lost, and that of a whole row group is given back at once.
type freeList[T any] struct {
	mutex sync.Mutex
	free  []*T
}

// take returns the last that was given, or nil where there is none.
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
