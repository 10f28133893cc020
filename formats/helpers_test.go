package formats

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// TestMain makes garbage collection less frequent, to save time. Most tests use little memory. The
// memory limit keeps the heap small after tests that use gigabytes. TestMain also halves the number
// of random checks per test.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(512 << 20)
	flag.Set("rapid.checks", "50") // unless the command line sets this flag
	os.Exit(m.Run())
}

var keepAll = ReadOptions{Keep: ParseKeep("all")}

// solved is the grid from which tests derive their puzzles.
const solved = testkit.Solved

// outcome is the result of a row, in a comparable form.
type outcome struct {
	File    string
	Line    int64
	Puzzle  string // empty if the row is not a puzzle
	Verdict string
	Reason  string
	Answer  string
}

// eachBatch reads files in batches of the given size. It solves each batch and then calls f.
func eachBatch(files []string, o ReadOptions, size int, f func(r Reader, b *Batch) error) (err error) {
	r, err := Open(files, o)
	if err != nil {
		return err
	}
	defer func() {
		if closed := r.Close(); err == nil {
			err = closed
		}
	}()
	for b := NewBatch(size); ; {
		if err := r.Read(b); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := b.Parse(); err != nil {
			return err
		}
		testkit.Solver().Solve(b.Puzzles, b.Results)
		b.CompleteResults()
		if err := f(r, b); err != nil {
			return err
		}
	}
}

// batchesOf reads and parses the remaining batches of r into b. If an error occurs, the test fails.
func batchesOf(t rapid.TB, r Reader, b *Batch) iter.Seq[*Batch] {
	return func(yield func(*Batch) bool) {
		for {
			err := r.Read(b)
			if errors.Is(err, io.EOF) {
				return
			}
			if err == nil {
				err = b.Parse()
			}
			if err != nil {
				t.Fatal(err)
			}
			if !yield(b) {
				return
			}
		}
	}
}

func outcomes(files []string, o ReadOptions, size int) ([]outcome, error) {
	var all []outcome
	err := eachBatch(files, o, size, func(_ Reader, b *Batch) error {
		for i := range b.Len() {
			file, line := b.Origin(i)
			out := outcome{
				File: filepath.Base(file), Line: line, Puzzle: string(b.grid(ofPuzzle, i)),
				Verdict: b.Results[i].Verdict.String(), Reason: b.Reasons[i].Code(),
			}
			if len(b.Answers) > 0 {
				out.Answer = b.Answers[i].String()
			}
			all = append(all, out)
		}
		return nil
	})
	return all, err
}

func mustOutcomes(t testing.TB, file string, o ReadOptions) []outcome {
	t.Helper()
	all, err := outcomes([]string{file}, o, 100)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// writeBatch encodes and writes a batch. It reuses the memory of e.
func writeBatch(w Writer, b *Batch, e *Encoded) (err error) {
	if *e, err = w.Encode(b, *e); err != nil {
		return err
	}
	return w.Write(b, *e)
}

// convertTo reads files, solves the puzzles, and writes an output with the given name to out.
func convertTo(out io.Writer, files []string, o ReadOptions, name string, w WriteOptions, size int) error {
	r, err := Open(files, o)
	if err != nil {
		return err
	}
	writer, err := Create(out, name, r.Schema(), w)
	if err != nil {
		return err
	}
	if err := r.Close(); err != nil {
		return err
	}
	var encoded Encoded
	err = eachBatch(files, o, size, func(_ Reader, b *Batch) error {
		return writeBatch(writer, b, &encoded)
	})
	if err != nil {
		return err
	}
	return writer.Close()
}

// convert is like convertTo, but returns the bytes of the output.
func convert(files []string, o ReadOptions, name string, w WriteOptions, size int) ([]byte, error) {
	var out bytes.Buffer
	err := convertTo(&out, files, o, name, w, size)
	return out.Bytes(), err
}

func mustConvert(t rapid.TB, files []string, o ReadOptions, name string, w WriteOptions, size int) []byte {
	t.Helper()
	out, err := convert(files, o, name, w, size)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// These helpers are shared with other packages.
var (
	puzzle    = testkit.Puzzle
	nested    = testkit.Nested
	solution  = testkit.Solution
	genField  = testkit.Field
	store     = testkit.Store
	storeIn   = testkit.StoreIn
	wantError = testkit.WantError
)

// fieldsIn splits a row into fields and removes the quotes.
func fieldsIn(row string, delimiter byte) (fields []string) {
	for it := scan.FieldsOf([]byte(row), delimiter); it.Next(); {
		fields = append(fields, string(scan.AppendUnquoted(nil, it.Field)))
	}
	return fields
}

// solvedInput returns a batch with the first rows of a file, and the schema of the file. All
// puzzles get the same solution.
func solvedInput(t testing.TB, file string, o ReadOptions) (*Batch, *Schema) {
	t.Helper()
	r := mustOpenWith(t, file, o)
	b := NewBatch(SectionRows)
	if err := errors.Join(r.Read(b), b.Parse(), r.Close()); err != nil {
		t.Fatal(err)
	}
	for i := range b.Results {
		b.Results[i] = solver.Result{Solution: solver.Grid([]byte(solution(0))), Verdict: solver.Unique, Count: 1}
	}
	b.CompleteResults()
	return b, r.Schema()
}
