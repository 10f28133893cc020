package folder

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
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
	if err := r.Read(b); err != nil {
		t.Fatal(err)
	}
	if err := b.Parse(); err != nil {
		t.Fatal(err)
	}
	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	if err != nil {
		t.Fatal(err)
	}
	s.Solve(b.Puzzles, b.Results)
	b.CompleteResults()
	return b, r.Schema()
}

// filesOf returns the files that a layout writes for a split with two parts. Both parts hold b.
func filesOf(t *testing.T, l Layout, b *formats.Batch, rows *formats.Schema) map[string]string {
	t.Helper()
	set := &Set{Splits: []Split{{Name: "train", Bases: 2, Morphs: int64(b.Len()) - 1, NumParts: 2}}}
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
		for range split.NumParts {
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

// partOf writes a batch as a part of a table, and returns the path of the part.
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
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(b, e); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// made solves the puzzles in a CSV text and returns the resulting files of the named layout.
func made(t *testing.T, name, text, keep string, inputs ...string) map[string]string {
	t.Helper()
	l, err := New(name, Options{Inputs: inputs})
	if err != nil {
		t.Fatal(err)
	}
	b, rows := rowsOf(t, text, keep)
	return filesOf(t, l, b, rows)
}

// cells returns grids as bytes: blank for a blank cell, and blank+d for the digit d.
func cells(grids []string, blank byte) string {
	var text []byte
	for _, c := range []byte(strings.Join(grids, "")) {
		digit := byte(0)
		if c != solver.Blank {
			digit = c - '0'
		}
		text = append(text, digit+blank)
	}
	return string(text)
}

// grids returns the puzzles and solutions in the CSV text puzzles, each of them twice, because
// filesOf writes two parts with the same rows.
func grids(t *testing.T) (questions, answers []string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(puzzles)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, row := range rows[1:] {
			questions, answers = append(questions, row[1]), append(answers, row[2])
		}
	}
	return questions, answers
}

func TestHRM(t *testing.T) {
	got := made(t, "hrm", puzzles, "none")
	questions, answers := grids(t)
	ints := func(dtype string, n int, text string) string {
		return string(npyrows.Array{Type: dtype}.AppendHeader(nil, int64(n))) + text
	}
	want := map[string]string{
		"identifiers.json":                  "[\"<blank>\"]\n",
		"train/all__inputs.npy":             string(cellArray.AppendHeader(nil, 6)) + cells(questions, 1),
		"train/all__labels.npy":             string(cellArray.AppendHeader(nil, 6)) + cells(answers, 1),
		"train/all__puzzle_identifiers.npy": ints("<i4", 6, strings.Repeat("\x00", 24)),
		"train/all__puzzle_indices.npy": ints("<i4", 7,
			"\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x05\x00\x00\x00\x06\x00\x00\x00"),
		"train/all__group_indices.npy": ints("<i4", 3, "\x00\x00\x00\x00\x03\x00\x00\x00\x06\x00\x00\x00"),
		"train/dataset.json": `{"pad_id":0,"ignore_label_id":0,"blank_identifier_id":0,"vocab_size":11,"seq_len":81,` +
			`"num_puzzle_identifiers":1,"total_groups":2,"mean_puzzle_examples":1,"total_puzzles":2,"sets":["all"]}` + "\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
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

// TestLayoutsInOneFolder checks that csv and rrn, but no other two layouts, share a file name.
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
