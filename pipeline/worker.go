package pipeline

import (
	"context"
	"runtime"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// worker does for batches all that needs no order: it parses, solves and encodes
// them. A solver that can work ahead gets the next batch while it has room beside
// the last puzzles of one.
type worker struct {
	*flow
	solver  solver.Solver // nil where nothing is solved
	ahead   solver.Ahead  // the same solver, or nil where it does one batch after the other
	next    *slot         // the batch begun ahead of its turn
	nextErr error         // why that cannot be solved
	yields  bool          // whether workers occupy all processors
}

func newWorker(f *flow, s solver.Solver) *worker {
	w := &worker{flow: f, solver: s, yields: f.Workers >= runtime.GOMAXPROCS(0)}
	w.ahead, _ = s.(solver.Ahead)
	return w
}

// run works through batches until there are no more.
func (w *worker) run(ctx context.Context) error {
	more := func() { w.beginNext(ctx) }
	for {
		s, err := w.take(ctx)
		if err != nil || s == nil {
			return err
		}
		begin := time.Now()
		if err := w.process(s, more); err != nil {
			return err
		}
		w.Progress.worked(Solving, begin)
		s.done <- struct{}{}
		if w.yields {
			// The reader and the writer would otherwise get a processor only when a
			// worker runs dry, and its next batch then begins with empty lanes. Where a
			// processor is free for them, yielding would only move the worker there.
			runtime.Gosched()
		}
	}
}

// take returns the batch begun ahead, or waits for one.
func (w *worker) take(ctx context.Context) (*slot, error) {
	if w.next != nil {
		return w.next, context.Cause(ctx)
	}
	return receive(ctx, w.work)
}

// process does everything for a batch, but for what was done ahead.
func (w *worker) process(s *slot, more func()) error {
	err := w.nextErr
	if s != w.next {
		err = w.begin(s)
	}
	w.next, w.nextErr = nil, nil
	if err != nil {
		return err
	}
	if err := w.solve(s, more); err != nil {
		return err
	}
	return w.conclude(s)
}

// beginNext begins another batch if one waits and none was begun ahead. It never
// waits itself: the batch at hand must be finished whatever becomes of others. Nor
// does it keep a batch from another worker that is free, since none would wait then.
func (w *worker) beginNext(ctx context.Context) {
	if w.next != nil || ctx.Err() != nil {
		return
	}
	select {
	case s := <-w.work:
		if s != nil {
			w.next, w.nextErr = s, w.begin(s)
		}
	default:
	}
}

// begin parses a batch, and hands it to a solver that works ahead.
func (w *worker) begin(s *slot) (err error) {
	defer recovered(&err, "parsing", &s)
	if err := s.batch.Parse(); err != nil {
		return err
	}
	if w.ahead != nil {
		w.ahead.Begin(s.batch.Puzzles, s.batch.Results)
	}
	return nil
}

// solve returns when all of a batch is solved.
func (w *worker) solve(s *slot, more func()) (err error) {
	defer recovered(&err, "solving", &s, &w.next)
	switch {
	case w.ahead != nil:
		w.ahead.Finish(more)
	case w.solver != nil:
		w.solver.Solve(s.batch.Puzzles, s.batch.Results)
	}
	return nil
}

// conclude judges, encodes and counts a batch that is solved.
func (w *worker) conclude(s *slot) (err error) {
	defer recovered(&err, "encoding", &s)
	b := s.batch
	if w.solver != nil {
		b.Conclude()
	}
	for i, writer := range w.Writers {
		if s.encoded[i], err = writer.Encode(b, s.encoded[i]); err != nil {
			return err
		}
	}
	s.totals.reset()
	s.totals.add(b)
	w.Progress.add(&s.totals)
	return nil
}
