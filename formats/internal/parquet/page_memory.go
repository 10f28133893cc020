package parquet

import (
	"math/bits"
	"sync"
)

// pageMemory is the memory of all pages that are read, as they stand in the file and
// decompressed.
var pageMemory memoryPool

// memoryPool keeps memory to be used again: of each size no more than was in use at the
// same time. Unlike a sync.Pool it does not keep some for each processor, and it goes by
// size: pages may take megabytes, and all would in the end if one of any size did.
type memoryPool struct {
	mutex sync.Mutex
	free  [bits.UintSize + 2][][]byte // by the bits of their capacity
}

// mostKept is how large a page may be for more than one of about its size to be kept. With
// the row groups that DuckDB makes by default a page of grids takes 10 MiB.
const mostKept = 32 << 20

// take returns memory for n bytes, whatever they are. Where there is only some that is too
// small, one of about that size is forgotten for what is new.
func (m *memoryPool) take(n int) []byte {
	if memory := m.find(n); memory != nil {
		return memory
	}
	if n > mostKept {
		return make([]byte, n)
	}
	return make([]byte, n, n+n/8)
}

// find is take without new memory.
func (m *memoryPool) find(n int) []byte {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	class := bits.Len(uint(n))
	for _, c := range []int{class, class + 1} { // new memory may be in either
		for i, memory := range m.free[c] {
			if cap(memory) >= n && cap(memory)/2 <= n {
				m.remove(c, i)
				return memory[:n]
			}
		}
	}
	if last := len(m.free[class]) - 1; last >= 0 {
		m.remove(class, last)
	}
	return nil
}

// remove takes the memory with index i out of a class.
func (m *memoryPool) remove(class, i int) {
	free := m.free[class]
	last := len(free) - 1
	free[i], free[last] = free[last], nil
	m.free[class] = free[:last]
}

// give takes memory back that is not needed any more.
func (m *memoryPool) give(memory []byte) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	class := bits.Len(uint(cap(memory)))
	if n := len(m.free[class]); class > 0 && (cap(memory) <= mostKept || n == 0) {
		m.free[class] = append(m.free[class], memory)
	}
}
