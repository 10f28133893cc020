package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// Config holds the settings of a run.
type Config struct {
	Reader  formats.Reader
	Writers []formats.Writer // each writer receives every batch
	// NewSolver returns a solver for one worker. If NewSolver is nil, puzzles are not solved, and
	// the result columns of the input are not changed. If a solver has the method
	// Check(*formats.Batch) error, the method is called for each solved batch before the batch is
	// encoded. An error rejects the batch.
	NewSolver func() (solver.Solver, error)
	// Extras specifies the columns to compute for every row after the row is solved.
	Extras formats.Extras
	// Scoring specifies how to score model outputs. It may be nil.
	Scoring   *formats.Scoring
	Workers   int // number of goroutines that parse, solve and encode; at least one
	BatchRows int // maximum number of rows in a batch; at least one
	// Flush writes the data that the Writers have buffered. It is called before the run waits for
	// rows to arrive or to be solved. It may be nil.
	Flush func() error
	// BatchBytes is the number of bytes after which a batch ends early. 0 selects the default.
	BatchBytes int
	Progress   *Progress // updated while Run runs; may be nil
}

// A slot holds a batch, its encodings and its totals. A run has a fixed number of slots. The done
// channel receives a value when the batch has been processed.
type slot struct {
	batch  *formats.Batch
	index  int   // index of the slot's range in flow.ranges, or 0 if flow.ranges is nil
	failed error // error from parsing, solving or encoding the batch
	// nextFailed is the error of the row that follows the batch. Only generated rows can have such
	// an error. The batch itself is still written.
	nextFailed error
	encoded    []formats.Encoded
	totals     Totals
	done       chan struct{}
}

// A Range is a sequence of consecutive rows of a data set. Each Range can be read separately.
type Range struct {
	First int64            `json:"first"` // number of rows of the data set that precede the range
	Rows  int64            `json:"rows"`
	At    formats.Position `json:"at"` // position of its first row
	End   formats.Position `json:"-"`  // position after its last row, or the zero Position if unknown
}

// A Sink receives the encoded batches in row order.
type Sink interface {
	// Write receives a batch, the index of its range, its encoding by each Writer, and its totals.
	// It must not retain its arguments. A range without rows is written as one empty batch.
	Write(index int, b *formats.Batch, encoded []formats.Encoded, t *Totals) error
	// End is called after the last Write, unless an error ended the run.
	End() error
}

// flow holds the state of a run. The reader takes each slot from the free channel and sends it to
// the order and work channels. The writer returns each slot to the free channel.
//
//	reader --> order --------------------------> writer
//	    \----> work --> N workers --(done)-------^
//	    ^------------------- free ---------------/
type flow struct {
	Config
	solvers           []solver.Solver // one solver per worker; each is nil if nothing is solved
	ranges            []Range         // ranges to read; nil means the whole data set
	free, order, work chan *slot
	readError         error // the reader's error, which concerns rows after the last batch
}

// Slots returns how many batches a run creates: one for the reader, one for the writer, and two for
// each worker (one in progress and one waiting). More batches would cause more cache misses.
func Slots(workers int) int { return 2*workers + 2 }

// Run processes all rows of the reader and returns the totals. The output does not depend on the
// number of workers or the size of batches. On the first error, or when the context is done, Run
// stops all its goroutines and returns the cause. The outputs are then incomplete. Run does not
// close the reader or the writers.
func Run(ctx context.Context, c Config) (*Totals, error) {
	to := &writerSink{writers: c.Writers}
	return &to.totals, RunRanges(ctx, c, nil, to)
}

// RunRanges is like Run but processes ranges of the data set, one after another. If ranges is nil,
// it processes the whole data set. The Writers in c encode the batches, and the Sink writes them.
func RunRanges(ctx context.Context, c Config, ranges []Range, to Sink) error {
	f, err := newFlow(c, ranges)
	if err != nil {
		return err
	}
	return f.run(ctx, to)
}

// writerSink is a Sink that passes all rows to each writer.
type writerSink struct {
	writers []formats.Writer
	totals  Totals
}

func (to *writerSink) Write(_ int, b *formats.Batch, encoded []formats.Encoded, t *Totals) error {
	to.totals.Merge(t)
	for i, w := range to.writers {
		if err := w.Write(b, encoded[i]); err != nil {
			return err
		}
	}
	to.totals.Events.Merge(&b.Events)
	return nil
}

func (to *writerSink) End() error { return nil }

// newFlow returns a flow whose slots are all free.
func newFlow(c Config, ranges []Range) (_ *flow, err error) {
	slots := Slots(c.Workers)
	f := &flow{
		Config:  c,
		ranges:  ranges,
		solvers: make([]solver.Solver, c.Workers),
		free:    make(chan *slot, slots),
		order:   make(chan *slot, slots),
		work:    make(chan *slot, slots),
	}
	f.Progress = cmp.Or(f.Progress, new(Progress))
	if f.Flush == nil {
		f.Flush = func() error { return nil }
	}
	for i := range f.solvers {
		if c.NewSolver == nil {
			break
		}
		if f.solvers[i], err = c.NewSolver(); err != nil {
			return nil, err
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
	return f, nil
}

func (f *flow) run(ctx context.Context, to Sink) error {
	f.Progress.flow.Store(f) // lets Queues read the lengths of the queues
	defer f.Progress.flow.CompareAndSwap(f, nil)
	group, ctx := errgroup.WithContext(ctx)
	release := func() bool { return false }
	if r, stops := f.Reader.(interface{ Stop() }); stops { // generating a row may take forever unless it is stopped
		release = context.AfterFunc(ctx, r.Stop)
		defer release()
	}
	group.Go(func() error { return f.read(ctx) })
	for _, s := range f.solvers {
		group.Go(func() error { return newWorker(f, s).run(ctx) })
	}
	group.Go(func() error {
		err := f.write(ctx, to)
		if err == nil { // do not stop the reader when group.Wait cancels ctx; a later run may use the reader
			release()
		}
		return err
	})
	return group.Wait()
}

// read reads all rows, or the given ranges in order, and then closes the queues. If reading fails,
// read stores the error in f.readError and returns nil, so that the earlier rows are written first.
func (f *flow) read(ctx context.Context) error {
	f.readError = f.readAll(ctx)
	close(f.order)
	close(f.work)
	return nil
}

func (f *flow) readAll(ctx context.Context) (err error) {
	defer Recover(&err, "reading")
	if f.ranges == nil {
		_, err = f.readRange(ctx, 0)
		return err
	}
	for i, r := range f.ranges {
		if err := f.Reader.Seek(r.At, r.First, r.Rows); err != nil {
			return err
		}
		rows, err := f.readRange(ctx, i)
		if err != nil {
			return err
		}
		if end := f.Reader.Position(); rows == r.Rows && r.End != (formats.Position{}) && end != r.End {
			return fmt.Errorf("the plan does not match the inputs: rows %d to %d should end before line %d, but they end before line %d, so rows would be lost or repeated; make the plan again", r.First+1, r.First+rows, r.End.Line, end.Line)
		}
	}
	return nil
}

// readRange fills free slots with the rows of a range, and returns the number of rows. It sends
// each slot to the writer and to the workers. For an empty range, it sends one empty batch, so that
// the range is written too.
func (f *flow) readRange(ctx context.Context, index int) (rows int64, err error) {
	for first := true; ; first = false {
		s, err := receive(ctx, f.free)
		if err != nil {
			return rows, err
		}
		start := time.Now()
		err = f.Reader.Read(s.batch)
		f.Progress.Worked(Reading, start)
		ended := files.IsEnd(err)
		emptyRange := ended && first && f.ranges != nil
		switch {
		case err != nil && !ended:
			return rows, err
		case ended && !emptyRange:
			f.free <- s
			return rows, nil
		}
		s.index = index
		rows += int64(s.batch.Len())
		f.order <- s // never blocks, because each queue has room for all slots
		f.work <- s
		if ended {
			return rows, nil
		}
	}
}

func (f *flow) write(ctx context.Context, to Sink) (err error) {
	defer Recover(&err, "writing")
	for {
		s, err := f.next(ctx)
		if err != nil {
			return err
		}
		if s == nil {
			return f.end(to, f.readError)
		}
		if _, err := receive(ctx, s.done); err != nil {
			return err
		}
		if s.failed != nil {
			return f.end(to, s.failed)
		}
		start := time.Now()
		if err := to.Write(s.index, s.batch, s.encoded, &s.totals); err != nil {
			return err
		}
		f.Progress.Worked(Writing, start)
		if s.nextFailed != nil {
			return f.end(to, s.nextFailed)
		}
		f.free <- s
	}
}

// end ends the output. cause is the error that ends the run, or nil. The rows before the error have
// been solved, so they are flushed.
func (f *flow) end(to Sink, cause error) error {
	if cause == nil {
		return to.End()
	}
	return cmp.Or(f.Flush(), cause)
}

// next returns the next slot in order, or nil after the last slot. If the slot or its batch is not
// ready, next flushes the output.
func (f *flow) next(ctx context.Context) (*slot, error) {
	select {
	case s := <-f.order:
		if s == nil || len(s.done) > 0 {
			return s, nil
		}
		return s, f.Flush()
	default:
	}
	if err := f.Flush(); err != nil {
		return nil, err
	}
	return receive(ctx, f.order)
}

// receive returns a value from the channel, or the zero value if the channel is closed. It fails if
// ctx is done.
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
