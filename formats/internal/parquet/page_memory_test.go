package parquet

import "testing"

// Memory is reused for pages of about its size, and forgotten if pages grow.
func TestMemoryIsKeptBySize(t *testing.T) {
	var m memoryPool
	large, small := m.take(1<<20), m.take(1000)
	m.give(large)
	m.give(small)
	if again := m.take(900); &again[0] != &small[0] || len(again) != 900 {
		t.Errorf("900 bytes come with %d, and are not those of 1000", cap(again))
	}
	if other := m.take(1000); cap(other) > 2000 {
		t.Errorf("1000 bytes take %d", cap(other))
	}
	if again := m.take(1<<20 + 1000); &again[0] != &large[0] {
		t.Error("a little more does not fit into what is a little larger")
	}
	m.give(large)
	if larger := m.take(1<<20 + 1<<18); len(larger) != 1<<20+1<<18 || &larger[0] == &large[0] {
		t.Errorf("%d bytes come where there is room for %d", len(larger), cap(large))
	}
	if kept := m.take(1 << 20); &kept[0] == &large[0] {
		t.Error("what is too small is kept with what is new")
	}
	for range 2 {
		m.give(make([]byte, mostKept+1))
	}
	if huge := m.free[26]; len(huge) != 1 {
		t.Errorf("of what is huge, %d are kept", len(huge))
	}
}
