package huffman

import "encoding/binary"

// count counts the symbols of src, and notes which occur, the smallest first.
func (e *encoder) count(src []byte) {
	e.counts = [256]uint32{}
	countBytes(&e.counts, src)
	e.symbols = e.symbols[:0]
	for symbol, n := range e.counts {
		if n > 0 {
			e.symbols = append(e.symbols, byte(symbol))
		}
	}
}

// countInTables adds to counts how often each byte occurs. Neighbours are counted in
// different tables, since a counter that was just stored is slow to load.
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
