package files

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
)

// A Counter counts work, such as the bytes of joined files. It is safe for concurrent use. A nil
// *Counter counts nothing.
type Counter struct{ done, total atomic.Int64 }

// Progress returns the work done and the total work expected.
func (c *Counter) Progress() (done, total int64) { return c.done.Load(), c.total.Load() }

// Add adds n to the work done.
func (c *Counter) Add(n int64) {
	if c != nil {
		c.done.Add(n)
	}
}

// Expect adds n to the total work expected.
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

// Reader returns a reader that counts the bytes read from r.
func (c *Counter) Reader(r io.Reader) io.Reader { return io.TeeReader(r, c) }

// A Sink counts the bytes written to W. After an error, it writes nothing more, and every Write
// returns the same error, Err. It is therefore enough to check the last Write, even if a library
// drops an error. Err also distinguishes write errors from other errors.
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

// ErrPaused means that a stream has delivered no bytes for a moment. The next Read waits for bytes.
// No pause is reported before the first complete line.
var ErrPaused = errors.New("the stream has paused")

// IsPause reports whether an error means only that a stream has paused.
func IsPause(err error) bool { return errors.Is(err, ErrPaused) }

// A Waiter reads a stream and either waits during pauses or reports them. Code that looks ahead
// must set Again when it gets ErrPaused, so that the next Read reports the same pause.
type Waiter struct {
	io.Reader
	Waits bool // during a pause, wait instead of returning ErrPaused
	Again bool // report the last pause again in the next Read, unless Waits is set
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
