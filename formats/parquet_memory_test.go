//go:build !race

// Under the race detector pools forget on purpose.

package formats

import (
	"io"
	"testing"
)

// Files that are written one after the other take no more memory than the first two, of
// which one grows while the other is written, though they do not begin with a page.
func TestFilesUseTheMemoryOfOthers(t *testing.T) {
	const rows, files, most = 3 * SectionRows / 2, 20, 4 << 20
	defer keepPools()()
	text := "note,puzzle\n"
	for i := range SectionRows {
		text += "a note," + puzzle(i%30) + "\n"
	}
	in := store(t, "in.csv", text)
	b, input := solvedInput(t, in, ReadOptions{Keep: ParseKeep("all")})
	encoder := mustCreate(t, input)
	var e Encoded
	var before Writer
	write := func() {
		w := mustCreate(t, input)
		for b.First = 0; b.First < rows; b.First += SectionRows / 2 { // every other batch holds no whole page
			var err error
			if e, err = encoder.Encode(b, e); err != nil {
				t.Fatal(err)
			}
			if err := w.Write(b, e); err != nil {
				t.Fatal(err)
			}
		}
		if before != nil {
			if err := before.Close(); err != nil {
				t.Fatal(err)
			}
		}
		before = w
	}
	for range 3 {
		write()
	}
	grown := allocated(func() {
		for range files {
			write()
		}
	})
	if t.Logf("%d KB for %d files", grown>>10, files); grown > most {
		t.Errorf("%d files take %d KB of new memory, of at most %d", files, grown>>10, most>>10)
	}
}

func mustCreate(t testing.TB, s *Schema) Writer {
	t.Helper()
	w, err := Create(io.Discard, "out.parquet", s, WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Memory is used again for what is of about its size, and forgotten where that grows.
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
		t.Error("what is too small is kept beside what is new")
	}
	m.give(make([]byte, mostKept+1))
	if huge := m.free[26]; len(huge) > 0 {
		t.Error("what is huge is kept")
	}
}
