package formats

import (
	"slices"
	"testing"
)

// mustCount counts the next n rows, a few at a time. If n is negative, it counts all remaining
// rows.
func mustCount(t *testing.T, r Reader, n int64) (counted int64) {
	t.Helper()
	if err := r.Seek(r.Position(), 0, n); err != nil {
		t.Fatal(err)
	}
	for b := NewCountingBatch(7); r.Read(b) == nil; {
		counted += int64(b.Len())
	}
	return counted
}

// TestRowsAreCounted checks that counting and reading find the same number of rows, and that
// reading can continue after counting.
func TestRowsAreCounted(t *testing.T) {
	const manyPages = 500 // rows that fill several small pages
	for name, data := range variousFiles(t) {
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
					next := want[from.Offset:min(from.Offset+manyPages, rows)]
					if err := r.Seek(from, from.Offset, int64(len(next))); err != nil {
						t.Fatal(err)
					}
					if got, err := readRows(r, 1); err != nil || !slices.Equal(got, next) {
						t.Errorf("after row %d: %d rows of %d, error %v", from.Offset, len(got), len(next), err)
					}
					if mustCount(t, mustOpen(t, in), n) != n {
						t.Errorf("counting again after a seek does not give %d rows", n)
					}
				}
			}
		})
	}
}
