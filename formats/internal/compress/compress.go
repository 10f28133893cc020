package compress

import (
	"bytes"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A Compressor appends the compressed form of text to dst: a complete gzip member or Zstandard
// frame. It is safe for concurrent use.
type Compressor func(dst, text []byte) ([]byte, error)

// NewCompressor returns the compressor for a text file with the given name, or nil if the name does
// not indicate compression.
//
// All compressors use their fastest level. The default levels take nearly twice as long, but hardly
// reduce the size of solved puzzles.
func NewCompressor(file string) (Compressor, error) {
	k := ByExtension(file)
	switch newCompressor := kinds[k].newCompressor; {
	case newCompressor != nil:
		return newCompressor()
	case k == None:
		return nil, nil
	}
	return nil, fmt.Errorf("%s: %s can be read but not written; leave out %s", file, k, filepath.Ext(file))
}

func newGzipCompressor() (Compressor, error) { return appendGzip, nil }

func newZstdCompressor() (Compressor, error) {
	// Each frame holds its size and a checksum, which take very little time and space.
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithSingleSegment(true), zstd.WithZeroFrames(true), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, err
	}
	return func(dst, text []byte) ([]byte, error) { return encoder.EncodeAll(text, dst), nil }, nil
}

// gzipWriters holds idle writers, because each writer has tables of several hundred kilobytes.
var gzipWriters = sync.Pool{New: func() any { return new(gzipWriter) }}

// gzipWriter is a compressor with the buffer that it writes to.
type gzipWriter struct {
	zip *gzip.Writer
	out bytes.Buffer
}

func appendGzip(dst, text []byte) (_ []byte, err error) {
	w := gzipWriters.Get().(*gzipWriter)
	defer gzipWriters.Put(w)
	w.out = *bytes.NewBuffer(dst)
	if w.zip == nil {
		if w.zip, err = gzip.NewWriterLevel(&w.out, gzip.BestSpeed); err != nil {
			return nil, err
		}
	} else {
		w.zip.Reset(&w.out)
	}
	if _, err := w.zip.Write(text); err != nil {
		return nil, err
	}
	err = w.zip.Close()
	dst, w.out = w.out.Bytes(), bytes.Buffer{}
	return dst, err
}
