package formats

import (
	"fmt"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// packer appends the compressed form of text to dst: a gzip member or a zstd frame
// that stands for itself. Any goroutine may use it.
type packer func(dst, text []byte) ([]byte, error)

// newPacker returns the packer of text files with the given name, or nil where they
// are not compressed.
//
// All use their fastest level. For rows of solved puzzles with answers, gzip 6 and
// zstd's default level take nearly twice as long and save 5 % or nothing; Huffman
// codes alone, which serve the columns of Parquet well, take more than twice the room,
// since here answers repeat solutions (easy_40k.csv solved, Intel Xeon 2.50 GHz,
// 2026-11-21).
func newPacker(file string) (packer, error) {
	c := compressionByExtension(file)
	switch newPacker := compressions[c].newPacker; {
	case newPacker != nil:
		return newPacker()
	case c == Uncompressed:
		return nil, nil
	}
	return nil, fmt.Errorf("%s: %s can be read but not written; leave %s away", file, c, filepath.Ext(file))
}

func newGzipPacker() (packer, error) { return appendGzip, nil }

func newZstdPacker() (packer, error) {
	// Each frame tells its size and has a checksum, which costs next to nothing.
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithSingleSegment(true), zstd.WithZeroFrames(true), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, err
	}
	return func(dst, text []byte) ([]byte, error) { return encoder.EncodeAll(text, dst), nil }, nil
}

// gzipWriter is a compressor that keeps what it puts out.
type gzipWriter struct {
	zip *gzip.Writer
	out appender
}

// gzipWriters are used again, since each keeps tables of some hundred kilobytes.
var gzipWriters = sync.Pool{New: func() any { return new(gzipWriter) }}

func appendGzip(dst, text []byte) (_ []byte, err error) {
	w := gzipWriters.Get().(*gzipWriter)
	defer gzipWriters.Put(w)
	w.out.bytes = dst
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
	dst, w.out.bytes = w.out.bytes, nil
	return dst, err
}

// appender is an io.Writer into memory.
type appender struct{ bytes []byte }

func (a *appender) Write(p []byte) (int, error) {
	a.bytes = append(a.bytes, p...)
	return len(p), nil
}
