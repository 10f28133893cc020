package literals

import "math/bits"

// decodeTable tells which symbols a stream goes on with, by its next huffmanLimit bits.
// These are the codes of several symbols where codes are as short as those of grids.
type decodeTable struct {
	// entries hold the symbols, the first in the lowest of the upper six bytes, how many
	// they are in the byte below, and how many bits their codes take in the lowest.
	//
	// Those for so many bits stand at two to that power: behind the code of a symbol
	// fewer bits are left.
	entries [2 << huffmanLimit]uint64
	lengths [huffmanSymbols]uint8 // of the codes
	symbols []byte                // those with a code, the longest code first
}

// Where the fields of an entry are.
const (
	entryCount   = 8
	entrySymbols = 16
	entryMost    = 6 // symbols
)

// read makes the table of what appendTable appended, and returns what follows that.
func (t *decodeTable) read(src []byte) (rest []byte, ok bool) {
	if len(src) == 0 || src[0] < 128 {
		return nil, false
	}
	last := int(src[0]) - 127
	size := 1 + (last+1)/2
	if size > len(src) {
		return nil, false
	}
	t.lengths = [huffmanSymbols]uint8{}
	taken := 0 // of all codes, in units of the longest
	for symbol := range last {
		weight := src[1+symbol/2] >> (4 * (1 - symbol&1)) & 15
		t.lengths[symbol] = weight // as yet
		taken += 1 << weight >> 1
	}
	longest := bits.Len(uint(taken))
	left := 1<<longest - taken
	if taken == 0 || longest > huffmanLimit || left&(left-1) != 0 {
		return nil, false
	}
	t.lengths[last] = uint8(bits.Len(uint(left)))
	t.symbols = t.symbols[:0]
	for weight := 1; weight <= longest; weight++ {
		for symbol, w := range t.lengths[:last+1] {
			if int(w) == weight {
				t.symbols = append(t.symbols, byte(symbol))
			}
		}
	}
	if t.lengths[t.symbols[0]] != 1 {
		return nil, false // the longest codes are shorter than weights say
	}
	for _, symbol := range t.symbols {
		t.lengths[symbol] = uint8(longest+1) - t.lengths[symbol]
	}
	t.fill()
	return src[size:], true
}

// fill makes the tables of all numbers of bits, the smaller first: behind the code of a
// symbol come the entries for the bits that this leaves.
func (t *decodeTable) fill() {
	for bits := range huffmanLimit + 1 {
		table := t.entries[1<<bits : 2<<bits]
		fit := t.symbols
		for len(fit) > 0 && int(t.lengths[fit[0]]) > bits {
			fit = fit[1:]
		}
		alone := len(table) // codes that do not fit are the longest, and come first
		for _, symbol := range fit {
			alone -= len(table) >> t.lengths[symbol]
		}
		clear(table[:alone])
		table = table[alone:]
		for _, symbol := range fit {
			n := 1 << (bits - int(t.lengths[symbol]))
			t.prepend(table[:n], t.entries[n:2*n], symbol)
			table = table[n:]
		}
	}
}

// prepend makes entries of those for what follows a symbol. Of more than an entry can
// hold, the last symbol is left out.
func (t *decodeTable) prepend(entries, following []uint64, symbol byte) {
	first := uint64(symbol)<<entrySymbols + 1<<entryCount + uint64(t.lengths[symbol])
	for i, e := range following {
		symbols := e >> entrySymbols << (entrySymbols + 8)
		if e>>entryCount&0xff == entryMost {
			e -= 1<<entryCount + uint64(t.lengths[e>>56])
		}
		entries[i] = symbols + e&(1<<entrySymbols-1) + first
	}
}

// look returns the entry for so many bits as a table knows.
func (t *decodeTable) look(bits int) uint64 { return t.entries[1<<huffmanLimit|bits] }
