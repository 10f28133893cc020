package formats

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
)

// mustCount counts n rows, or all that are left, a few at a time.
func mustCount(t *testing.T, r Reader, n int64) (counted int64) {
	t.Helper()
	if err := r.Seek(r.Position(), 0, n); err != nil {
		t.Fatal(err)
	}
	for b := NewCounter(7); r.Read(b) == nil; {
		counted += int64(b.Len())
	}
	return counted
}

// Rows that are counted are as many as those that are read, and others can be read after
// them.
func TestRowsAreCounted(t *testing.T) {
	files := encodedFiles(t)
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			in := store(t, "in.parquet", string(data))
			want, err := readRows(mustOpen(t, in), 100)
			if err != nil {
				t.Fatal(err)
			}
			rows := int64(len(want))
			if n := mustCount(t, mustOpen(t, in), -1); n != rows {
				t.Errorf("%d rows are counted of %d", n, rows)
			}
			for _, n := range []int64{1, rows / 3, rows - 1} {
				r := mustOpen(t, in)
				if counted := mustCount(t, r, n); counted != n {
					t.Errorf("%d rows are counted of %d", counted, n)
				}
				at := r.Position()
				at.Offset, at.Line = min(n+2, rows), min(n+2, rows)+1
				for _, from := range []Position{r.Position(), at} {
					if err := r.Seek(from, from.Offset, -1); err != nil {
						t.Fatal(err)
					}
					if got, err := readRows(r, 1); err != nil || !slices.Equal(got, want[from.Offset:]) {
						t.Errorf("after row %d: %d rows of %d, error %v", from.Offset, len(got), rows-from.Offset, err)
					}
					if mustCount(t, mustOpen(t, in), n) != n {
						t.Errorf("%d rows are not counted again", n)
					}
				}
			}
		})
	}
}

// What is passed over is not unpacked: damage in a page is left to those who read it.
func TestPassingDoesNotUnpack(t *testing.T) {
	data := encodedFile(t, parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(1<<30), parquet.WithCompression(compress.Codecs.Zstd))
	data = bytes.ReplaceAll(data, []byte("\x28\xb5\x2f\xfd"), []byte("dama")) // what zstd frames start with
	footer, err := readFooter(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for c := range footer.Schema.NumColumns() {
		if isNested(footer.Schema.Column(c)) {
			continue
		}
		for more, says := range map[int64]string{-1: "where the footer leaves", 0: "", 1: "it is missing; 1 values"} {
			chunk, err := openChunk(bytes.NewReader(data), int64(len(data)), footer, 0, c)
			if err != nil {
				t.Fatal(err)
			}
			chunk.entries += more // what the footer claims
			r := &columnReader{chunk: chunk}
			n := footer.RowGroups[0].NumRows + more
			if err = r.skip(n); err == nil {
				err = r.end(n)
			}
			if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %d more rows: error %v, want %q", chunk.column.Path(), more, err, says)
			}
			r.close()
		}
	}
}
