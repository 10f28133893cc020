//go:generate go -C ../asm run . -out ../huffman/huffman_amd64.s

package huffman

import (
	"encoding/binary"
	"slices"
)

// For grids, which contain about ten different bytes, this encoder is several times as fast as a
// general-purpose encoder (see benchmarks/README.md). It processes several bytes in parallel.
//
// The table of codes is stored uncompressed, which limits symbols to the range 0 to 128. Data
// with higher symbols is stored uncompressed.
//
// Assembly kernels and portable code produce the same output.

const (
	maxSymbols  = 129 // maximum number of symbols in an uncompressed table
	longestCode = 11  // length in bits of the longest code that decoders accept
	streams     = 4
)

// encoder encodes literals. It can be reused, but it is not safe for concurrent use.
type encoder struct {
	counts  [256]uint32
	symbols []byte // the symbols that occur, in ascending order until their codes are built
	bits    int    // total length of the codes of the literals
	codes   codeTable
	merger  packageMerger
	pairs   pairCodes
}

// codeTable holds the code of each symbol. Symbols that do not occur have a length of zero.
type codeTable struct {
	lengths [maxSymbols]uint8
	codes   [maxSymbols]uint16
	longest int // length in bits of the longest code
	last    int // the highest symbol that occurs
}

// prepare builds the code for src. It returns false if src has fewer than two different symbols, or
// a symbol of maxSymbols or more.
func (e *encoder) prepare(src []byte) bool {
	e.counts = [256]uint32{}
	countBytes(&e.counts, src)
	e.symbols = e.symbols[:0]
	for symbol, n := range e.counts {
		if n > 0 {
			e.symbols = append(e.symbols, byte(symbol))
		}
	}
	if n := len(e.symbols); n < 2 || e.symbols[n-1] >= maxSymbols {
		return false
	}
	e.codes.lengths, e.codes.last = [maxSymbols]uint8{}, int(e.symbols[len(e.symbols)-1])
	e.merger.setLengths(&e.codes.lengths, e.symbols, &e.counts)
	e.codes.assign()
	e.bits = 0
	for _, symbol := range e.symbols {
		e.bits += int(e.counts[symbol]) * int(e.codes.lengths[symbol])
	}
	return true
}

// mostBytes returns the maximum number of bytes that encode appends for the prepared data. Each
// stream may need additional bits to fill its last byte.
func (e *encoder) mostBytes() int {
	return 1 + (e.codes.last+1)/2 + 2*(streams-1) + e.bits/8 + streams
}

// encode appends the encoded form of src: the table, the sizes of all streams except the last one,
// and the streams. The caller must have called prepare for src.
func (e *encoder) encode(dst, src []byte) []byte {
	dst = e.codes.appendTable(slices.Grow(dst, e.mostBytes()+bitStreamSlack))
	sizes := len(dst)
	dst = append(dst, make([]byte, 2*(streams-1))...)
	e.pairs.fill(&e.codes, e.symbols)
	quarter := (len(src) + streams - 1) / streams
	for i := range streams {
		before := len(dst)
		n := min(quarter, len(src))
		dst = e.appendStream(dst, src[:n])
		src = src[n:]
		if i < streams-1 {
			binary.LittleEndian.PutUint16(dst[sizes+2*i:], uint16(len(dst)-before))
		}
	}
	return dst
}

// countInTables adds the number of occurrences of each byte to counts. It counts adjacent bytes in
// different tables, because loading a counter that was just stored is slow.
func countInTables(counts *[256]uint32, src []byte) {
	var c1, c2, c3, c4, c5, c6, c7 [256]uint32
	for ; len(src) >= 8; src = src[8:] {
		v := binary.LittleEndian.Uint64(src)
		counts[byte(v)]++
		c1[byte(v>>8)]++
		c2[byte(v>>16)]++
		c3[byte(v>>24)]++
		c4[byte(v>>32)]++
		c5[byte(v>>40)]++
		c6[byte(v>>48)]++
		c7[byte(v>>56)]++
	}
	for _, b := range src {
		counts[b]++
	}
	for i := range counts {
		counts[i] += c1[i] + c2[i] + c3[i] + c4[i] + c5[i] + c6[i] + c7[i]
	}
}
