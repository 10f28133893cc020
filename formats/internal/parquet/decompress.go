package parquet

import (
	"bytes"
	"errors"
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

// A decompressor decompresses a stream. It keeps its tables and is reused for later pages.
type decompressor interface {
	io.Reader
	Reset(io.Reader) error
}

// decompressors holds idle decompressors.
var decompressors = map[compress.Compression]*sync.Pool{
	compress.Codecs.Gzip:   {New: func() any { return new(gzip.Reader) }},
	compress.Codecs.Brotli: {New: func() any { return new(brotli.Reader) }},
	compress.Codecs.Zstd: {New: func() any {
		// The decoder starts no goroutines, and never exceeds the capacity of its destination.
		// NewReader fails only for invalid options.
		d, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxPageBytes), zstd.WithDecodeAllCapLimit(true))
		return d
	}},
}

func canDecompress(c compress.Compression) bool {
	return c == compress.Codecs.Uncompressed || c == compress.Codecs.Snappy || decompressors[c] != nil
}

var errWrongSize = errors.New("its decompressed size differs from the declared size")

// maxSnappyRatio exceeds the highest compression ratio of Snappy. The densest element of Snappy
// copies 64 bytes and takes three bytes.
const maxSnappyRatio = 22

// decompress decompresses src into a slice from pageMemory. size is the declared size of dst.
func decompress(c compress.Compression, src []byte, size int) (dst []byte, err error) {
	if c == compress.Codecs.Snappy {
		err = errWrongSize
		if n, bad := snappy.DecodedLen(src); bad == nil && n == size && size <= maxSnappyRatio*len(src) {
			dst, err = snappy.Decode(pageMemory.take(size), src) // Decode rejects the extensions of S2
		}
	} else {
		d := decompressors[c].Get().(decompressor)
		if dst, err = decompressWith(d, src, size); err == nil {
			decompressors[c].Put(d) // after an error, d is not reused, because it may still hold data
		}
	}
	if err == nil && len(dst) != size || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		err = errWrongSize
	}
	if err != nil {
		err = option.Errorf(option.InputFile, "its %s data is damaged: %w", c, err)
	}
	return dst, err
}

// decompressWith decompresses src with d. A declared size far larger than src may be wrong, so a
// first pass checks the size before dst is allocated.
func decompressWith(d decompressor, src []byte, size int) (dst []byte, err error) {
	if size > max(16*len(src), 1<<20) {
		if err := readStream(d, src, size, nil); err != nil {
			return nil, err
		}
	}
	dst = pageMemory.take(size)
	if z, ok := d.(*zstd.Decoder); ok {
		if err := z.Reset(nil); err != nil {
			return dst, err
		}
		return z.DecodeAll(src, dst[:0])
	}
	return dst, readStream(d, src, size, dst)
}

// readStream decompresses src into dst or, if dst is nil, only counts the output. It returns an
// error unless the output has the given size.
func readStream(in decompressor, src []byte, size int, dst []byte) error {
	err := in.Reset(bytes.NewReader(src))
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
	// Further data means that the page holds more than it declares. An error other than io.EOF
	// means that the end of src (for example, a checksum) is damaged.
	n, err := io.ReadFull(in, make([]byte, 1))
	switch {
	case n > 0:
		return errWrongSize
	case !files.IsEnd(err):
		return err
	}
	return nil
}
