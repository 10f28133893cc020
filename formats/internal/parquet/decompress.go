package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/golang/snappy"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// decompressor decompresses pages. It is reused for later pages, with its tables.
type decompressor struct {
	src    bytes.Reader
	gzip   gzip.Reader
	brotli *brotli.Reader
	zstd   *zstd.Decoder
}

var decompressors = sync.Pool{New: func() any { return new(decompressor) }}

// canDecompress reports whether pages compressed with c can be read.
func canDecompress(c compress.Compression) bool {
	codecs := &compress.Codecs
	return c == codecs.Uncompressed || c == codecs.Snappy || c == codecs.Gzip || c == codecs.Brotli || c == codecs.Zstd
}

var errWrongSize = errors.New("its decompressed size differs from the declared size")

// maxSnappyRatio exceeds the highest compression ratio of Snappy, whose densest element copies 64
// bytes and takes three bytes.
const maxSnappyRatio = 22

// decompress decompresses src into a buffer from pageMemory. size is the declared size of the
// result.
func decompress(c compress.Compression, src []byte, size int) (dst []byte, err error) {
	d := decompressors.Get().(*decompressor)
	if dst, err = d.append(c, src, size); err == nil && len(dst) != size || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		err = errWrongSize
	}
	if err != nil { // a stream that was not read to its end would affect the next stream
		return dst, option.Errorf(option.InputFile, "its %s data is damaged: %w", c, err)
	}
	decompressors.Put(d)
	return dst, nil
}

// append is like decompress, but does not explain errors. If the declared size is unusual, append
// counts the output before it allocates memory. A growing buffer would take far more memory.
func (d *decompressor) append(c compress.Compression, src []byte, size int) (dst []byte, err error) {
	usual := size <= max(16*len(src), 1<<20)
	if c == compress.Codecs.Snappy {
		if n, err := snappy.DecodedLen(src); err != nil || n != size || !usual && size > maxSnappyRatio*len(src) {
			return nil, errWrongSize
		}
		return snappy.Decode(pageMemory.take(size), src) // Decode rejects the extensions of S2
	}
	if !usual {
		if err := d.stream(c, src, size, nil); err != nil {
			return nil, err
		}
	}
	if dst = pageMemory.take(size); c != compress.Codecs.Zstd {
		return dst, d.stream(c, src, size, dst)
	}
	if err := d.startZstd(nil); err != nil {
		return dst, err
	}
	return d.zstd.DecodeAll(src, dst[:0])
}

// startZstd prepares the decoder for a stream or for whole pages.
func (d *decompressor) startZstd(src io.Reader) (err error) {
	if d.zstd == nil {
		// With a concurrency of one, the decoder does not start goroutines, and it never exceeds
		// the capacity of its destination.
		d.zstd, err = zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxPageBytes), zstd.WithDecodeAllCapLimit(true))
		return err
	}
	return d.zstd.Reset(src)
}

// stream decompresses src into dst or, if dst is nil, only counts the output. It returns an error
// if the output does not have size bytes.
func (d *decompressor) stream(c compress.Compression, src []byte, size int, dst []byte) error {
	in, err := d.open(c, src)
	if err != nil {
		return err
	}
	if dst != nil {
		_, err = io.ReadFull(in, dst)
	} else {
		_, err = io.CopyN(io.Discard, in, int64(size))
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	// If more data follows, the page holds more than it declares. An error means that a checksum is
	// wrong.
	n, err := io.ReadFull(in, make([]byte, 1))
	switch {
	case n > 0:
		return errWrongSize
	case !files.IsEnd(err):
		return err
	}
	return nil
}

// open returns a stream of the decompressed contents of src.
func (d *decompressor) open(c compress.Compression, src []byte) (io.Reader, error) {
	d.src.Reset(src)
	switch c {
	case compress.Codecs.Gzip:
		return &d.gzip, d.gzip.Reset(&d.src)
	case compress.Codecs.Brotli:
		if d.brotli == nil {
			d.brotli = new(brotli.Reader)
		}
		return d.brotli, d.brotli.Reset(&d.src)
	case compress.Codecs.Zstd:
		err := d.startZstd(&d.src) // may set d.zstd
		return d.zstd, err
	}
	return nil, fmt.Errorf("unknown compression %s", c)
}
