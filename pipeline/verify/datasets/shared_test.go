package datasets

import (
	"errors"
	"testing"

	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/verify"
)

// TestLeaksByManyKeys has rows that leak by several keys each, more of them than are reported,
// and wants each to be counted once, with the first row that it leaks from.
func TestLeaksByManyKeys(t *testing.T) {
	const rows, keys = 3 * mostReported, 5
	c := &checker{
		Verifier: &verify.Verifier{Workers: 2}, temporary: t.TempDir(), partitions: 4,
		made: &dataset.Success{By: dataset.Neighbours},
	}
	out, w, err := c.keyFile("shared")
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(rows) {
		for key := range uint64(keys) {
			k := keysort.Key{High: (uint64(n)*keys + key) * 0x9e3779b97f4a7c15, Low: 1}
			from := keysort.Record{Key: k, Row: uint64(newRow(0, n*keys+int64(key)))}
			if err := errors.Join(w.Add(from), w.Add(keysort.Record{Key: k, Row: uint64(newRow(1, n))})); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(w.Flush(), out.Close()); err != nil {
		t.Fatal(err)
	}
	found := pairs{c: c}
	if err := c.findShared(t.Context(), []string{"shared"}, &found); err != nil {
		t.Fatal(err)
	}
	found.cut()
	if found.all != rows || len(found.found) != mostReported {
		t.Errorf("%d rows leak, of which %d are kept, expected %d and %d", found.all, len(found.found), rows, mostReported)
	}
	for n, pair := range found.found {
		if want := newRow(0, int64(n)*keys); pair.row != newRow(1, int64(n)) || pair.other != want {
			t.Fatalf("pair %d is %v", n, pair)
		}
	}
}
