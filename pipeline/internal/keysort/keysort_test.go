package keysort

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// writeFiles writes records to files and returns the paths. counts holds the number of records in
// each file.
func writeFiles(t rapid.TB, dir string, records []Record, counts []int, partitions int) (paths []string) {
	t.Helper()
	for i, n := range counts {
		path := filepath.Join(dir, fmt.Sprintf("%d", i))
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := NewWriter(f, partitions)
		for _, r := range records[:n] {
			if err := w.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Flush(), f.Close()); err != nil {
			t.Fatal(err)
		}
		records = records[n:]
		paths = append(paths, path)
	}
	return paths
}

// TestGroups checks that Groups calls f once for each key, in key order, and passes the key's rows
// in row order. The test varies the sizes of files and the numbers of partitions and workers.
func TestGroups(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.Custom(func(t *rapid.T) Key {
			return Key{rapid.Uint64().Draw(t, "high"), rapid.Uint64Range(0, 2).Draw(t, "low")}
		})
		keys := rapid.SliceOfN(key, 1, 20).Draw(t, "keys")
		var records []Record
		var counts []int
		want := map[Key][]uint64{}
		for row := uint64(0); len(counts) < 3; {
			n := rapid.IntRange(0, 40).Draw(t, "n")
			for range n {
				k := rapid.SampledFrom(keys).Draw(t, "key")
				records = append(records, Record{k, row})
				want[k] = append(want[k], row)
				row++
			}
			counts = append(counts, n)
		}
		partitions := 1 << rapid.IntRange(0, 6).Draw(t, "bits")
		sub, err := os.MkdirTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(sub)
		paths := writeFiles(t, sub, records, counts, partitions)
		slices.Reverse(paths) // the order of the files must not matter
		var last Key
		got := map[Key][]uint64{}
		err = Groups(t.Context(), paths, partitions, rapid.IntRange(1, 3).Draw(t, "workers"), nil, func(group []Record) error {
			k := group[0].Key
			if len(got) > 0 && (k.High < last.High || k.High == last.High && k.Low <= last.Low) {
				t.Fatalf("key %v follows %v", k, last)
			}
			last = k
			for _, r := range group {
				if r.Key != k {
					t.Fatalf("a group contains %v and %v", k, r.Key)
				}
				got[k] = append(got[k], r.Row)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !maps.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("groups are %v, want %v", got, want)
		}
		checkRepeats(t, paths, partitions, want)
		odd := func(row uint64) bool { return row%2 == 1 }
		err = Groups(t.Context(), paths, partitions, 2, odd, func(group []Record) error {
			rows := slices.DeleteFunc(want[group[0].Key], func(row uint64) bool { return !odd(row) })
			if !slices.EqualFunc(group, rows, func(r Record, row uint64) bool { return r.Row == row }) {
				t.Fatalf("the odd rows among %v are %v", rows, group)
			}
			delete(want, group[0].Key)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, rows := range want {
			if slices.ContainsFunc(rows, odd) {
				t.Fatalf("a key with the rows %v is missing", rows)
			}
		}
	})
}

// checkRepeats checks that Repeats reports exactly the rows that repeat the key of an earlier row.
func checkRepeats(t *rapid.T, paths []string, partitions int, groups map[Key][]uint64) {
	t.Helper()
	var want, got []uint64
	for _, rows := range groups {
		want = append(want, rows[1:]...)
	}
	var mu sync.Mutex
	err := Repeats(t.Context(), paths, partitions, 2, func(row uint64) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, row)
	})
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%d rows repeat others, want %d; error %v", len(got), len(want), err)
	}
}

// TestRepeatsMemory gives millions of rows only seven different keys, and checks that Repeats keeps
// few records in memory.
func TestRepeatsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it sorts millions of rows, and starts no goroutines for the race detector to check")
	}
	const rows = 6 * sortedRecords
	written := make([]Record, rows)
	for i := range written {
		row := uint64(i)
		written[i] = Record{Key{row % 7 * (row & 1), 0}, row}
	}
	t1, err := findInputs(writeFiles(t, t.TempDir(), written, []int{rows}, 1), 1)
	if err != nil {
		t.Fatal(err)
	}
	repeats := 0
	records, err := t1.sort(0, filter{repeated: func(uint64) { repeats++ }}, nil)
	if err != nil || len(records) != 7 || repeats != rows-7 {
		t.Errorf("%d keys and %d repeats, error %v", len(records), repeats, err)
	}
	if cap(records) > 4*sortedRecords {
		t.Errorf("memory was allocated for %d records", cap(records))
	}
}

// TestBlocks checks that groups are complete if the records fill more than one block.
func TestBlocks(t *testing.T) {
	records := make([]Record, 2*blockRecords+5)
	for i := range records {
		records[i] = Record{Key{uint64(i%1000) * 0x9e3779b97f4a7c15, 0}, uint64(i)}
	}
	paths := writeFiles(t, t.TempDir(), records, []int{len(records)}, 8)
	groups, rows := 0, 0
	err := Groups(t.Context(), paths, 8, 2, nil, func(group []Record) error {
		groups++
		rows += len(group)
		if !slices.IsSortedFunc(group, func(a, b Record) int { return int(a.Row) - int(b.Row) }) {
			t.Errorf("the rows of a group are not in order")
		}
		return nil
	})
	if err != nil || groups != 1000 || rows != len(records) {
		t.Errorf("%d groups of %d rows, error %v", groups, rows, err)
	}
}

// TestErrorsEndGroups checks that Groups returns an error if its callback fails or the file is
// truncated.
func TestErrorsEndGroups(t *testing.T) {
	var records []Record
	for i := range 100 {
		records = append(records, Record{Key{uint64(i) << 57, 0}, uint64(i)})
	}
	paths := writeFiles(t, t.TempDir(), records, []int{100}, 64)
	enough := errors.New("enough")
	for workers := 1; workers < 4; workers++ {
		if err := Groups(t.Context(), paths, 64, workers, nil, func([]Record) error { return enough }); !errors.Is(err, enough) {
			t.Errorf("%d workers: error %v", workers, err)
		}
	}
	if err := os.Truncate(paths[0], 64*4+recordBytes*100-1); err != nil {
		t.Fatal(err)
	}
	err := Groups(t.Context(), paths, 64, 2, nil, func([]Record) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "ends in the middle of a block") {
		t.Errorf("a truncated file: error %v", err)
	}
	if err := Groups(t.Context(), []string{filepath.Join(t.TempDir(), "none")}, 64, 2, nil, nil); err == nil {
		t.Error("a missing file was accepted")
	}
}

// TestPartitions checks the number of partitions, and which ones hold the lowest and highest keys.
func TestPartitions(t *testing.T) {
	for n := 1; n <= maxPartitions; n *= 2 {
		last := partitionOf(Key{^uint64(0), 0}, n)
		if first := partitionOf(Key{}, n); first != 0 || last != n-1 {
			t.Errorf("%d partitions: keys are from %d to %d", n, first, last)
		}
	}
	for records, want := range map[int64]int{0: 1, sortedRecords: 1, sortedRecords + 1: 2, 1 << 40: maxPartitions} {
		if n := Partitions(records); n != want {
			t.Errorf("%d records are divided into %d partitions, want %d", records, n, want)
		}
	}
}
