package folder

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

const (
	puzzleText   = testkit.Clued
	solutionText = testkit.Solved
)

// puzzles is CSV with three rows and the columns of sudoku-extreme. The last source has a comma.
var puzzles = `source,question,answer,rating
forum,` + puzzleText + `,` + solutionText + `,3
forum,..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..,519748632783652419426139875357986241264317598198524367975863124832491756641275983,0
"a, ""b""",` + solutionText[:80] + `.,` + solutionText + `,
`

// rowsOf returns a batch with the solved rows of a CSV text, and their schema.
func rowsOf(t *testing.T, text, keep string) (*formats.Batch, *formats.Schema) {
	t.Helper()
	path := testkit.Store(t, "in.csv", text)
	r, err := formats.Open([]string{path}, formats.ReadOptions{Keep: formats.ParseKeep(keep)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	b := formats.NewBatch(100)
	if err := errors.Join(r.Read(b), b.Parse()); err != nil {
		t.Fatal(err)
	}
	testkit.Solver().Solve(b.Puzzles, b.Results)
	b.CompleteResults()
	return b, r.Schema()
}

// filesOf returns the files that a layout writes for a split with two parts. Both parts hold b.
func filesOf(t *testing.T, l Layout, b *formats.Batch, rows *formats.Schema) map[string]string {
	t.Helper()
	set := &Set{Splits: []Split{{Name: "train", Bases: 2, Morphs: int64(b.Len()) - 1}}}
	split := &set.Splits[0]
	if err := l.Check(set); err != nil {
		t.Fatal(err)
	}
	made := map[string]string{}
	add := func(path string, write func(io.Writer) error) {
		t.Helper()
		if _, there := made[path]; there {
			t.Errorf("%s is written twice", path)
		}
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		made[path] = out.String()
	}
	for _, table := range l.Tables(split.Name) {
		var parts []string
		for range 2 {
			parts = append(parts, partOf(t, table, b, rows))
		}
		if table.Join != nil {
			add(table.Path, func(w io.Writer) error { return table.Join(context.Background(), w, split, parts) })
			continue
		}
		for i, part := range parts {
			add(fmt.Sprintf(table.Path, i, len(parts)), func(w io.Writer) error { return copyFile(context.Background(), w, part, make([]byte, 100)) })
		}
	}
	for _, extra := range l.Extras(set) {
		add(extra.Path, extra.Write)
	}
	return made
}

func partOf(t *testing.T, table Table, b *formats.Batch, rows *formats.Schema) (path string) {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := table.Create(f, rows)
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.Encode(b, nil)
	if err := errors.Join(err, w.Write(b, e), w.Close()); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// TestIndicesOfHRM checks the arrays that say where the examples and the groups of a split start.
func TestIndicesOfHRM(t *testing.T) {
	b, rows := rowsOf(t, puzzles, "none")
	got := filesOf(t, hrm{}, b, rows)
	checkInts(t, got["train/all__puzzle_identifiers.npy"], []int32{0, 0, 0, 0, 0, 0})
	checkInts(t, got["train/all__puzzle_indices.npy"], []int32{0, 1, 2, 3, 4, 5, 6})
	checkInts(t, got["train/all__group_indices.npy"], []int32{0, 3, 6})
}

func checkInts(t *testing.T, file string, numbers []int32) {
	t.Helper()
	want := npyrows.Array{Type: "<i4"}.AppendHeader(nil, int64(len(numbers)))
	for _, n := range numbers {
		want = binary.LittleEndian.AppendUint32(want, uint32(n))
	}
	if file != string(want) {
		t.Errorf("the array is\n%q\nwant\n%q", file, want)
	}
}

func TestHRMRefusesWhatItCannotIndex(t *testing.T) {
	for rows, fits := range map[int64]bool{math.MaxInt32: true, math.MaxInt32 + 1: false} {
		set := &Set{Splits: []Split{{Name: "test", Bases: 5}, {Name: "train", Bases: rows}}}
		err := hrm{}.Check(set)
		if fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "train would have 2147483648 rows") {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}

// TestRowsDoNotAllocate checks that hrm, npy, rrn and csv encode a batch without allocating.
func TestRowsDoNotAllocate(t *testing.T) {
	row := "forum," + puzzleText + "," + solutionText + ",3\n"
	b, rows := rowsOf(t, "source,question,answer,rating\n"+strings.Repeat(row, 90), "all")
	for _, layout := range []string{"hrm", "npy", "rrn", "csv"} {
		l, err := New(layout, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range l.Tables("train") {
			w, err := table.Create(io.Discard, rows)
			if err != nil {
				t.Fatal(err)
			}
			var e formats.Encoded
			if n := testing.AllocsPerRun(10, func() {
				if e, err = w.Encode(b, e); err != nil {
					t.Fatal(err)
				}
				if err := w.Write(b, e); err != nil {
					t.Fatal(err)
				}
			}); n > 0 {
				t.Errorf("%s: encoding a batch takes %v allocations", table.Path, n)
			}
		}
	}
}

// TestLayoutsInOneFolder checks that csv and rrn are the only layouts that share a file name.
func TestLayoutsInOneFolder(t *testing.T) {
	set := &Set{Splits: []Split{{Name: "train"}, {Name: "test"}}}
	for i, first := range Names() {
		for _, second := range Names()[i+1:] {
			var both []Layout
			for _, name := range []string{first, second} {
				l, err := New(name, Options{})
				if err != nil {
					t.Fatal(err)
				}
				both = append(both, l)
			}
			err := Check(both, set)
			if same := first == "rrn" && second == "csv"; same != (err != nil) || same && !strings.Contains(err.Error(), "train.csv") {
				t.Errorf("%s and %s: %v", first, second, err)
			}
		}
	}
}
