package parquet

import (
	"slices"
	"sync"

	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/golang/snappy"
	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/formats/internal/huffman"
)

// A compressor compresses pages. It is safe for concurrent use.
type compressor struct{ kind compress.Compression }

// compressors maps the values of WriterOptions.Compression to compressors.
var compressors = map[string]compressor{
	"none": {compress.Codecs.Uncompressed}, "snappy": {compress.Codecs.Snappy}, "zstd": {compress.Codecs.Zstd},
}

// compressBuffers holds buffers for the output of compressors. The output is then copied, so that a
// compressed page does not take more memory than it needs.
var compressBuffers = sync.Pool{New: func() any { return new([]byte) }}

// zstdOfPages is the encoder that all writers share. It takes 4 MiB for each page being compressed.
// If each writer had its own encoder, a run would take 4 MiB for each file that it writes.
var zstdOfPages = sync.OnceValue(func() *zstd.Encoder {
	e, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false), zstd.WithLowerEncoderMem(true))
	return e // NewWriter fails only for invalid options
})

func (c compressor) compresses() bool { return c.kind != compress.Codecs.Uncompressed }

// append appends the compressed form of a page to dst.
func (c compressor) append(dst, src []byte) []byte {
	switch c.kind {
	case compress.Codecs.Zstd:
		return zstdOfPages().EncodeAll(src, dst)
	case compress.Codecs.Snappy:
		buffer := compressBuffers.Get().(*[]byte)
		defer compressBuffers.Put(buffer)
		room := snappy.MaxEncodedLen(len(src)) // enough for incompressible data
		*buffer = snappy.Encode(slices.Grow((*buffer)[:0], room)[:room], src)
		return append(dst, *buffer...)
	}
	return append(dst, src...)
}

// appendLiterals is like the append method, but faster for a page whose values do not repeat. With
// zstd, it searches for repeats only if entropy coding alone saves less than half of the space, or
// if levelBytes exceeds levelRoom. The first levelBytes bytes of src are the page's levels.
func (c compressor) appendLiterals(dst, src []byte, levelBytes int) []byte {
	if c.kind != compress.Codecs.Zstd || levelBytes > levelRoom {
		return c.append(dst, src)
	}
	buffer := compressBuffers.Get().(*[]byte)
	defer compressBuffers.Put(buffer)
	*buffer = huffman.AppendFrame((*buffer)[:0], src[:levelBytes], src[levelBytes:])
	frame := *buffer
	if len(frame) > len(src)/2 {
		other := compressBuffers.Get().(*[]byte)
		defer compressBuffers.Put(other)
		if *other = zstdOfPages().EncodeAll(src, (*other)[:0]); len(*other) < len(frame) {
			frame = *other
		}
	}
	if len(frame) > cap(dst)-len(dst) { // append could reserve far more memory than frame needs
		dst = append(make([]byte, 0, len(dst)+len(frame)+len(frame)/16), dst...)
	}
	return append(dst, frame...)
}
