//go:generate go -C ../asm run . -out ../literals/huffman_amd64.s huffman

package literals

import (
	"encoding/binary"
	"slices"
)

// The Huffman code of RFC 8878, made for grids: some ten different bytes, which a
// general encoder codes one at a time, and counts in a table where equal neighbours
// wait for each other. This one is several times faster (benchmarks/README.md
// has figures). Its tables are described without being compressed in turn, which allows
// for symbols up to 128 only: other data is not its business.
//
// Bytes do not depend on the processor: what kernels do is what portable code does.

const (
	huffmanSymbols = 129 // that can be told without compressing the table
	huffmanLimit   = 11  // bits of the longest code that decoders accept
	huffmanStreams = 4
)

// huffman encodes literals. It may be used again, by one goroutine at a time.
type huffman struct {
	counts  [256]uint32
	symbols []byte // those that occur, the rarest first
	bits    int    // that all codes of the literals take
	codes   huffmanCodes
	merger  packageMerger
	pairs   pairCodes
}

// huffmanCodes are the codes of symbols; lengths of zero belong to those that do not
// occur.
type huffmanCodes struct {
	lengths [huffmanSymbols]uint8
	codes   [huffmanSymbols]uint16
	longest int // of the lengths
	last    int // symbol that occurs
}

// prepare makes the code for src and reports whether there is one. It needs two
// symbols at least, and none that a table cannot tell.
func (h *huffman) prepare(src []byte) bool {
	h.count(src)
	if n := len(h.symbols); n < 2 || h.symbols[n-1] >= huffmanSymbols {
		return false
	}
	h.codes.lengths = [huffmanSymbols]uint8{}
	h.merger.setLengths(&h.codes.lengths, h.symbols, &h.counts)
	h.codes.assign()
	h.bits = 0
	for _, symbol := range h.symbols {
		h.bits += int(h.counts[symbol]) * int(h.codes.lengths[symbol])
	}
	return true
}

// mostBytes is the most that encode appends to what was prepared. Each stream may
// have bits to fill its last byte.
func (h *huffman) mostBytes() int {
	return 1 + (h.codes.last+1)/2 + 2*(huffmanStreams-1) + h.bits/8 + huffmanStreams
}

// encode appends the table, the sizes of the streams but the last, and the streams
// of src, which was prepared.
func (h *huffman) encode(dst, src []byte) []byte {
	dst = h.codes.appendTable(slices.Grow(dst, h.mostBytes()+bitStreamSlack))
	sizes := len(dst)
	dst = append(dst, make([]byte, 2*(huffmanStreams-1))...)
	h.pairs.fill(&h.codes, h.symbols)
	quarter := (len(src) + huffmanStreams - 1) / huffmanStreams
	for i := range huffmanStreams {
		before := len(dst)
		n := min(quarter, len(src))
		dst = h.appendStream(dst, src[:n])
		src = src[n:]
		if i < huffmanStreams-1 {
			binary.LittleEndian.PutUint16(dst[sizes+2*i:], uint16(len(dst)-before))
		}
	}
	return dst
}
