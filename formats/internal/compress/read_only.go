package compress

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"io"
	"sync"

	"github.com/pierrec/lz4/v4"
	"github.com/therootcompany/xz"
)

// openBzip2 returns a reader of bzip2 streams. A file can have several streams.
func openBzip2(in *bufio.Reader) (io.ReadCloser, error) {
	return io.NopCloser(bzip2.NewReader(in)), nil
}

// openLZ4 returns a reader of LZ4 frames. A file can have several frames.
func openLZ4(in *bufio.Reader) (io.ReadCloser, error) {
	return io.NopCloser(lz4.NewReader(in)), nil
}

// xzReaders holds idle readers. Each reader keeps a dictionary, usually of 8 MiB, for all of its
// streams and blocks.
var xzReaders = sync.Pool{New: func() any {
	r, _ := xz.NewReader(nil, maxWindow) // cannot fail before it reads
	return r
}}

// xzText is the text of xz streams. A file can have several streams.
type xzText struct{ *xz.Reader }

func openXZ(in *bufio.Reader) (io.ReadCloser, error) {
	x := xzText{xzReaders.Get().(*xz.Reader)}
	return x, explainXZ(x.Reset(in))
}

func (x xzText) Read(p []byte) (int, error) {
	n, err := x.Reader.Read(p)
	return n, explainXZ(err)
}

func (x xzText) Close() error {
	xzReaders.Put(x.Reader)
	return nil
}

// explainXZ replaces errors of the library with clearer errors.
func explainXZ(err error) error {
	switch {
	case errors.Is(err, xz.ErrBuf):
		return io.ErrUnexpectedEOF
	case errors.Is(err, xz.ErrMemlimit):
		return errDictionary
	case errors.Is(err, xz.ErrFormat): // in a later stream, because the first one was recognized
		return errTrailing
	}
	return err
}
