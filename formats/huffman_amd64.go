//go:build !purego

package formats

import (
	"golang.org/x/sys/cpu"
)

// hasHuffmanKernels tells whether the processor has what the kernels need.
var hasHuffmanKernels = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2

// kernelChunk is how many bytes kernels take at once.
const kernelChunk = 64

// countedSymbols is how many symbols one call counts. Grids in PLAIN encoding have
// two in the length before them, nine digits and a blank.
const countedSymbols = 12

// countBytes adds to counts how often each byte occurs.
func countBytes(counts *[256]uint32, src []byte) {
	const sample = 512 // bytes that show which symbols there are
	if !hasHuffmanKernels || len(src) < 4*sample {
		countInTables(counts, src)
		return
	}
	countInTables(counts, src[:sample])
	src = src[sample:]
	symbols, ok := likelySymbols(counts)
	if !ok {
		countInTables(counts, src)
		return
	}
	chunks := len(src) / kernelChunk
	var sums [countedSymbols][8]uint64
	countChunksAVX512(&sums, &symbols, &src[0], chunks)
	var found [countedSymbols]uint32
	missing := uint32(chunks * kernelChunk)
	for i, sum := range sums {
		for _, n := range sum {
			found[i] += uint32(n)
		}
		missing -= found[i]
	}
	if missing != 0 { // the sample did not show all symbols
		countInTables(counts, src)
		return
	}
	for i, symbol := range symbols {
		counts[symbol] += found[i]
	}
	countInTables(counts, src[chunks*kernelChunk:])
}

// likelySymbols returns the symbols that were counted, if they are few enough for
// the kernel, and others to make up their number.
func likelySymbols(counts *[256]uint32) (symbols [countedSymbols]byte, ok bool) {
	n := 0
	for _, counted := range []bool{true, false} {
		for symbol, count := range counts {
			if (count > 0) != counted {
				continue
			}
			if n == len(symbols) {
				return symbols, !counted
			}
			symbols[n] = byte(symbol)
			n++
		}
	}
	return symbols, true
}

// addEights adds the codes of as many eights of symbols as there are, all of which
// are short, and returns what is left.
func (s *bitStream) addEights(src []byte, h *huffman) []byte {
	var codes, lengths [kernelChunk]uint8
	if chunks := len(src) / kernelChunk; hasHuffmanKernels && chunks > 0 && h.shortTables(&codes, &lengths) {
		rest := len(src) - chunks*kernelChunk
		n, open, held := addChunksAVX512(&s.space[s.n], &src[rest], chunks, &codes, &lengths, s.open, s.held)
		s.n, s.open, s.held = s.n+n, open, held
		src = src[:rest]
	}
	return s.addFourPairs(src, &h.pairs)
}

// shortTables sets the codes of symbols, all of which are short, and their lengths, by the
// symbols' lowest six bits, which tell the symbols of grids, and reports whether they tell
// all that occur.
func (h *huffman) shortTables(codes, lengths *[kernelChunk]uint8) bool {
	for _, symbol := range h.symbols {
		i := symbol % kernelChunk
		if lengths[i] > 0 {
			return false
		}
		codes[i], lengths[i] = uint8(h.codes.codes[symbol]), h.codes.lengths[symbol]
	}
	return true
}

// countChunksAVX512 adds to each symbol's sums how often it occurs in chunks of src,
// one or more.
//
//go:noescape
func countChunksAVX512(sums *[countedSymbols][8]uint64, symbols *[countedSymbols]byte, src *byte, chunks int)

// addChunksAVX512 appends the codes of chunks of src, one or more, to a stream with
// held bits open. It returns how many bytes became complete, and writes up to 64
// more.
//
//go:noescape
func addChunksAVX512(space, src *byte, chunks int, codes, lengths *[64]uint8, open uint64, held uint) (n int, stillOpen uint64, stillHeld uint)
