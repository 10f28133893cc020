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
	path := filepath.Join(t.TempDir(), "in.csv")
	if err := os.WriteFile(path, []byte(testkit.Puzzles(t, n)), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
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
}

func (s partsSetup) format() formats.Format {
	f, _ := formats.ParseFormat(s.extension)
	return f
}

func (s partsSetup) open(t *testing.T) formats.Reader {
	t.Helper()
	reader, err := formats.Open([]string{s.input}, formats.ReadOptions{Keep: formats.ParseKeep("all")})
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

func (s partsSetup) plan(t *testing.T) *Plan {
	t.Helper()
	reader := s.open(t)
	defer reader.Close()
	recipe := Recipe{Solver: "test", Options: map[string]any{"max_guesses": 500}, Extension: s.extension, PartRows: s.partRows}
	p, err := MakePlan(t.Context(), "v1", recipe, files.StatesOf([]string{s.input}), reader, nil)
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
	defer reader.Close()
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
	stats, _ := formats.ParseStatistics("all")
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
			return formats.Create(w, "", reader.Schema(), formats.WriteOptions{Format: s.format(), Stats: stats})
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
	text, err := os.ReadFile(input)
	if err != nil {
		t.Fatal(err)
	}
	var whole strings.Builder
	wantTotals := solveWhole(t, string(text), &whole)
	header := whole.String()[:strings.IndexByte(whole.String(), '\n')+1]
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
					wantParts(t, s, whole.String(), header)
				}
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("parts of %d rows as %s: %d workers with batches of %d make different files", partRows, extension, how[0], how[1])
				}
			}
		}
	}
}

// solveWhole solves CSV text without dividing it into parts, and writes the result to out.
func solveWhole(t *testing.T, text string, out io.Writer) *pipeline.Totals {
	t.Helper()
	reader, err := formats.Open([]string{"-"}, formats.ReadOptions{Column: "puzzle", Keep: formats.ParseKeep("all"), Stdin: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	stats, _ := formats.ParseStatistics("all")
	w, err := formats.Create(out, "x.csv", reader.Schema(), formats.WriteOptions{Stats: stats})
	if err != nil {
		t.Fatal(err)
	}
	totals, err := pipeline.Run(t.Context(), pipeline.Config{
		Reader: reader, Writers: []formats.Writer{w}, NewSolver: testkit.NewSolver, Workers: 2, BatchRows: 4096,
	})
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return totals
}

// wantParts checks that the parts have the rows of the CSV text. For Parquet, it checks only IDs.
func wantParts(t *testing.T, s partsSetup, whole, header string) {
	t.Helper()
	var got strings.Builder
	got.WriteString(header)
	files := (&Directory{path: s.dir}).PartPaths(s.plan(t))
	for _, file := range files {
		reader, err := formats.Open([]string{file}, formats.ReadOptions{Keep: formats.ParseKeep("all")})
		if err != nil {
			t.Fatal(err)
		}
		var rows strings.Builder
		w, err := formats.Create(&rows, "x.csv", reader.Schema(), formats.WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if s.extension == "csv" {
			text, _ := os.ReadFile(file)
			got.WriteString(strings.TrimPrefix(string(text), header))
			continue
		}
		// Compare only the IDs, which are kept from the input.
		if _, err := pipeline.Run(t.Context(), pipeline.Config{Reader: reader, Writers: []formats.Writer{w}, NewSolver: testkit.NewIdle, Workers: 1, BatchRows: 500}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(rows.String()) {
			if fields := strings.Split(line, ","); fields[0] != "id" {
				got.WriteString(fields[0] + "\n")
			}
		}
	}
	if s.extension == "csv" {
		if got.String() != whole {
			t.Errorf("parts of %d rows do not have the rows of the whole file", s.partRows)
		}
		return
	}
	var ids strings.Builder
	for i := range strings.Count(whole, "\n") - 1 {
		fmt.Fprintf(&ids, "%d\n", i)
	}
	if got.String() != header+ids.String() {
		t.Errorf("the Parquet parts of %d rows do not have every row once, in order", s.partRows)
	}
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
