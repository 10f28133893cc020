package files

import (
	"context"
	"io"
)

// UntilDone returns a reader of r that fails once the context is done.
func UntilDone(ctx context.Context, r io.Reader) io.Reader { return readerUntil{ctx, r} }

type readerUntil struct {
	ctx context.Context
	io.Reader
}

// Read implements io.Reader.
func (r readerUntil) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.Reader.Read(p)
}
