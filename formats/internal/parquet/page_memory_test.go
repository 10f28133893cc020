package parquet

import "testing"

// TestMemoryIsKeptBySize checks that memory is reused for pages of similar size, and dropped when
// pages become larger.
func TestMemoryIsKeptBySize(t *testing.T) {
	var m memoryPool
	large, small := m.take(1<<20), m.take(1000)
	m.give(large)
	m.give(small)
	if again := m.take(900); &again[0] != &small[0] || len(again) != 900 {
		t.Errorf("take(900) has a capacity of %d, and does not reuse the 1000 bytes", cap(again))
	}
	if other := m.take(1000); cap(other) > 2000 {
		t.Errorf("take(1000) has a capacity of %d", cap(other))
	}
	if again := m.take(1<<20 + 1000); &again[0] != &large[0] {
		t.Error("spare capacity is not used for a slightly larger page")
	}
	m.give(large)
	if larger := m.take(1<<20 + 1<<18); len(larger) != 1<<20+1<<18 || &larger[0] == &large[0] {
		t.Errorf("take returned %d bytes, or memory that has a capacity of only %d", len(larger), cap(large))
	}
	if kept := m.take(1 << 20); &kept[0] == &large[0] {
		t.Error("memory that was too small is kept in addition to its replacement")
	}
	for range 2 {
		m.give(make([]byte, mostKept+1))
	}
	if huge := m.free[26]; len(huge) != 1 {
		t.Errorf("%d huge slices are kept, want 1", len(huge))
	}
}
