package pipeline

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// A worker parses, solves and encodes batches. A solver that can work ahead gets further batches
// while it finishes the current batch.
type worker struct {
	*flow
	solver          solver.Solver // nil if nothing is solved
	ahead           solver.Ahead  // same value as solver; nil if the solver cannot work ahead
	noFreeProcessor bool
	// started holds the batches that have been started but not yet solved, in order. The first is
	// the current batch.
	started []*slot
}

func newWorker(f *flow, s solver.Solver) *worker {
	w := &worker{flow: f, solver: s, noFreeProcessor: f.Workers >= runtime.GOMAXPROCS(0)}
	w.ahead, _ = s.(solver.Ahead)
	return w
}

// run processes batches until the queue is closed, ctx is done, or an error occurs in a batch or in
// the row that follows it. The writer still receives all earlier batches, because workers take
// batches in order.
func (w *worker) run(ctx context.Context) error {
	startNext := func() { w.startNext(ctx) }
	for {
		s, err := w.take(ctx)
		if err != nil || s == nil {
			return err
		}
		start := time.Now()
		s.failed = w.process(s, startNext)
		failed := s.failed != nil || s.nextFailed != nil
		w.Progress.Worked(Solving, start)
		s.done <- struct{}{} // from here on, the slot belongs to the writer
		if failed {
			return nil
		}
		if w.noFreeProcessor {
			// Let the reader and the writer run. Otherwise, they would get a processor only when a
			// worker has no more batches and its lanes are empty.
			runtime.Gosched()
		}
	}
}

// take returns the first started batch. If no batch has been started, it takes the next one from
// the queue.
func (w *worker) take(ctx context.Context) (*slot, error) {
	if len(w.started) > 0 {
		return w.started[0], context.Cause(ctx)
	}
	return receive(ctx, w.work)
}

func (w *worker) process(s *slot, startNext func()) error {
	if len(w.started) == 0 { // the batch was not started early
		w.start(s)
	}
	if s.failed != nil {
		return s.failed
	}
	if err := w.solve(s, startNext); err != nil {
		return err
	}
	w.started = slices.Delete(w.started, 0, 1)
	return w.encode(s)
}

// startNext starts another batch if the queue has one and the run can continue. The solver calls
// startNext when lanes are free. startNext never waits, because the current batch must be finished
// even if no other batch arrives.
func (w *worker) startNext(ctx context.Context) {
	if last := w.started[len(w.started)-1]; last.failed != nil || last.nextFailed != nil || ctx.Err() != nil {
		return
	}
	select {
	case s := <-w.work:
		if s != nil {
			w.start(s)
		}
	default:
	}
}

// start parses a batch. If the solver can work ahead, start also passes the batch to the solver. If
// parsing fails, the error is reported only after the errors of earlier batches.
func (w *worker) start(s *slot) {
	w.started = append(w.started, s)
	defer recoverBatches(&s.failed, "parsing", &[]*slot{s})
	s.failed = s.batch.Parse()
	if next, is := errors.AsType[formats.NextRowError](s.failed); is {
		s.failed, s.nextFailed = nil, next.Unwrap()
	}
	if s.failed == nil && w.ahead != nil {
		w.ahead.Start(s.batch.Puzzles, s.batch.Results)
	}
}

func (w *worker) solve(s *slot, startNext func()) (err error) {
	defer recoverBatches(&err, "solving", &w.started)
	switch {
	case w.ahead != nil:
		w.ahead.Finish(startNext)
	case w.solver != nil:
		w.solver.Solve(s.batch.Puzzles, s.batch.Results)
	}
	return nil
}

// encode completes, checks, scores, encodes and counts the rows of a solved batch. It counts the
// rows last, because a verifier among the Writers can change the classes of answers.
func (w *worker) encode(s *slot) (err error) {
	defer recoverBatches(&err, "encoding", &[]*slot{s})
	b := s.batch
	if w.solver != nil {
		b.CompleteResults()
	}
	if checker, checks := w.solver.(interface{ Check(*formats.Batch) error }); checks {
		if err := checker.Check(b); err != nil {
			return err
		}
	}
	b.FindExtras(w.Extras)
	b.FindScores(w.Scoring)
	for i, writer := range w.Writers {
		if s.encoded[i], err = writer.Encode(b, s.encoded[i]); err != nil {
			return err
		}
	}
	s.totals.reset()
	s.totals.add(b)
	if w.solver == nil && !w.Reader.Schema().ResultColumns.Has(formats.VerdictColumn) {
		s.totals.Verdicts = [solver.NumVerdicts]int64{} // neither read nor found
	}
	w.Progress.add(&s.totals)
	return nil
}
