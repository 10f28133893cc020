package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// eager is a solver that requests as many batches as it can get. It calls onStart when it gets a
// batch, and calls finish before it solves the batch.
type eager struct {
	solver.Solver
	puzzles     [][]solver.Grid
	results     [][]solver.Result
	mostStarted int // maximum of len(puzzles)
	onStart     func()
	finish      func()
}

func (e *eager) Start(puzzles []solver.Grid, results []solver.Result) {
	e.puzzles, e.results = append(e.puzzles, puzzles), append(e.results, results)
	e.mostStarted = max(e.mostStarted, len(e.puzzles))
	if e.onStart != nil {
		e.onStart()
	}
}

func (e *eager) Finish(startNext func()) {
	for range solver.MaxStarted { // try again if startNext starts nothing
		if len(e.puzzles) < solver.MaxStarted {
			startNext()
		}
	}
	if e.finish != nil {
		e.finish()
	}
	e.Solve(e.puzzles[0], e.results[0])
	e.puzzles, e.results = e.puzzles[1:], e.results[1:]
}

// newEager returns a solver that works ahead and reports every puzzle as unique.
func newEager() *eager { return &eager{Solver: testkit.Idle{}} }

// queued divides an input into batches. The flow's work queue contains all batches.
func queued(t *testing.T, input string, o formats.ReadOptions, rows int) (f *flow, slots []*slot, err error) {
	t.Helper()
	o.Keep = formats.ParseKeep("all")
	reader, err := formats.Open([]string{input}, o)
	if err != nil {
		return nil, nil, err
	}
	t.Cleanup(func() { reader.Close() })
	for {
		s := &slot{batch: formats.NewBatch(rows), done: make(chan struct{}, 1)}
		if err := reader.Read(s.batch); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, nil, err
		}
		slots = append(slots, s)
	}
	f = &flow{Config: Config{Progress: new(Progress)}, work: make(chan *slot, len(slots))}
	for _, s := range slots {
		f.work <- s
	}
	close(f.work)
	return f, slots, nil
}

// queuedText is like queued but creates n batches of ten rows of text.
func queuedText(t *testing.T, n int) (*flow, []*slot) {
	t.Helper()
	text := strings.Repeat(strings.Repeat(".", 78)+"123\n", 10*n)
	f, slots, err := queued(t, "-", formats.ReadOptions{Format: formats.Text, Stdin: strings.NewReader(text)}, 10)
	if err != nil {
		t.Fatal(err)
	}
	return f, slots
}

// doneOf returns the number of batches that succeeded, and the error of the failed batch. Batches
// must be done in order, up to the failed batch.
func doneOf(t *testing.T, slots []*slot) (n int, failed error) {
	t.Helper()
	ended := 0
	for i, s := range slots {
		if len(s.done) == 0 {
			continue
		}
		if ended++; i != ended-1 || failed != nil {
			t.Errorf("batch %d is done before batch %d, or after one that failed: %v", i, ended-1, failed)
		}
		if failed = s.failed; failed == nil {
			n++
		}
	}
	return n, failed
}

func TestWorkerStartsBatchesAhead(t *testing.T) {
	f, slots := queuedText(t, 7)
	e := newEager()
	if err := newWorker(f, e).run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e.mostStarted != solver.MaxStarted {
		t.Errorf("the solver had %d batches at a time, want %d", e.mostStarted, solver.MaxStarted)
	}
	if n, err := doneOf(t, slots); n != len(slots) {
		t.Errorf("%d of %d batches are done, error %v", n, len(slots), err)
	}
	for i, s := range slots {
		if s.totals.Rows != 10 || s.batch.Results[9].Verdict != solver.Unique {
			t.Errorf("batch %d: %d rows, the last %v", i, s.totals.Rows, s.batch.Results[9].Verdict)
		}
	}
}

// TestWorkerLeavesTheQueueToOthers checks that a worker takes further batches only if the solver
// requests them.
func TestWorkerLeavesTheQueueToOthers(t *testing.T) {
	f, slots := queuedText(t, 3)
	e := newEager()
	w := newWorker(f, e)
	if err := w.process(<-f.work, func() {}); err != nil {
		t.Fatal(err)
	}
	if len(f.work) != len(slots)-1 || e.mostStarted != 1 {
		t.Errorf("%d batches are waiting and %d were started, want %d and 1", len(f.work), e.mostStarted, len(slots)-1)
	}
}

func TestWorkerNamesTheBatchesOfADefect(t *testing.T) {
	f, slots := queuedText(t, 3)
	e := newEager()
	solved := 0
	e.finish = func() {
		if solved++; solved == 2 {
			panic("no such lane")
		}
	}
	if err := newWorker(f, e).run(t.Context()); err != nil {
		t.Fatal(err)
	}
	n, err := doneOf(t, slots)
	var defect *DefectError
	if !errors.As(err, &defect) || defect.Doing != "solving rows 11 to 20 and 21 to 30" {
		t.Errorf("got %v", err)
	}
	if n != 1 {
		t.Errorf("%d batches are done, want 1", n)
	}
}

// TestWorkerStops cancels the context before or after the worker starts the next batch.
func TestWorkerStops(t *testing.T) {
	for name, most := range map[string]int{"before": 1, "after": solver.MaxStarted} {
		t.Run(name, func(t *testing.T) {
			f, slots := queuedText(t, 5)
			gone := errors.New("the caller has gone")
			ctx, cancel := context.WithCancelCause(t.Context())
			stop := func() { cancel(gone) }
			e := newEager()
			if most == 1 {
				e.onStart = stop
			} else {
				e.finish = stop
			}
			if err := newWorker(f, e).run(ctx); !errors.Is(err, gone) {
				t.Errorf("got %v", err)
			}
			if n, _ := doneOf(t, slots); n != 1 || e.mostStarted != most || len(f.work) != len(slots)-most {
				t.Errorf("%d batches are done, %d were started and %d wait", n, e.mostStarted, len(f.work))
			}
		})
	}
}

// TestWorkerReportsDamageInOrder changes one byte of a Parquet file at a time. The number of
// completed batches and the error must not depend on whether batches are started early.
func TestWorkerReportsDamageInOrder(t *testing.T) {
	var whole bytes.Buffer
	s := setup{strings.NewReader(testkit.Puzzles(t, 9000)), &whole, "snappy.parquet", 1, 4096, nil}
	if _, err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "damaged.parquet")
	faultsAfterFirstBatch := 0
	for at := 0; at < whole.Len(); at += whole.Len() / 30 {
		text := bytes.Clone(whole.Bytes())
		text[at] ^= 0x5a
		testkit.Write(t, file, text)
		outcome := func(s solver.Solver) (int, string) {
			f, slots, err := queued(t, file, formats.ReadOptions{Column: "puzzle"}, 4096)
			if err != nil {
				return -1, err.Error()
			}
			if err := newWorker(f, s).run(t.Context()); err != nil {
				t.Fatal(err)
			}
			n, err := doneOf(t, slots)
			if taken := len(slots) - len(f.work); taken > n+1 {
				t.Errorf("with byte %d changed, %d batches were taken, but only %d are done", at, taken, n)
			}
			return n, fmt.Sprint(err)
		}
		without, want := outcome(testkit.Idle{})
		ahead, got := outcome(newEager())
		if ahead != without || got != want {
			t.Errorf("with byte %d changed, %d batches are done and then: %s\nwithout working ahead, %d and then: %s", at, ahead, got, without, want)
		}
		if without > 0 && want != "<nil>" {
			faultsAfterFirstBatch++
		}
	}
	if faultsAfterFirstBatch == 0 {
		t.Error("no damage was in a batch that can be started early")
	}
	t.Log(faultsAfterFirstBatch, "changes damaged a batch that can be started early")
}
