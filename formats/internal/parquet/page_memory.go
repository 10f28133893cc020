package parquet

import (
	"math/bits"
	"slices"
	"sync"
)

// pageMemory is the pool for the stored and decompressed bytes of input pages.
var pageMemory memoryPool

// memoryPool keeps slices for reuse, in size classes. With a sync.Pool, each processor would keep
// its own slices, and all slices would grow to the size of the largest page.
type memoryPool struct {
	mutex sync.Mutex
	free  [bits.UintSize + 2][][]byte // the index is the bit length of a slice's capacity
}

// mostKept is the size in bytes up to which a memoryPool keeps every slice. It keeps only one
// larger slice per size class. A page of grids in DuckDB's default row groups takes 10 MiB.
const mostKept = 32 << 20

// take returns a slice of n bytes with arbitrary contents.
func (m *memoryPool) take(n int) []byte {
	if memory := m.find(n); memory != nil {
		return memory
	}
	if n > mostKept {
		return make([]byte, n)
	}
	return make([]byte, n, n+n/8)
}

// find removes from m a slice with a capacity of n to 2n bytes, and returns its first n bytes. If
// no slice fits, find drops a smaller slice of the same size class, if any, and returns nil. The
// caller's new slice will replace the dropped slice.
func (m *memoryPool) find(n int) []byte {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	class := bits.Len(uint(n))
	for _, c := range []int{class, class + 1} { // slices of n to 2n bytes are in these classes
		for i, memory := range m.free[c] {
			if cap(memory) >= n && cap(memory)/2 <= n {
				m.free[c] = slices.Delete(m.free[c], i, i+1)
				return memory[:n]
			}
		}
	}
	if last := len(m.free[class]) - 1; last >= 0 {
		m.free[class] = slices.Delete(m.free[class], last, last+1)
	}
	return nil
}

func (m *memoryPool) give(memory []byte) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	class := bits.Len(uint(cap(memory)))
	if n := len(m.free[class]); class > 0 && (cap(memory) <= mostKept || n == 0) {
		m.free[class] = append(m.free[class], memory)
	}
}
