package datasets

import (
	"errors"
	"testing"

	"github.com/gridmill/gridmill/pipeline/internal/keysort"
)

// TestLeaksByManyKeys has rows that leak by several keys each, more of them than are reported,
// and wants each to be counted once, with the first row that it leaks from.
func TestLeaksByManyKeys(t *testing.T) {
	const rows, keys = 3 * mostReported, 5
	dir := keysort.Temporary{Dir: t.TempDir(), Partitions: 4, Workers: 2}
	file, err := dir.Create("shared")
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(rows) {
		for key := range uint64(keys) {
			k := keysort.Key{High: (uint64(n)*keys + key) * 0x9e3779b97f4a7c15, Low: 1}
			from := keysort.Record{Key: k, Row: uint64(newRow(0, n*keys+int64(key)))}
			if err := errors.Join(file.Add(from), file.Add(keysort.Record{Key: k, Row: uint64(newRow(1, n))})); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	found := keysort.FirstPairs{Most: mostReported}
	if err := dir.Pairs(t.Context(), []string{"shared"}, true, eachShared, found.Add); err != nil {
		t.Fatal(err)
	}
	first := found.First()
	if found.All != rows || len(first) != mostReported {
		t.Errorf("%d rows leak, of which %d are kept, expected %d and %d", found.All, len(first), rows, mostReported)
	}
	for n, pair := range first {
		if want := newRow(0, int64(n)*keys); row(pair.Row) != newRow(1, int64(n)) || row(pair.Other) != want {
			t.Fatalf("pair %d is %v", n, pair)
		}
	}
}
