package formats

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// stored solves the puzzles in a file, and stores the result in a new file. The result has all of
// gridmill's columns, and the input columns other than puzzles and answers. read holds the options
// for reading the result. decisions holds the verdict of each row.
func stored(t *testing.T, file string) (path string, read ReadOptions, decisions []byte) {
	t.Helper()
	extras, err := ParseExtras(strings.Join(ExtraNames(), ","))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	var w Writer
	var encoded Encoded
	err = eachBatch([]string{file}, ReadOptions{Keep: Keep{all: true}, Training: &ColumnSet{}}, 300, func(r Reader, b *Batch) (err error) {
		if w == nil {
			read = r.Schema().ReadStored(false)
			if w, err = Create(&out, "rows.parquet", r.Schema(), WriteOptions{Stats: allColumns(t)}); err != nil {
				return err
			}
		}
		b.FindExtras(extras)
		for i := range b.Results {
			decisions = append(decisions, byte(b.Results[i].Verdict))
		}
		return writeBatch(w, b, &encoded)
	})
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return store(t, "rows.parquet", out.String()), read, decisions
}

// written writes all rows of a reader as JSON lines with all result columns, and returns the lines.
func written(t *testing.T, r Reader, size int) []string {
	t.Helper()
	extras, _ := ParseExtras(strings.Join(ExtraNames(), ","))
	extras, _ = extras.ForMorphs()
	all, _ := ParseStatistics("all")
	var out bytes.Buffer
	w, err := Create(&out, "out.jsonl", r.Schema(), WriteOptions{Stats: all.Or(extras.Columns)})
	if err != nil {
		t.Fatal(err)
	}
	var encoded Encoded
	for b := range batchesOf(t, r, NewBatch(size)) {
		if err := writeBatch(w, b, &encoded); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), r.Close()); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// TestTrainingRowsKeepAllColumns checks that selected and shuffled rows of a result keep the values
// of all columns. The input columns have many types.
func TestTrainingRowsKeepAllColumns(t *testing.T) {
	// Other encodings of these inputs need no test, because their results would be the same.
	files := map[string][]byte{"types": typedFile(t), "lists": encodedFile(t, "one page"), "gridmill's": goodFiles(t)["gridmill's, none"]}
	files["text"] = []byte("id,puzzle,note\n1," + puzzle(0) + ",\"a,b\"\n2," + puzzle(1) + ",\n3," + strings.Repeat(".", 81) + ",x\n4,,y\n5," + puzzle(2) + ",\n")
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			file := "in.parquet"
			if name == "text" {
				file = "in.csv"
			}
			rows, read, decisions := stored(t, store(t, file, string(data)))
			all := mustOpenWith(t, rows, read)
			if slices.ContainsFunc(all.Schema().Kept, func(f Field) bool { return !f.HasText() }) {
				t.Skip("JSON lines cannot hold its columns")
			}
			var want []string
			for i, line := range written(t, all, 100) {
				if decisions[i] == byte(solver.Unique) {
					want = append(want, line)
				}
			}
			if len(want) == 0 {
				t.Skip("no row of it is unique")
			}
			packed := packAll(t, rows, read, decisions)
			choice := Choice{Split: "s", Decisions: decisions, Decision: byte(solver.Unique)}
			for _, size := range []int{7, 5000} {
				chosen := NewChosen(mustOpenWith(t, rows, read), int64(len(decisions)), choice)
				if err := chosen.Seek(RowAt(0, int64(len(decisions))), 0, int64(len(want))); err != nil {
					t.Fatal(err)
				}
				if got := written(t, chosen, size); !slices.Equal(got, want) {
					t.Errorf("batches of %d: selected rows start with %.300q, want %.300q", size, got, want)
				}
				shuffled, err := NewShuffled(mustOpenWith(t, rows, read), func(int) ([]byte, error) { return slices.Clone(packed), nil }, choice)
				if err != nil {
					t.Fatal(err)
				}
				if err := shuffled.Seek(Position{}, 0, int64(len(want))); err != nil {
					t.Fatal(err)
				}
				got := written(t, shuffled, size)
				if len(got) > 20 && slices.Equal(got, want) {
					t.Errorf("batches of %d: rows are not shuffled", size)
				}
				slices.Sort(got)
				if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(got, sorted) {
					t.Errorf("batches of %d: shuffled rows start with %.300q, want %.300q", size, got, sorted)
				}
			}
		})
	}
}

// packAll encodes, in order, the rows whose decision is solver.Unique.
func packAll(t *testing.T, file string, o ReadOptions, decisions []byte) (packed []byte) {
	t.Helper()
	r := mustOpenWith(t, file, o)
	defer r.Close()
	for b := range batchesOf(t, r, NewBatch(50)) {
		for i := range b.Len() {
			if decisions[b.First+int64(i)] == byte(solver.Unique) {
				packed = b.EncodeRow(packed, i)
			}
		}
	}
	return packed
}

// TestMorphsOfTrainingRows checks that morphs are equivalent to their original and have matching
// solutions. The rows must not depend on the batch size or on where a reader starts.
func TestMorphsOfTrainingRows(t *testing.T) {
	rows, read, _ := stored(t, store(t, "in.txt", puzzle(0)+"\n"+puzzle(1)+"\n"+puzzle(2)+"\n"+puzzle(5)+"\n"))
	decisions := []byte{9, 0, 9, 9}
	const morphs = 12
	open := func() Reader {
		return NewChosen(mustOpenWith(t, rows, read), 4, Choice{Split: "s", Decisions: decisions, Decision: 9, Morphs: morphs, Seed: 7})
	}
	type row struct {
		puzzle, solution solver.Grid
		base             int64
		morph            int32
	}
	readFrom := func(at Position, first, n int64, size int) (all []row) {
		r := open()
		defer r.Close()
		if err := r.Seek(at, first, n); err != nil {
			t.Fatal(err)
		}
		for b := range batchesOf(t, r, NewBatch(size)) {
			for i := range b.Len() {
				file, line := b.Origin(i)
				if file != "s" || b.IsBase(i) != (len(all)%(1+morphs) == 0) {
					t.Errorf("row %d has the origin %s, original: %v", i, file, b.IsBase(i))
				}
				all = append(all, row{b.Puzzles[i], b.Results[i].Solution, line, b.morphIndex[i]})
			}
		}
		return all
	}
	want := readFrom(RowAt(0, 4), 0, 3*(1+morphs), 1000)
	if len(want) != 3*(1+morphs) {
		t.Fatalf("%d rows", len(want))
	}
	var f canon.Form
	for i, r := range want {
		base := want[i-i%(1+morphs)]
		if r.base != []int64{1, 3, 4}[i/(1+morphs)] || int(r.morph) != i%(1+morphs) {
			t.Errorf("row %d is morph %d of row %d", i, r.morph, r.base)
		}
		if r.morph > 0 && r.puzzle == base.puzzle {
			t.Errorf("row %d is its original", i)
		}
		var own, of solver.Grid
		f.Minlex(&own, &r.puzzle)
		f.Minlex(&of, &base.puzzle)
		if own != of {
			t.Errorf("row %d is not a morph of its original", i)
		}
		for k, c := range r.puzzle {
			if c != solver.Blank && c != r.solution[k] {
				t.Errorf("row %d: the solution does not match the puzzle", i)
			}
		}
	}
	for _, size := range []int{1, 5, 13} {
		if got := readFrom(RowAt(0, 4), 0, 3*(1+morphs), size); !slices.Equal(got, want) {
			t.Errorf("rows differ in batches of %d", size)
		}
		if got := readFrom(RowAt(1, 4), 1+morphs, 2*(1+morphs), size); !slices.Equal(got, want[1+morphs:]) {
			t.Errorf("rows from the second original on differ in batches of %d", size)
		}
	}
}

// TestRowsBeforeAnErrorAreTrainingRows selects rows 0 and 3 of a result with three rows. The reader
// must return row 0, and then an error.
func TestRowsBeforeAnErrorAreTrainingRows(t *testing.T) {
	rows, read, _ := stored(t, store(t, "in.txt", puzzle(0)+"\n"+puzzle(1)+"\n"+puzzle(2)+"\n"))
	r := NewChosen(mustOpenWith(t, rows, read), 3, Choice{Split: "s", Decisions: []byte{9, 0, 0, 9}, Decision: 9})
	defer r.Close()
	if err := r.Seek(RowAt(0, 3), 0, 2); err != nil {
		t.Fatal(err)
	}
	b := NewBatch(2)
	if err := r.Read(b); err != nil || b.Len() != 1 || b.Parse() != nil || b.Puzzles[0].String() != puzzle(0) {
		t.Errorf("%d rows, error %v, want the first row", b.Len(), err)
	}
	if err := r.Read(b); err == nil || b.Len() != 0 {
		t.Errorf("%d rows, error %v, want an error", b.Len(), err)
	}
}

// FuzzPackedRows checks that decoding damaged rows never panics.
func FuzzPackedRows(f *testing.F) {
	f.Add(bytes.Repeat([]byte{200, 0, 0, 0}, 60))
	f.Add(append([]byte{180, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, bytes.Repeat([]byte{1}, 168)...))
	f.Fuzz(func(_ *testing.T, packed []byte) {
		s := &shuffled{trainingRows: &trainingRows{Choice: Choice{Split: "s"}}}
		rows, err := s.sort(packed)
		if err != nil || len(rows.rows) == 0 {
			return
		}
		s.current, s.end = rows, int64(len(rows.rows))
		b := NewBatch(100)
		for s.Read(b) == nil {
			if b.Parse() != nil {
				return
			}
		}
	})
}
