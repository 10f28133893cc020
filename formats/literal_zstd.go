package formats

import (
	"encoding/binary"
	"errors"
	"sync"

	"github.com/klauspost/compress/huff0"
)

// Zstandard, but for its search for repeats. Grids have none worth finding, only
// a small alphabet, so frames here hold nothing but literals in Huffman code:
// smaller than what level 1 makes of them, several times faster, and readable by
// every decoder. The format is that of RFC 8878.

// zstdBlock is the most that a block may hold, in bytes.
const zstdBlock = 128 << 10

// Types of blocks.
const (
	blockRaw = iota
	blockRLE
	blockCompressed
)

// literalEncoders are used again, since each keeps tables of some kilobytes.
var literalEncoders = sync.Pool{New: func() any { return new(huff0.Scratch) }}

// appendLiteralFrame appends src to dst as one frame.
func appendLiteralFrame(dst, src []byte) []byte {
	dst = append(dst, zstdMagic...)
	// A single segment whose size takes eight bytes, so that no window is named.
	dst = append(dst, 3<<6|1<<5)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(src)))
	s := literalEncoders.Get().(*huff0.Scratch)
	defer literalEncoders.Put(s)
	for {
		n := min(len(src), zstdBlock)
		last := n == len(src)
		dst = appendLiteralBlock(dst, src[:n], last, s)
		if last {
			return dst
		}
		src = src[n:]
	}
}

// appendLiteralBlock appends one block, compressed if that makes it smaller.
func appendLiteralBlock(dst, src []byte, last bool, s *huff0.Scratch) []byte {
	header := func(kind, size int) []byte {
		h := uint32(size)<<3 | uint32(kind)<<1
		if last {
			h |= 1
		}
		return append(dst, byte(h), byte(h>>8), byte(h>>16))
	}
	coded, err := huffman(src, s)
	switch {
	case errors.Is(err, huff0.ErrUseRLE):
		return append(header(blockRLE, len(src)), src[0])
	case err != nil || len(coded)+literalsHeader+1 >= len(src):
		return append(header(blockRaw, len(src)), src...)
	}
	dst = header(blockCompressed, literalsHeader+len(coded)+1)
	// The literals' type is compressed (2), in four streams whose sizes take 18
	// bits each (3).
	h := 2 | 3<<2 | uint64(len(src))<<4 | uint64(len(coded))<<22
	dst = append(dst, byte(h), byte(h>>8), byte(h>>16), byte(h>>24), byte(h>>32))
	dst = append(dst, coded...)
	return append(dst, 0) // no sequences
}

// literalsHeader is the size in bytes of the header of literals in four streams
// with sizes of 18 bits.
const literalsHeader = 5

// huffman returns src in four streams with their table before them. The result
// is the scratch's own.
func huffman(src []byte, s *huff0.Scratch) ([]byte, error) {
	const fewest = 64 // below which a table costs more than it saves
	if len(src) < fewest {
		return nil, huff0.ErrIncompressible
	}
	s.Reuse = huff0.ReusePolicyNone
	coded, _, err := huff0.Compress4X(src, s)
	return coded, err
}
