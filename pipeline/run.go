// Package pipeline moves batches of puzzles from a reader through solvers to
// writers, in order, on all processors, in bounded memory. It owns the
// goroutines of a run, and the files that appear under their names only when they are
// complete.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// Config is what Run needs.
type Config struct {
	Reader  formats.Reader
	Writers []formats.Writer // each gets every batch
	// NewSolver makes the solver of a worker. Where it is nil nothing is solved, and what
	// a result records of its puzzles is left as it was read.
	NewSolver func() (solver.Solver, error)
	Workers   int // goroutines that parse, solve and encode; at least one
	BatchRows int // puzzles that travel together; at least one
	// BatchBytes closes batches of long rows early; with 0 they do so by themselves.
	BatchBytes int
	Progress   *Progress // counts while Run runs; may be nil
}

// slot is a place in the fixed ring of batches: a batch, the part that it belongs
// to, what the writers made of it, its totals, and a signal that its worker is
// done.
type slot struct {
	batch   *formats.Batch
	part    *Part // nil where the data set is not cut into parts
	failed  error // why the batch cannot be solved or encoded, if it was begun and cannot
	encoded []formats.Encoded
	totals  Totals
	done    chan struct{}
}

// A destination takes what workers made of batches, in the order of their rows.
type destination interface {
	write(s *slot) error
	// end comes after the last batch that can be written. It is told why there are no
	// more if rows are missing, which it returns unless it fails itself.
	end(why error) error
}

// flow is one run: the ring's slots travel from free through order and work back
// to free.
//
//	reader --> order --------------------------> writer
//	    \----> work --> N workers --(done)-------^
//	    ^------------------- free ---------------/
type flow struct {
	Config
	group             *errgroup.Group
	solvers           []solver.Solver // one a worker; nil where nothing is solved
	parts             []*Part         // what to read; nil is everything
	free, order, work chan *slot
	unread            error // why rows are missing behind the queues' end
}

// Slots returns how many batches a run of so many workers holds: one in the hands of
// each goroutine, and one for each worker to take up next. A worker may begin more ahead
// where others wait; slots for them too would gain less than their memory costs, in the
// nearer caches above all.
func Slots(workers int) int { return 2*workers + 2 }

// Run solves everything that the reader yields, and returns the totals. The rows
// written and their order do not depend on the number of workers or the size of
// batches. On the first error, or when the context ends, it stops all it started
// and returns the cause; the writers' outputs are then not complete. It closes
// neither reader nor writers.
func Run(ctx context.Context, c Config) (*Totals, error) {
	to := &wholeFiles{writers: c.Writers}
	f, ctx, err := newFlow(ctx, c, nil)
	if err != nil {
		return nil, err
	}
	if err := f.run(ctx, to); err != nil {
		return nil, err
	}
	return &to.totals, nil
}

// wholeFiles are writers that take all rows.
type wholeFiles struct {
	writers []formats.Writer
	totals  Totals
}

func (to *wholeFiles) write(s *slot) error {
	to.totals.merge(&s.totals)
	for i, w := range to.writers {
		if err := w.Write(s.batch, s.encoded[i]); err != nil {
			return err
		}
	}
	return nil
}

func (to *wholeFiles) end(why error) error { return why }

// newFlow makes the ring of a run that reads the given parts, or everything, and
// the context that ends with it.
func newFlow(ctx context.Context, c Config, parts []*Part) (*flow, context.Context, error) {
	slots := Slots(c.Workers)
	f := &flow{
		Config:  c,
		parts:   parts,
		solvers: make([]solver.Solver, c.Workers),
		free:    make(chan *slot, slots),
		order:   make(chan *slot, slots),
		work:    make(chan *slot, slots),
	}
	for i := range f.solvers {
		if c.NewSolver == nil {
			break
		}
		var err error
		if f.solvers[i], err = c.NewSolver(); err != nil {
			return nil, nil, err
		}
	}
	for range slots {
		batch := formats.NewBatch(c.BatchRows)
		if c.BatchBytes > 0 {
			batch.Limit(c.BatchBytes)
		}
		f.free <- &slot{
			batch:   batch,
			encoded: make([]formats.Encoded, len(c.Writers)),
			done:    make(chan struct{}, 1),
		}
	}
	f.group, ctx = errgroup.WithContext(ctx)
	return f, ctx, nil
}

// run starts all stages and waits for them.
func (f *flow) run(ctx context.Context, to destination) error {
	f.Progress.follow(f)
	defer f.Progress.leave(f)
	f.group.Go(func() error { return f.read(ctx) })
	for _, s := range f.solvers {
		f.group.Go(func() error { return newWorker(f, s).run(ctx) })
	}
	f.group.Go(func() error { return f.write(ctx, to) })
	return f.group.Wait()
}

// read reads everything, or one part after the other, and closes the queues then. What
// it fails with is told by the writer behind the batches before it, as is what workers
// fail with: of several errors it is always the first in the order of the rows that ends
// the run, and what is complete before it is stored.
func (f *flow) read(ctx context.Context) error {
	f.unread = f.readAll(ctx)
	close(f.order)
	close(f.work)
	return nil
}

func (f *flow) readAll(ctx context.Context) (err error) {
	defer recovered(&err, "reading")
	if f.parts == nil {
		return f.cut(ctx, nil)
	}
	for _, p := range f.parts {
		if err := f.Reader.Seek(p.At, p.First, p.Rows); err != nil {
			return err
		}
		if err := f.cut(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// cut fills free slots with the rows of a part, and queues each for the writer
// before the workers, which keeps the order. A part without rows travels as one
// empty batch, so that it is written too.
func (f *flow) cut(ctx context.Context, p *Part) error {
	for first := true; ; first = false {
		s, err := receive(ctx, f.free)
		if err != nil {
			return err
		}
		begin := time.Now()
		err = f.Reader.Read(s.batch)
		f.Progress.worked(Reading, begin)
		ended := errors.Is(err, io.EOF)
		switch {
		case err != nil && !ended:
			return err
		case ended && (!first || p == nil):
			f.free <- s
			return nil
		}
		s.part = p
		f.order <- s // never blocks: the queues hold all slots
		f.work <- s
		if ended {
			return nil
		}
	}
}

// write writes batches in the order in which they were read.
func (f *flow) write(ctx context.Context, to destination) (err error) {
	defer recovered(&err, "writing")
	for {
		s, err := receive(ctx, f.order)
		if err != nil {
			return err
		}
		if s == nil {
			return to.end(f.unread)
		}
		if _, err := receive(ctx, s.done); err != nil {
			return err
		}
		if s.failed != nil {
			return to.end(s.failed)
		}
		begin := time.Now()
		if err := to.write(s); err != nil {
			return err
		}
		f.Progress.worked(Writing, begin)
		f.free <- s
	}
}

// receive waits for a value or the end of the context. From a closed channel it
// returns the zero value.
func receive[T any](ctx context.Context, from <-chan T) (T, error) {
	var zero T
	if ctx.Err() != nil {
		return zero, context.Cause(ctx)
	}
	select {
	case v := <-from:
		return v, nil
	case <-ctx.Done():
		return zero, context.Cause(ctx)
	}
}

// recovered turns a panic into a DefectError, so that no defect ends the program
// without a word of what it was doing, and to which batches if they are known.
func recovered(err *error, doing string, batches ...*slot) {
	if p := recover(); p != nil {
		*err = defect(p, doing, batches...)
	}
}

// defect makes an error of a panic.
func defect(p any, doing string, batches ...*slot) error {
	with := " rows"
	for _, s := range batches {
		doing = fmt.Sprintf("%s%s %d to %d", doing, with, s.batch.First+1, s.batch.First+int64(s.batch.Len()))
		with = " and"
	}
	return &DefectError{doing, p, debug.Stack()}
}

// A DefectError is a panic, which only a defect in gridmill can cause. Its text ends
// with a trace of many lines.
type DefectError struct {
	Doing string // what was being done
	Panic any
	Trace []byte
}

func (e *DefectError) Error() string {
	return fmt.Sprintf("a defect in gridmill, met while %s: %v; please report it with this trace:\n%s", e.Doing, e.Panic, e.Trace)
}
