package pipeline

import (
	"bytes"
	"context"
	"io"
	"time"

	"github.com/gridmill/gridmill/formats/files"
)

// Interruptible returns a reader that reads from r until ctx is done. It reports pauses in the
// input with [files.ErrPaused]. A separate goroutine calls r.Read. If no more input arrives, that
// goroutine remains blocked even after ctx is done. So use Interruptible only for standard input.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	return &interruptible{ctx: ctx, in: r}
}

type interruptible struct {
	ctx   context.Context
	in    io.Reader
	reads chan oneRead // nil before the first Read
	rest  oneRead
	lined bool      // whether a complete line has arrived
	since time.Time // arrival time of the first bytes after the last pause; zero during a pause
	timer *time.Timer
}

type oneRead struct {
	bytes []byte
	err   error
}

const (
	// patience is how long rows wait for more input. Rows that arrive in quick succession
	// then share a batch.
	patience = 4 * time.Millisecond
	// leastPatience is the minimum duration of each wait, even if rows have already waited
	// longer than patience. The wait lets pump deliver input that has already arrived.
	leastPatience = time.Millisecond
)

func (r *interruptible) Read(p []byte) (int, error) {
	if r.reads == nil {
		r.reads, r.timer = make(chan oneRead), time.NewTimer(0)
		go r.pump()
	}
	if len(r.rest.bytes) == 0 && r.rest.err == nil {
		if err := r.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.rest.bytes)
	r.rest.bytes = r.rest.bytes[n:]
	if len(r.rest.bytes) > 0 {
		return n, nil
	}
	return n, r.rest.err
}

// next waits for the next bytes. Once a complete line has arrived, it returns files.ErrPaused after
// a short wait without bytes, because other programs may be waiting for the results.
func (r *interruptible) next() (err error) {
	if !r.lined || r.since.IsZero() {
		if r.rest, err = receive(r.ctx, r.reads); err != nil {
			return err
		}
		r.lined = r.lined || bytes.IndexByte(r.rest.bytes, '\n') >= 0
		r.since = time.Now()
		r.timer.Reset(patience)
		return nil
	}
	begin := time.Now()
	for {
		select {
		case r.rest = <-r.reads:
			return nil
		case <-r.timer.C: // can fire early; resetting the timer before each wait would be slow
			wait := max(patience-time.Since(r.since), leastPatience-time.Since(begin))
			if wait <= 0 {
				r.since = time.Time{}
				return files.ErrPaused
			}
			r.timer.Reset(wait)
		case <-r.ctx.Done():
			return context.Cause(r.ctx)
		}
	}
}

// pump reads into two buffers in turn. It fills one buffer while the other is in use.
func (r *interruptible) pump() {
	var buffers [2][64 << 10]byte
	for i := 0; ; i ^= 1 {
		n, err := r.in.Read(buffers[i][:])
		select {
		case r.reads <- oneRead{buffers[i][:n], err}:
		case <-r.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}
