package pipeline

import (
	"context"
	"io"
)

// Interruptible returns a reader that reads from r until the context ends. A read from a pipe or a
// terminal can block until there is new input. The goroutine that blocks there is not released
// before the process ends, so use this only for standard input.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	return &interruptible{ctx: ctx, in: r}
}

type interruptible struct {
	ctx   context.Context
	in    io.Reader
	reads chan oneRead // nil before the first Read
	rest  oneRead
}

// oneRead is the result of one Read.
type oneRead struct {
	bytes []byte
	err   error
}

// Read implements io.Reader.
func (r *interruptible) Read(p []byte) (int, error) {
	if r.reads == nil {
		r.reads = make(chan oneRead)
		go r.pump()
	}
	if len(r.rest.bytes) == 0 && r.rest.err == nil {
		var err error
		if r.rest, err = receive(r.ctx, r.reads); err != nil {
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

// pump alternates between two buffers, so that it fills one while the other is in use.
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
