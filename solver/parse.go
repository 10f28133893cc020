//go:generate go -C asm run . -out ../parse_amd64.s parse

package solver

import "encoding/binary"

// Parse reads the first 81 bytes of text into g. text must have at least 81 bytes, and may be g[:].
// If all 81 bytes are cells, Parse returns -1. Otherwise, it sets g to the zero Grid and returns
// the index of the first byte that is not a cell. A cell is a digit from 1 to 9 or one of Blanks.
// If text has exactly 81 bytes, a space is also a cell.
func Parse(g *Grid, text []byte) int {
	if len(text) > Cells {
		return ParseWord(g, text)
	}
	if parseFast(g, text[:Cells]) {
		return -1
	}
	return parseBytes(g, text, &spacedCellOf)
}

// ParseWord is like Parse, but reads a word of a longer text: a space is never a blank, even if
// text is exactly 81 bytes long.
func ParseWord(g *Grid, text []byte) int {
	if parseFast(g, text[:Cells]) {
		return -1
	}
	return parseBytes(g, text[:Cells], &cellOf)
}

// parseWords reads text eight cells at a time. It returns false if a byte is neither a digit nor
// one of the common blanks '.' and '0'. The contents of g are then undefined, but if text is g[:],
// the bytes that are not cells are unchanged.
func parseWords(g *Grid, text []byte) bool {
	// The last word overlaps the previous word, because 81 is not a multiple of eight.
	good := parseWord(g[73:], text[73:])
	for i := 0; i < 80; i += 8 {
		good &= parseWord(g[i:i+8], text[i:i+8])
	}
	return good == highBits
}

// Words of eight equal bytes.
const (
	everyByte = 0x0101010101010101
	highBits  = 0x80 * everyByte
)

// parseWord copies eight bytes of text to dst, replacing '0' with Blank. Each byte of the result is
// 0x80 if the corresponding byte of text is a digit or Blank, and zero otherwise.
//
// Adding 0x80-c to a byte below 0x80 sets the high bit if the byte is at least c, and never carries
// into the next byte.
func parseWord(dst, text []byte) uint64 {
	x := binary.LittleEndian.Uint64(text)
	low := x &^ highBits
	least := low + (0x80-'.')*everyByte
	above := low + (0x80-'9'-1)*everyByte
	slash := (low ^ '/'*everyByte) + 0x7f*everyByte // '/' lies between '.' and '0'
	zero := (low ^ '0'*everyByte) + 0x7f*everyByte
	blank := (^zero & highBits) >> 7 // the low bit of each '0'
	binary.LittleEndian.PutUint64(dst, x^(blank*('0'^Blank)))
	return least & slash &^ above &^ x & highBits
}

// parseBytes implements Parse one cell at a time. table is cellOf or spacedCellOf.
func parseBytes(g *Grid, text []byte, table *[256]byte) int {
	for i, c := range text {
		cell := table[c]
		if cell == 0 {
			*g = Grid{}
			return i
		}
		g[i] = cell
	}
	return -1
}
