package pipeline

import (
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// worker does for batches all that needs no order: it parses, solves and encodes
// them. A solver that can work ahead gets further batches while it has room beside
// the last puzzles of one.
type worker struct {
	*flow
	solver solver.Solver // nil where nothing is solved
	ahead  solver.Ahead  // the same solver, or nil where it does one batch after the other
	begun  []*slot       // the batch at hand, and those begun ahead of their turn
	yields bool          // whether workers occupy all processors
}

func newWorker(f *flow, s solver.Solver) *worker {
	w := &worker{flow: f, solver: s, yields: f.Workers >= runtime.GOMAXPROCS(0)}
	w.ahead, _ = s.(solver.Ahead)
	return w
}

// run works through batches until there are no more, or one fails: the writer ends the
// run there, and since batches are taken in order, none before it is left.
func (w *worker) run(ctx context.Context) error {
	more := func() { w.beginAhead(ctx) }
	for {
		s, err := w.take(ctx)
		if err != nil || s == nil {
			return err
		}
		if !w.complete(s, more) {
			return nil
		}
		if w.yields {
			// The reader and the writer would otherwise get a processor only when a
			// worker runs dry, and its next batch then begins with empty lanes. Where a
			// processor is free for them, yielding would only move the worker there.
			runtime.Gosched()
		}
	}
}

// complete does everything for a batch, hands it on, and reports whether all went well.
func (w *worker) complete(s *slot, more func()) (good bool) {
	begin := time.Now()
	s.failed = w.process(s, more)
	good = s.failed == nil
	w.Progress.Worked(Solving, begin)
	s.done <- struct{}{}
	return good
}

// take returns the first batch begun ahead, or waits for one.
func (w *worker) take(ctx context.Context) (*slot, error) {
	if len(w.begun) > 0 {
		return w.begun[0], context.Cause(ctx)
	}
	return receive(ctx, w.work)
}

// process does everything for a batch, but for what was done ahead.
func (w *worker) process(s *slot, more func()) error {
	if len(w.begun) == 0 {
		w.begin(s)
	}
	if s.failed != nil {
		return s.failed
	}
	if err := w.solve(s, more); err != nil {
		return err
	}
	w.begun = slices.Delete(w.begun, 0, 1)
	return w.conclude(s)
}

// beginAhead begins another batch, for which the solver has room, if one waits. It never
// waits itself: the batch at hand must be finished whatever becomes of others. Nor
// does it keep a batch from another worker that is free, since none would wait then.
func (w *worker) beginAhead(ctx context.Context) {
	if w.begun[len(w.begun)-1].failed != nil || ctx.Err() != nil {
		return
	}
	select {
	case s := <-w.work:
		if s != nil {
			w.begin(s)
		}
	default:
	}
}

// begin parses a batch, and hands it to a solver that works ahead. Where that fails,
// the batch tells so in its turn, after those before it.
func (w *worker) begin(s *slot) {
	w.begun = append(w.begun, s)
	defer recoverBatches(&s.failed, "parsing", &[]*slot{s})
	if s.failed = s.batch.Parse(); s.failed == nil && w.ahead != nil {
		w.ahead.Begin(s.batch.Puzzles, s.batch.Results)
	}
}

// solve returns when all of a batch is solved.
func (w *worker) solve(s *slot, more func()) (err error) {
	defer recoverBatches(&err, "solving", &w.begun)
	switch {
	case w.ahead != nil:
		w.ahead.Finish(more)
	case w.solver != nil:
		w.solver.Solve(s.batch.Puzzles, s.batch.Results)
	}
	return nil
}

// conclude judges, encodes and counts a batch that is solved. It is counted last, as the
// verifier, which stands in the place of a Writer, finds out more of its rows.
func (w *worker) conclude(s *slot) (err error) {
	defer recoverBatches(&err, "encoding", &[]*slot{s})
	b := s.batch
	if w.solver != nil {
		b.Conclude()
	}
	if w.Check != nil {
		if err := w.Check(b); err != nil {
			return err
		}
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
