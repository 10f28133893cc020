package files

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
)

// A Counter counts the work done, such as the bytes of joined files. It is safe for concurrent use.
// A nil Counter does not count.
type Counter struct{ done, total atomic.Int64 }

// Progress returns the amount of work done and the total amount expected.
func (c *Counter) Progress() (done, total int64) { return c.done.Load(), c.total.Load() }

// Add adds n to the amount of work done.
func (c *Counter) Add(n int64) {
	if c != nil {
		c.done.Add(n)
	}
}

// Expect adds n to the total amount of work expected.
func (c *Counter) Expect(n int64) {
	if c != nil {
		c.total.Add(n)
	}
}

// Write implements io.Writer. It counts bytes.
func (c *Counter) Write(p []byte) (int, error) {
	c.Add(int64(len(p)))
	return len(p), nil
}

// Reader returns a reader that reads from r and counts the bytes read.
func (c *Counter) Reader(r io.Reader) io.Reader { return io.TeeReader(r, c) }

// A Sink counts the bytes written to W. After an error, it writes nothing more, and every Write
// returns the same error, Err. It is therefore enough to check the last Write, even if a library
// drops an error. Err also shows whether an error is a write error.
type Sink struct {
	W   io.Writer
	N   int64
	Err error
}

// Write implements io.Writer.
func (s *Sink) Write(p []byte) (n int, err error) {
	if s.Err == nil {
		n, s.Err = s.W.Write(p)
		s.N += int64(n)
	}
	return n, s.Err
}

// UntilDone returns a Reader that reads from r and fails once the context is done.
func UntilDone(ctx context.Context, r io.Reader) io.Reader { return readerUntil{ctx, r} }

type readerUntil struct {
	ctx context.Context
	io.Reader
}

func (r readerUntil) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.Reader.Read(p)
}

// ErrPaused means that a stream has not delivered any bytes for a moment. After a reader returns
// ErrPaused, its next Read waits for bytes. No pause is reported before the first complete line.
var ErrPaused = errors.New("the stream has paused")

// IsPause reports whether an error means only that a stream has paused.
func IsPause(err error) bool { return errors.Is(err, ErrPaused) }

// A Waiter reads a stream and either waits during pauses or reports them. Code that looks ahead and
// gets ErrPaused must set Again, so that the next call to Read reports the same pause.
type Waiter struct {
	io.Reader
	Waits bool // during a pause, wait instead of returning ErrPaused
	Again bool // in the next Read, report the last pause again, unless Waits is set
}

// Read implements io.Reader.
func (w *Waiter) Read(p []byte) (int, error) {
	if w.Again && !w.Waits {
		w.Again = false
		return 0, ErrPaused
	}
	for {
		n, err := w.Reader.Read(p)
		if err == nil || !w.Waits || !IsPause(err) {
			return n, err
		}
	}
}
