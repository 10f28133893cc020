package parquet

import (
	"math/bits"
	"sync"
)

// pageMemory is the memory of all pages that are read, as stored in the file and decompressed.
var pageMemory memoryPool

// memoryPool keeps memory to be used again, by its size: no more of each size than was in
// use at the same time. A sync.Pool would keep some for each processor, and in the end all
// of it would be as large as the largest page.
type memoryPool struct {
	mutex sync.Mutex
	free  [bits.UintSize + 2][][]byte // by the bits of their capacity
}

// mostKept is how large a page may be for more than one of about its size to be kept. With
// the row groups that DuckDB makes by default a page of grids takes 10 MiB.
const mostKept = 32 << 20

// take returns n bytes with any content. If it has to allocate them, it drops a slice that
// is a little too small, so that the pool does not grow.
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
