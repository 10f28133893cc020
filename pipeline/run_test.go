package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// setup describes a run that reads CSV text from memory and writes to memory.
type setup struct {
	input          io.Reader
	output         io.Writer
	name           string // name of the output; determines its format
	workers, batch int
	newSolver      func() (solver.Solver, error)
}

func (s setup) run(ctx context.Context) (*Totals, error) {
	reader, err := formats.Open([]string{"-"}, formats.ReadOptions{
		Format: formats.CSV, Column: "puzzle", Keep: formats.ParseKeep("all"), Stdin: s.input,
	})
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	stats, err := formats.ParseStatistics("all")
	if err != nil {
		return nil, err
	}
	pages := "" // compression of pages: snappy for the name "snappy.parquet"
	if kind, rest, _ := strings.Cut(s.name, "."); rest == "parquet" && kind != "x" && kind != "out" {
		pages = kind
	}
	w, err := formats.Create(s.output, s.name, reader.Schema(), formats.WriteOptions{Stats: stats, Compression: pages})
	if err != nil {
		return nil, err
	}
	if s.newSolver == nil {
		s.newSolver = testkit.NewSolver
	}
	totals, err := Run(ctx, Config{
		Reader: reader, Writers: []formats.Writer{w}, NewSolver: s.newSolver,
		Workers: s.workers, BatchRows: s.batch, Progress: new(Progress),
	})
	if err != nil {
		return nil, err
	}
	return totals, w.Close()
}

// sequential wraps a solver to hide its ability to work ahead.
type sequential struct{ solver.Solver }

func newSequential() (solver.Solver, error) {
	s, err := testkit.NewSolver()
	return sequential{s}, err
}

// TestOutputDoesNotDependOnWorkersOrBatches runs with various batch sizes and numbers of workers.
// Each output must equal that of one worker whose solver does not work ahead.
func TestOutputDoesNotDependOnWorkersOrBatches(t *testing.T) {
	const rows = 5000 // more than formats.SectionRows
	input := testkit.Puzzles(t, rows)
	for _, name := range []string{"out.csv", "out.txt", "out.jsonl", "out.parquet", "out.arrow", "out.csv.zst"} {
		var reference bytes.Buffer
		wantTotals, err := setup{strings.NewReader(input), &reference, name, 1, 4096, newSequential}.run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := reference.Bytes()
		runs := [][2]int{{2, 7}, {7, 1000}, {1, 10000}, {7, 2}}
		if testing.Short() {
			runs = runs[:2]
		}
		for _, run := range runs {
			workers, batch := run[0], run[1]
			var out bytes.Buffer
			s := setup{strings.NewReader(input), &out, name, workers, batch, nil}
			totals, err := s.run(t.Context())
			if err != nil {
				t.Fatalf("%s, %d workers, batches of %d: %v", name, workers, batch, err)
			}
			if !bytes.Equal(out.Bytes(), want) {
				t.Errorf("%s: %d workers and batches of %d give different bytes", name, workers, batch)
			}
			if fmt.Sprint(totals) != fmt.Sprint(wantTotals) {
				t.Errorf("%s: %d workers and batches of %d give different totals", name, workers, batch)
			}
		}
		if wantTotals.Rows != rows {
			t.Errorf("%s: %d rows, want %d", name, wantTotals.Rows, rows)
		}
	}
}

// held is a solver that solves the second puzzle only after the first row has been flushed.
type held struct {
	solver.Solver
	solved  *atomic.Int32
	flushed chan struct{}
}

func (h held) Solve(puzzles []solver.Grid, results []solver.Result) {
	if h.solved.Add(1) == 2 {
		<-h.flushed
	}
	h.Solver.Solve(puzzles, results)
}

// TestRowsAreFlushedBeforeWaiting checks that a solved row is flushed while the solver is solving
// the next row. The solver waits for the flush, so a run that does not flush would never end.
func TestRowsAreFlushedBeforeWaiting(t *testing.T) {
	var out bytes.Buffer
	var solved atomic.Int32
	h := held{solved: &solved, flushed: make(chan struct{})}
	reader := testkit.Open(t, formats.ReadOptions{Format: formats.CSV, Stdin: strings.NewReader(testkit.Puzzles(t, 20))})
	w := testkit.Create(t, &out, "out.csv", reader, formats.WriteOptions{})
	flush := sync.OnceFunc(func() { close(h.flushed) })
	if _, err := Run(t.Context(), Config{
		Reader: reader, Writers: []formats.Writer{w}, Workers: 1, BatchRows: 1,
		NewSolver: func() (_ solver.Solver, err error) {
			h.Solver, err = newSequential()
			return h, err
		},
		Flush: func() error {
			if bytes.Count(out.Bytes(), []byte{'\n'}) == 2 { // the header and the first row
				flush()
			}
			return nil
		},
	}); err != nil {
		t.Fatal(err)
	}
}

// endless is a reader that repeats the same rows forever.
type endless struct {
	rows []byte
	pos  int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.rows[e.pos:])
	e.pos = (e.pos + n) % len(e.rows)
	return n, nil
}

// panicking is a solver with a bug.
type panicking struct{}

func (panicking) Solve([]solver.Grid, []solver.Result) { panic("no such cell") }

// wantNoGoroutines fails the test if a run has left goroutines behind.
func wantNoGoroutines(t *testing.T, before int) {
	t.Helper()
	for range 6000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines are still running:\n%s", runtime.NumGoroutine()-before, stacks[:runtime.Stack(stacks, true)])
}

func TestRunStops(t *testing.T) {
	unplugged := errors.New("the cable was pulled")
	gone := errors.New("the caller has gone")
	rows := []byte("puzzle\n" + strings.Repeat(strings.Repeat(".", 80)+"1\n", 100))
	cases := []struct {
		name string
		s    setup
		want error
		text string
	}{
		{"when the context ends", setup{&endless{rows: rows}, io.Discard, "x.csv", 3, 10, nil}, gone, ""},
		{"when the writer fails", setup{&endless{rows: rows}, &torn{1 << 20}, "x.csv", 3, 10, nil}, errTorn, ""},
		{"when a compressed writer fails", setup{&endless{rows: rows}, &torn{1 << 12}, "x.csv.zst", 3, 10, nil}, errTorn, ""},
		{"when Parquet fails", setup{&endless{rows: rows}, &torn{1 << 12}, "x.parquet", 3, 1000, nil}, errTorn, ""},
		{"when the reader fails", setup{io.MultiReader(bytes.NewReader(rows), errorReader{unplugged}), io.Discard, "x.csv", 3, 10, nil}, unplugged, ""},
		{"when a writer panics", setup{&endless{rows: rows}, panickingWriter{}, "x.csv", 3, 10, nil}, nil, "this is a bug in gridmill, found while writing"},
		{"when a solver panics", setup{&endless{rows: rows}, io.Discard, "x.csv", 3, 10,
			func() (solver.Solver, error) { return panicking{}, nil }}, nil, "this is a bug in gridmill, found while solving rows"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			if errors.Is(c.want, gone) {
				time.AfterFunc(50*time.Millisecond, func() { cancel(gone) })
			}
			_, err := c.s.run(ctx)
			if c.want != nil && !errors.Is(err, c.want) || err == nil || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v", err)
			}
			var defect *DefectError
			if errors.As(err, &defect) != strings.HasPrefix(c.text, "this is a bug") {
				t.Errorf("errors.As misreports whether this is a defect: %v", err)
			}
			wantNoGoroutines(t, before)
		})
	}
}

// panickingWriter is an io.Writer with a bug.
type panickingWriter struct{}

func (panickingWriter) Write([]byte) (int, error) { panic("no such byte") }

type errorReader struct{ err error }

func (e errorReader) Read([]byte) (int, error) { return 0, e.err }

// TestSteadyRunDoesNotAllocate checks that a run with ten times as many rows makes hardly any more
// allocations.
func TestSteadyRunDoesNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector also allocates")
	}
	const rows = 6 * 4096
	line := "7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	short, long := "id,puzzle\n"+strings.Repeat(line, rows), "id,puzzle\n"+strings.Repeat(line, 10*rows)
	// The Parquet index takes some memory for each page of each column.
	allowed := map[string]float64{"x.csv": 0.001, "x.txt": 0.001, "x.parquet": 100. / 4096}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for name, limit := range allowed {
		allocations := func(input string) float64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			s := setup{strings.NewReader(input), io.Discard, name, 2, 4096, testkit.NewSolver}
			if _, err := s.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			return float64(after.Mallocs - before.Mallocs)
		}
		allocations(short) // fills pools
		more := allocations(long) - allocations(short)
		perRow := more / (9 * rows)
		if t.Logf("%s: %.6f allocations per row, want at most %.6f", name, perRow, limit); perRow > limit {
			t.Errorf("%s: %.4f allocations per row", name, perRow)
		}
	}
}

func TestMemoryDoesNotGrowWithTheInput(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector also takes memory")
	}
	line := strings.Repeat(".", 78) + "123\n"
	peak := func(rows int) uint64 {
		input := io.MultiReader(strings.NewReader("puzzle\n"), io.LimitReader(&endless{rows: []byte(line)}, int64(rows*len(line))))
		sampled := &sampler{}
		s := setup{input, sampled, "x.csv", 2, 1024, testkit.NewIdle}
		if _, err := s.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return sampled.peak
	}
	small, large := peak(100_000), peak(1_000_000)
	t.Logf("%d KB with few rows, %d KB with ten times as many", small>>10, large>>10)
	if large > 2*small+8<<20 {
		t.Errorf("the heap grew from %d MB to %d MB with ten times the rows", small>>20, large>>20)
	}
}

// A sampler is a writer that regularly measures the live heap.
type sampler struct {
	writes int
	peak   uint64
}

func (s *sampler) Write(p []byte) (int, error) {
	if s.writes++; s.writes%50 == 0 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		s.peak = max(s.peak, m.HeapAlloc)
	}
	return len(p), nil
}
