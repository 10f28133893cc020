//go:build !race

// Race builds exclude this file, because the race detector makes sync.Pool drop items at random.

package formats

import (
	"io"
	"strings"
	"testing"
)

// TestFilesUseTheMemoryOfOthers checks that writing many files one after the other reuses memory. A
// file stays open until the next file has been written, so the first files need new memory and are
// not measured.
func TestFilesUseTheMemoryOfOthers(t *testing.T) {
	const rows, files, most = 3 * SectionRows / 2, 20, 4 << 20
	defer keepPools()()
	var text strings.Builder
	text.WriteString("note,puzzle\n")
	for i := range SectionRows {
		text.WriteString("a note," + puzzle(i%30) + "\n")
	}
	in := store(t, "in.csv", text.String())
	b, input := solvedInput(t, in, ReadOptions{Keep: ParseKeep("all")})
	encoder := mustCreate(t, input)
	var e Encoded
	var before Writer
	write := func() {
		w := mustCreate(t, input)
		for b.First = 0; b.First < rows; b.First += SectionRows / 2 { // every second batch starts in the middle of a section
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
		t.Errorf("%d files take %d KB of new memory, more than %d KB", files, grown>>10, most>>10)
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
