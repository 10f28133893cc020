package formats

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

// unpacker unpacks pages. It is kept for the next page, with its tables.
type unpacker struct {
	packed bytes.Reader
	gzip   gzip.Reader
	brotli *brotli.Reader
	zstd   *zstd.Decoder
	midway bool // a stream was opened and not read to its end
}

var unpackers = sync.Pool{New: func() any { return new(unpacker) }}

// release keeps the unpacker for the next page. What a stream that was not read to its
// end left behind would disturb that: zstd waits until it is reset, and Brotli takes what
// it read ahead for the beginning of the next.
func (u *unpacker) release() {
	if u.midway {
		u.midway, u.brotli = false, nil
		if u.zstd != nil {
			_ = u.zstd.Reset(nil) // never fails, as there is nothing to read
		}
	}
	unpackers.Put(u)
}

// unpackable reports whether pages in a compression can be read.
func unpackable(c compress.Compression) bool {
	switch c {
	case compress.Codecs.Uncompressed, compress.Codecs.Snappy, compress.Codecs.Gzip, compress.Codecs.Brotli, compress.Codecs.Zstd:
		return true
	}
	return false
}

var errUnpackedSize = errors.New("it does not unpack to the size that it claims")

// isUsual reports whether so many packed bytes can be believed to hold size bytes.
func isUsual(size, packed int) bool {
	const usual, always = 16, 1 << 20
	return size <= max(usual*packed, always)
}

// unpack unpacks src, which claims to hold size bytes, into memory of pages. It takes no
// more than src can be believed to fill: as much as the claim where that is usual, and
// else what comes out, as it comes.
func unpack(c compress.Compression, src []byte, size int) (dst []byte, err error) {
	u := unpackers.Get().(*unpacker)
	defer u.release()
	believed := isUsual(size, len(src))
	switch {
	case c == compress.Codecs.Snappy:
		var n int
		if n, err = snappy.DecodedLen(src); err != nil || n != size || !believed && size > maxSnappyRatio*len(src) {
			return dst, errUnpackedSize
		}
		dst = pageMemory.take(size)
		_, err = snappy.Decode(dst, src) // which refuses the extensions of S2
	case c == compress.Codecs.Zstd && believed:
		if err = u.startZstd(nil); err == nil {
			dst, err = u.zstd.DecodeAll(src, pageMemory.take(size)[:0])
		}
	default:
		dst, err = u.stream(c, src, size, believed)
	}
	if err != nil {
		return dst, damagedPage(c, err)
	}
	if len(dst) != size {
		return dst, errUnpackedSize
	}
	return dst, nil
}

// damagedPage explains an error of what unpacks a page.
func damagedPage(c compress.Compression, err error) error {
	if errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return errUnpackedSize
	}
	return fmt.Errorf("its %s data is damaged: %w; %s", c, err, files.FetchAnew)
}

// maxSnappyRatio is more than how often Snappy's densest element, a copy of 64
// bytes in three, holds its own size.
const maxSnappyRatio = 22

// startZstd makes the decoder ready, for a stream or for whole pages.
func (u *unpacker) startZstd(src io.Reader) (err error) {
	if u.zstd == nil {
		// One at a time, so that the decoder starts no goroutines, and never
		// beyond the capacity of what it is given.
		u.zstd, err = zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxPageBytes), zstd.WithDecodeAllCapLimit(true))
		return err
	}
	if src == nil {
		return nil
	}
	return u.zstd.Reset(src)
}

// stream unpacks src bit by bit. Only where the size is believed, room is made
// for it from the start.
func (u *unpacker) stream(c compress.Compression, src []byte, size int, believed bool) ([]byte, error) {
	u.packed.Reset(src)
	in, err := u.open(c, &u.packed)
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
		return dst, errUnpackedSize
	} else if !errors.Is(err, io.EOF) {
		return dst, err
	}
	u.midway = false
	return dst, nil
}

// open returns a reader of what is packed in in, for all compressions but Snappy. Who
// has read it to its end sets midway to false.
func (u *unpacker) open(c compress.Compression, in io.Reader) (io.Reader, error) {
	u.midway = true
	switch c {
	case compress.Codecs.Gzip:
		return &u.gzip, u.gzip.Reset(in)
	case compress.Codecs.Brotli:
		if u.brotli == nil {
			u.brotli = brotli.NewReader(in)
			return u.brotli, nil
		}
		return u.brotli, u.brotli.Reset(in)
	case compress.Codecs.Zstd:
		err := u.startZstd(in) // which may make u.zstd
		return u.zstd, err
	}
	return nil, fmt.Errorf("unknown compression %s", c)
}
