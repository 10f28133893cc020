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
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/formats/files"
)

// decompressor decompresses pages. It is kept for the next page, with its tables.
type decompressor struct {
	src    bytes.Reader
	gzip   gzip.Reader
	brotli *brotli.Reader
	zstd   *zstd.Decoder
	midway bool // a stream was opened and not read to its end
}

var decompressors = sync.Pool{New: func() any { return new(decompressor) }}

// release keeps the decompressor for the next page. What a stream that was not read to its
// end left behind would disturb that: zstd waits until it is reset, and Brotli takes what
// it read ahead for the start of the next.
func (d *decompressor) release() {
	if d.midway {
		d.midway, d.brotli = false, nil
		if d.zstd != nil {
			_ = d.zstd.Reset(nil) // never fails, as there is nothing to read
		}
	}
	decompressors.Put(d)
}

// canDecompress reports whether pages in a compression can be read.
func canDecompress(c compress.Compression) bool {
	switch c {
	case compress.Codecs.Uncompressed, compress.Codecs.Snappy, compress.Codecs.Gzip, compress.Codecs.Brotli, compress.Codecs.Zstd:
		return true
	}
	return false
}

var errWrongSize = errors.New("it does not decompress to the size that it claims")

// isUsual reports whether so many compressed bytes can be believed to hold size bytes.
func isUsual(size, compressed int) bool {
	const usual, always = 16, 1 << 20
	return size <= max(usual*compressed, always)
}

// maxSnappyRatio is more than how often Snappy's densest element, a copy of 64
// bytes in three, holds its own size.
const maxSnappyRatio = 22

// decompress decompresses src, which claims to hold size bytes, into memory of pages. It
// takes no more than src can be believed to fill: as much as the claim where that is usual,
// and else what comes out, as it comes.
func decompress(c compress.Compression, src []byte, size int) (dst []byte, err error) {
	d := decompressors.Get().(*decompressor)
	defer d.release()
	believed := isUsual(size, len(src))
	switch {
	case c == compress.Codecs.Snappy:
		var n int
		if n, err = snappy.DecodedLen(src); err != nil || n != size || !believed && size > maxSnappyRatio*len(src) {
			return dst, errWrongSize
		}
		dst = pageMemory.take(size)
		_, err = snappy.Decode(dst, src) // which refuses the extensions of S2
	case c == compress.Codecs.Zstd && believed:
		if err = d.startZstd(nil); err == nil {
			dst, err = d.zstd.DecodeAll(src, pageMemory.take(size)[:0])
		}
	default:
		dst, err = d.stream(c, src, size, believed)
	}
	switch {
	case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, errWrongSize), err == nil && len(dst) != size:
		return dst, errWrongSize
	case err != nil:
		return dst, fmt.Errorf("its %s data is damaged: %w; %s", c, err, files.FetchAgain)
	}
	return dst, nil
}

// startZstd makes the decoder ready, for a stream or for whole pages.
func (d *decompressor) startZstd(src io.Reader) (err error) {
	if d.zstd == nil {
		// One at a time, so that the decoder starts no goroutines, and never
		// beyond the capacity of what it is given.
		d.zstd, err = zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxPageBytes), zstd.WithDecodeAllCapLimit(true))
		return err
	}
	if src == nil {
		return nil
	}
	return d.zstd.Reset(src)
}

// stream decompresses src bit by bit. Only where the size is believed, there is room for it
// from the start.
func (d *decompressor) stream(c compress.Compression, src []byte, size int, believed bool) ([]byte, error) {
	in, err := d.open(c, src)
	if err != nil {
		return nil, err
	}
	room := size
	if !believed {
		room = min(size, 1<<20)
	}
	dst, filled := pageMemory.take(room), 0
	for {
		n, err := io.ReadFull(in, dst[filled:])
		filled += n
		if err != nil {
			return dst[:filled], err
		}
		if filled == size {
			break
		}
		dst = append(dst, make([]byte, min(len(dst), size-len(dst)))...)
	}
	// Whatever follows is more than the page claims, or a wrong checksum.
	var more [1]byte
	if n, err := io.ReadFull(in, more[:]); n > 0 {
		return dst, errWrongSize
	} else if !errors.Is(err, io.EOF) {
		return dst, err
	}
	d.midway = false
	return dst, nil
}

// open returns a stream of what src holds.
func (d *decompressor) open(c compress.Compression, src []byte) (io.Reader, error) {
	d.midway = true
	d.src.Reset(src)
	switch c {
	case compress.Codecs.Gzip:
		return &d.gzip, d.gzip.Reset(&d.src)
	case compress.Codecs.Brotli:
		if d.brotli == nil {
			d.brotli = brotli.NewReader(&d.src)
			return d.brotli, nil
		}
		return d.brotli, d.brotli.Reset(&d.src)
	case compress.Codecs.Zstd:
		err := d.startZstd(&d.src) // which may make d.zstd
		return d.zstd, err
	}
	return nil, fmt.Errorf("unknown compression %s", c)
}
