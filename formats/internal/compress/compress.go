package compress

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A Compressor compresses text and appends the result to dst as a complete gzip member or Zstandard
// frame. A Compressor is safe for concurrent use.
type Compressor func(dst, text []byte) []byte

// NewCompressor returns the compressor for a text file with the given name, or nil if the name
// indicates no compression. It returns an error if gridmill can only decompress files of this kind.
//
// All compressors use their fastest level. The default levels take nearly twice as long, and save
// little space.
func NewCompressor(file string) (Compressor, error) {
	k, extension := ByExtension(file), filepath.Ext(file)
	if k != None && kinds[k].compressor == nil || strings.EqualFold(extension, ".zip") {
		return nil, fmt.Errorf("%s: %[2]s files can be read but not written; leave out %[2]s", file, extension)
	}
	return kinds[k].compressor, nil
}

// zstdEncoder returns the encoder that all Zstandard text outputs share. Each frame holds the size
// and the checksum of its text.
var zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
	e, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithSingleSegment(true), zstd.WithZeroFrames(true), zstd.WithLowerEncoderMem(true))
	return e // NewWriter fails only for invalid options
})

// gzipWriters holds idle writers. A writer takes several hundred kilobytes.
var gzipWriters = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // fails only for an invalid level
	return w
}}

func appendGzip(dst, text []byte) []byte {
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	out := bytes.NewBuffer(dst)
	w.Reset(out)
	_, _ = w.Write(text) // writing to a Buffer does not fail
	_ = w.Close()
	return out.Bytes()
}
