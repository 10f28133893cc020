package formats

import (
	"slices"
	"sync"

	"github.com/apache/arrow/go/v15/parquet/compress"
	library "github.com/golang/snappy"
	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/formats/internal/literals"
)

// codec compresses pages. Any goroutine may use it.
type codec struct {
	kind    compress.Compression
	zstd    *zstd.Encoder
	scratch sync.Pool // of memory for blocks of Snappy
}

// zstdOfPages is the encoder of all writers. It takes 4 MiB for each page that is
// compressed at the same time, which a run in parts would otherwise have for each part.
var zstdOfPages = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false), zstd.WithLowerEncoderMem(true))
})

// newCodec returns the codec with the name that ParsePageCompression knows.
func newCodec(name string) (*codec, error) {
	switch name {
	case "none":
		return &codec{kind: compress.Codecs.Uncompressed}, nil
	case "snappy":
		return &codec{kind: compress.Codecs.Snappy}, nil
	case "zstd", "":
		encoder, err := zstdOfPages()
		return &codec{kind: compress.Codecs.Zstd, zstd: encoder}, err
	}
	_, err := ParsePageCompression(name)
	return nil, err
}

// compresses reports whether compress changes anything.
func (c *codec) compresses() bool { return c.kind != compress.Codecs.Uncompressed }

// packing is what zstd does to a page. Snappy does the same to all.
type packing uint8

const (
	searched packing = iota // for repeats, as usual
	coded                   // but not searched, as grids have no repeats
	stored                  // what takes as few bits as it needs already
)

// compress appends the compressed form of a page to dst: its levels, as many bytes as
// stated, and its values.
func (c *codec) compress(dst, src []byte, levels int, how packing) []byte {
	switch {
	case c.kind != compress.Codecs.Zstd:
		return c.snappy(dst, src)
	case how == stored:
		return literals.AppendStored(dst, src)
	case how == searched || levels > levelRoom:
		return c.zstd.EncodeAll(src, dst)
	}
	frame := literals.AppendFrame(dst, src[:levels], src[levels:])
	if len(frame)-len(dst) <= len(src)/2 {
		return frame
	}
	// These are few, or no grids after all.
	usual := c.zstd.EncodeAll(src, frame)[len(frame):]
	if len(usual) < len(frame)-len(dst) {
		return append(dst, usual...)
	}
	return frame
}

// snappy appends a block of Snappy to dst. It is made elsewhere, where there is room for
// one that does not shrink: a row group holds what is appended until it is written.
func (c *codec) snappy(dst, src []byte) []byte {
	scratch, _ := c.scratch.Get().(*[]byte)
	if scratch == nil {
		scratch = new([]byte)
	}
	defer c.scratch.Put(scratch)
	most := library.MaxEncodedLen(len(src))
	*scratch = slices.Grow((*scratch)[:0], most)[:most]
	return append(dst, library.Encode(*scratch, src)...)
}
