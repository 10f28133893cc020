package keys

import (
	"errors"
	"testing"

	"github.com/gridmill/gridmill/pipeline/internal/keysort"
)

// TestRowsOfManyKeys adds more rows than FirstPairs keeps. Each row shares keys with five rows of
// another set. Each row must be counted once. Each pair that FirstPairs keeps must contain the
// first of the five rows.
func TestRowsOfManyKeys(t *testing.T) {
	const most, rows, keys = 1000, 3000, 5
	s, err := NewStore(1<<20, Neighbors, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Remove()
	file, err := s.Create("shared")
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(rows) {
		for key := range uint64(keys) {
			k := keysort.Key{High: (uint64(n)*keys + key) * 0x9e3779b97f4a7c15, Low: 1}
			if err := errors.Join(file.Add(k, NewRow(0, n*keys+int64(key), 0)), file.Add(k, NewRow(1, n, 1))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	found, others := FirstPairs{Most: most}, 0
	if err := s.Shared(t.Context(), []string{"shared"}, func(p Pair) {
		if others++; p.Row.Set() == 1 {
			found.Add(p)
		}
	}); err != nil {
		t.Fatal(err)
	}
	first := found.First()
	if found.All != rows || len(first) != most || others != rows*(keys+1) {
		t.Errorf("%d rows share keys, %d of them are kept; %d pairs", found.All, len(first), others)
	}
	for n, pair := range first {
		if want := NewRow(0, int64(n)*keys, 0); pair.Row != NewRow(1, int64(n), 1) || pair.Other != want {
			t.Fatalf("pair %d is %v", n, pair)
		}
	}
}
