//go:build !purego

package huffman

import "golang.org/x/sys/cpu"

// hasKernels reports whether the processor supports the assembly kernels.
var hasKernels = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2

const vectorBytes = 64

// countedSymbols is the number of symbols that countVectorsAVX512 counts. Grids in PLAIN encoding
// contain twelve symbols: nine digits, a blank, and the two distinct bytes of the length before
// each grid.
const countedSymbols = 12

// countBytes is like countInTables, but faster if src has few distinct bytes.
func countBytes(counts *[256]uint32, src []byte) {
	const sample = 512 // countVectors counts only symbols that occur in src[:sample]
	if hasKernels && len(src) >= 4*sample {
		countInTables(counts, src[:sample])
		src = countVectors(counts, src[sample:])
	}
	countInTables(counts, src)
}

// countVectors counts the symbols in the whole vectors of src and returns the rest of src. It
// counts nothing and returns src in two cases: more than countedSymbols symbols have positive
// counts, or the vectors contain a symbol whose count is 0.
func countVectors(counts *[256]uint32, src []byte) (rest []byte) {
	var symbols [countedSymbols]byte
	n := 0
	for symbol, count := range counts {
		if count == 0 {
			continue
		}
		if n == len(symbols) {
			return src
		}
		symbols[n] = byte(symbol)
		n++
	}
	vectors := len(src) / vectorBytes
	var sums [countedSymbols][8]uint64
	countVectorsAVX512(&sums, &symbols, &src[0], vectors)
	found, total := *counts, 0
	for i, symbol := range symbols[:n] {
		for _, sum := range sums[i] {
			found[symbol] += uint32(sum)
			total += int(sum)
		}
	}
	if total < vectors*vectorBytes { // the vectors contain a symbol that is not in symbols[:n]
		return src
	}
	*counts = found
	return src[vectors*vectorBytes:]
}

// addEights is like addFourPairs, but uses an assembly kernel if possible.
func (s *bitStream) addEights(src []byte, e *encoder) []byte {
	var codes, lengths [vectorBytes]uint8
	if vectors := len(src) / vectorBytes; hasKernels && vectors > 0 && e.shortTables(&codes, &lengths) {
		rest := len(src) - vectors*vectorBytes
		n, open, held := addVectorsAVX512(&s.space[s.n], &src[rest], vectors, &codes, &lengths, s.open, s.held)
		s.n, s.open, s.held = s.n+n, open, held
		src = src[:rest]
	}
	return s.addFourPairs(src, &e.pairs)
}

// shortTables sets codes and lengths, indexed by the lowest six bits of a symbol. It reports
// whether all symbols differ in these bits. All codes must be short (see shortCodes).
func (e *encoder) shortTables(codes, lengths *[vectorBytes]uint8) bool {
	for _, symbol := range e.symbols {
		i := symbol % vectorBytes
		if lengths[i] > 0 {
			return false
		}
		codes[i], lengths[i] = uint8(e.codes.codes[symbol]), e.codes.lengths[symbol]
	}
	return true
}

// countVectorsAVX512 counts the symbols in the first 64*vectors bytes of src. The sum of the eight
// elements of sums[i] increases by the count of symbols[i]. vectors must not be 0.
//
//go:noescape
func countVectorsAVX512(sums *[countedSymbols][8]uint64, symbols *[countedSymbols]byte, src *byte, vectors int)

// addVectorsAVX512 appends the codes of the first 64*vectors bytes of src to a bitStream. It stores
// the n completed bytes, starting at *space, and may overwrite 64 more. vectors must not be 0.
//
//go:noescape
func addVectorsAVX512(space, src *byte, vectors int, codes, lengths *[64]uint8, open uint64, held uint) (n int, stillOpen uint64, stillHeld uint)
