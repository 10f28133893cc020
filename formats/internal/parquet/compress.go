package parquet

import (
	"slices"
	"sync"

	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/golang/snappy"
	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/formats/internal/huffman"
)

// compressions maps the values of WriterOptions.Compression to codecs.
var compressions = map[string]compress.Compression{
	"none":   compress.Codecs.Uncompressed,
	"snappy": compress.Codecs.Snappy,
	"zstd":   compress.Codecs.Zstd,
}

// pageBuffers holds the memory that compressPage needs for a page.
type pageBuffers struct{ page, compressed, literals []byte }

var compressBuffers = sync.Pool{New: func() any { return new(pageBuffers) }}

// zstdOfPages is the encoder that all writers share. It takes 4 MiB for each page being compressed.
// Separate encoders would take 4 MiB for each file being written.
var zstdOfPages = sync.OnceValue(func() *zstd.Encoder {
	e, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false), zstd.WithLowerEncoderMem(true))
	return e // NewWriter fails only for invalid options
})

// fewLevels is a limit in bytes. If the levels of a page take more, compressPage does not try
// entropy coding. The limit is enough for 4096 rows of a column that is not nested.
const fewLevels = 8 + 4096/8

// compressPage appends the compressed form of a page to dst, which must be empty. It reserves
// little more memory than the result takes.
//
// literals means that repeats are rare. compressPage tries entropy coding first if literals is set,
// c is Zstd, and the page has few levels. It then searches for repeats only if entropy coding saves
// less than half of the space.
func compressPage(dst []byte, c compress.Compression, levels, values []byte, literals bool) []byte {
	size := len(levels) + len(values)
	if c == compress.Codecs.Uncompressed {
		return append(append(slices.Grow(dst, size), levels...), values...)
	}
	b := compressBuffers.Get().(*pageBuffers)
	defer compressBuffers.Put(b)
	var frame []byte
	literals = literals && c == compress.Codecs.Zstd && len(levels) <= fewLevels
	if literals {
		b.literals = huffman.AppendFrame(b.literals[:0], levels, values)
		frame = b.literals
	}
	if !literals || len(frame) > size/2 {
		b.page = append(append(b.page[:0], levels...), values...)
		if c == compress.Codecs.Zstd {
			b.compressed = zstdOfPages().EncodeAll(b.page, b.compressed[:0])
		} else {
			room := snappy.MaxEncodedLen(size) // enough for incompressible data
			b.compressed = snappy.Encode(slices.Grow(b.compressed[:0], room)[:room], b.page)
		}
		if !literals || len(b.compressed) < len(frame) {
			frame = b.compressed
		}
	}
	if len(frame) > cap(dst) { // append could reserve far more memory than frame needs
		dst = make([]byte, 0, len(frame)+len(frame)/16)
	}
	return append(dst, frame...)
}
