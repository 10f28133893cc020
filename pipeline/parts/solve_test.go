package parts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// puzzleFile writes the text of testkit.Puzzles to a file and returns the file's path.
func puzzleFile(t *testing.T, n int) string {
	t.Helper()
	return testkit.Store(t, "in.csv", testkit.Puzzles(t, n))
}

// partsSetup describes a run that solves a CSV file in parts.
type partsSetup struct {
	input, dir, extension string
	partRows              int64
	workers, batch        int
	shard                 Shard
	newSolver             func() (solver.Solver, error)
	wrap                  func(formats.Reader) formats.Reader // wraps the reader of the run; may be nil
	published             func()                              // called when a part has been published; may be nil
	later                 []string                            // more inputs, which are read after input
}

func (s partsSetup) inputs() []string { return append([]string{s.input}, s.later...) }

func (s partsSetup) open(t *testing.T) formats.Reader {
	t.Helper()
	return testkit.Open(t, formats.ReadOptions{Keep: formats.ParseKeep("all")}, s.inputs()...)
}

func (s partsSetup) plan(t *testing.T) *Plan {
	t.Helper()
	recipe := Recipe{Solver: "test", Options: map[string]any{"max_guesses": 500}, Extension: s.extension, PartRows: s.partRows}
	p, err := MakePlan(t.Context(), "v1", recipe, files.StatesOf(s.inputs()), s.open(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.check(); err != nil {
		t.Fatal(err)
	}
	return p
}

func (s partsSetup) run(ctx context.Context, t *testing.T) (outcome *Outcome, err error) {
	t.Helper()
	p := s.plan(t)
	reader := s.open(t)
	d, err := OpenDirectory(s.dir, Shard{})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	if s.wrap != nil {
		reader = s.wrap(reader)
	}
	if s.newSolver == nil {
		s.newSolver = testkit.NewSolver
	}
	options := testkit.AllStats(t)
	options.Format, _ = formats.ParseFormat(s.extension)
	var published atomic.Int64
	defer func() {
		if n := int(published.Load()); outcome != nil && n != outcome.Solved.Parts {
			t.Errorf("%d parts were reported, and %d solved", n, outcome.Solved.Parts)
		}
	}()
	return Solve(ctx, Config{
		Config:    pipeline.Config{Reader: reader, NewSolver: s.newSolver, Workers: s.workers, BatchRows: s.batch},
		Directory: d, Plan: p, Shard: s.shard,
		Create: func(w io.Writer) (formats.Writer, error) {
			return formats.Create(w, "", reader.Schema(), options)
		},
		Found: func(_, _ Count) {}, Damaged: func(pipeline.Faults) {},
		Enter: func(pipeline.Phase, pipeline.Counter, int64) {},
		Published: func(Made) {
			published.Add(1)
			if s.published != nil {
				s.published()
			}
		},
	})
}

// readAll returns the contents of the files in a directory, by file name.
func readAll(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"*", "_gridmill/*", ".*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if text, err := os.ReadFile(name); err == nil {
				files[strings.TrimPrefix(name, dir)] = string(text)
			}
		}
	}
	return files
}

// TestPartsAreTheRowsOfOneFile checks that parts contain the same rows as a single file. The parts
// must not depend on the number of workers or the batch size.
func TestPartsAreTheRowsOfOneFile(t *testing.T) {
	const rows = 9001
	input := puzzleFile(t, rows)
	whole, wantTotals := solveWhole(t, string(testkit.Read(t, input)))
	for _, partRows := range []int64{1000, 4096, 20_000} {
		for _, extension := range []string{"csv", "parquet"} {
			var want map[string]string
			for _, how := range [][2]int{{1, 10_000}, {3, 100}} {
				s := partsSetup{input: input, dir: t.TempDir(), extension: extension, partRows: partRows, workers: how[0], batch: how[1]}
				outcome, err := s.run(t.Context(), t)
				if err != nil {
					t.Fatal(err)
				}
				if n := int((rows + partRows - 1) / partRows); outcome.Solved != (Count{n, rows}) || outcome.Taken != (Count{}) {
					t.Fatalf("parts of %d rows: %+v", partRows, outcome)
				}
				wantEqualTotals(t, &outcome.Totals, wantTotals)
				got := readAll(t, s.dir)
				if want == nil {
					want = got
					wantParts(t, s, whole)
				}
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("parts of %d rows as %s: %d workers with batches of %d make different files", partRows, extension, how[0], how[1])
				}
			}
		}
	}
}

// solveWhole solves CSV text without dividing it into parts, and returns the result as CSV.
func solveWhole(t *testing.T, text string) (string, *pipeline.Totals) {
	t.Helper()
	return asCSV(t, pipeline.Config{
		Reader:    testkit.Open(t, formats.ReadOptions{Column: "puzzle", Keep: formats.ParseKeep("all"), Stdin: strings.NewReader(text)}),
		NewSolver: testkit.NewSolver, Workers: 2, BatchRows: 4096,
	})
}

// keeping is a solver that does not change the results that were read.
type keeping struct{}

func (keeping) Solve([]solver.Grid, []solver.Result) {}

// wantParts checks that the parts, in order, have the rows of the CSV text.
func wantParts(t *testing.T, s partsSetup, whole string) {
	t.Helper()
	parts := (&Directory{path: s.dir}).PartPaths(s.plan(t))
	got, _ := asCSV(t, pipeline.Config{
		Reader:    testkit.Open(t, formats.ReadOptions{Keep: formats.ParseKeep("all"), Results: formats.TakeResults}, parts...),
		NewSolver: func() (solver.Solver, error) { return keeping{}, nil }, Workers: 1, BatchRows: 500,
	})
	if got != whole {
		t.Errorf("parts of %d rows as %s do not have the rows of the whole file", s.partRows, s.extension)
	}
}

// asCSV returns the output of a run as CSV with all statistics.
func asCSV(t *testing.T, c pipeline.Config) (string, *pipeline.Totals) {
	t.Helper()
	var out strings.Builder
	w := testkit.Create(t, &out, "x.csv", c.Reader, testkit.AllStats(t))
	c.Writers = []formats.Writer{w}
	totals, err := pipeline.Run(t.Context(), c)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String(), totals
}

func wantEqualTotals(t *testing.T, got, want *pipeline.Totals) {
	t.Helper()
	a, b := *got, *want
	for _, totals := range []*pipeline.Totals{&a, &b} { // ignore file names, because solveWhole reads standard input
		totals.Hardest = slices.Clone(totals.Hardest)
		for i := range totals.Hardest {
			totals.Hardest[i].File = ""
		}
		totals.Reasons = slices.Clone(totals.Reasons)
		for i := range totals.Reasons {
			totals.Reasons[i].File = ""
		}
	}
	if string(exactjson.Encode(&a)) != string(exactjson.Encode(&b)) {
		t.Errorf("totals\n%s\nwant\n%s", exactjson.Encode(&a), exactjson.Encode(&b))
	}
}

func TestRangesAreShort(t *testing.T) {
	for text, numbers := range map[string][]int{"": nil, "3": {3}, "0-1": {0, 1}, "0,2-4,9": {0, 2, 3, 4, 9}} {
		if got := strings.Join(ranges(numbers), ","); got != text {
			t.Errorf("%v: %s, want %s", numbers, got, text)
		}
	}
}

// TestUnexpectedFilesAreRefusedBeforeSolving checks that a run with an unexpected file fails before
// it solves any puzzle.
func TestUnexpectedFilesAreRefusedBeforeSolving(t *testing.T) {
	s := partsSetup{input: puzzleFile(t, 10), dir: filepath.Join(t.TempDir(), "out"), extension: "csv", partRows: 4, workers: 1, batch: 10}
	if _, err := s.run(t.Context(), t); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(
		os.WriteFile(filepath.Join(s.dir, "more.csv.gz"), []byte("x"), 0o666),
		os.Remove(filepath.Join(s.dir, "part-000001.csv")),
	); err != nil {
		t.Fatal(err)
	}
	s.newSolver = func() (solver.Solver, error) { return nil, errors.New("solving has started") }
	if _, err := s.run(t.Context(), t); err == nil || !strings.Contains(err.Error(), "more.csv.gz is not in the plan") {
		t.Errorf("error %v", err)
	}
}
