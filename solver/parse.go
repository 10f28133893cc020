//go:generate go -C asm run . -out ../parse_amd64.s parse

package solver

import "encoding/binary"

// Parse reads the first 81 bytes of text, which must hold that many, into g. It returns
// -1, or the position (from 0) of the first byte that is neither a digit from 1 to 9 nor
// one of Blanks; g is then the zero Grid. A text of exactly 81 bytes may have spaces as
// blanks, too; in a longer one they separate words. The text may be g itself.
func Parse(g *Grid, text []byte) int {
	if len(text) > Cells {
		return ParseWord(g, text)
	}
	if parseFast(g, text[:Cells]) {
		return -1
	}
	return parseBytes(g, text, &spacedCellOf)
}

// ParseWord is Parse for 81 bytes of a larger text, where a space is not a blank even if the
// text ends after them.
func ParseWord(g *Grid, text []byte) int {
	if parseFast(g, text[:Cells]) {
		return -1
	}
	return parseBytes(g, text[:Cells], &cellOf)
}

// ParseMany is ParseWord for texts at equal distances: that of grids[i] starts at
// text[i*stride]. It returns how many it read before the first that is not a grid,
// whose Grid is zero; those after it are unchanged. Texts may overlap each other,
// but not the grids.
func ParseMany(grids []Grid, text []byte, stride int) int {
	if len(grids) == 0 {
		return 0
	}
	_ = text[(len(grids)-1)*stride:][:Cells] // of all texts, the last ends last
	n := parseMany(grids, text, stride)
	if n < len(grids) {
		grids[n] = Grid{}
	}
	return n
}

// parseEach is ParseMany one text at a time.
func parseEach(grids []Grid, text []byte, stride int) int {
	for i := range grids {
		if ParseWord(&grids[i], text[i*stride:]) >= 0 {
			return i
		}
	}
	return len(grids)
}

// parseWords reads text eight cells at a time, as long as they are digits and the
// common blanks. Where it returns false, the content of g is undefined; if g was the text,
// the bytes that are not cells are still found in it.
func parseWords(g *Grid, text []byte) bool {
	// The last word overlaps the one before, since 81 is no multiple of eight.
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

// parseWord writes eight cells of text to dst, '0' as Blank. It returns the high
// bit of each byte that is a digit or Blank; bytes that are not ASCII stay so, and
// others are unchanged.
// Adding 0x80-c to a byte below 0x80 sets its high bit if it is at least c, and
// never carries into the next byte.
func parseWord(dst, text []byte) uint64 {
	x := binary.LittleEndian.Uint64(text)
	low := x &^ highBits
	least := low + (0x80-'.')*everyByte
	above := low + (0x80-'9'-1)*everyByte
	slash := (low ^ '/'*everyByte) + 0x7f*everyByte // the one between '.' and '0'
	zero := (low ^ '0'*everyByte) + 0x7f*everyByte
	blank := (^zero & highBits) >> 7 // the low bit of each '0'
	binary.LittleEndian.PutUint64(dst, x^(blank*('0'^Blank)))
	return least & slash &^ above &^ x & highBits
}

// parseBytes is Parse one cell at a time, given the table of what a Grid holds for each byte.
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
