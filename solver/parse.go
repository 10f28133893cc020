//go:generate go -C asm run . -out ../parse_amd64.s parse

package solver

import "bytes"

// Parse reads the first 81 bytes of text into g. text must have at least 81 bytes, and may be g[:].
// If all 81 bytes are cells, Parse returns -1. Otherwise, it sets g to the zero Grid and returns
// the index of the first byte that is not a cell. A cell is a digit from 1 to 9 or one of Blanks.
// If text has exactly 81 bytes and contains none of Blanks, a space is also a cell. In text with
// other blanks, a space is not a cell, because it probably pads a damaged value to 81 bytes.
func Parse(g *Grid, text []byte) int {
	if len(text) > Cells {
		return ParseWord(g, text)
	}
	if parseFast(g, text[:Cells]) {
		return -1
	}
	table := &cellOf
	if bytes.IndexByte(text, ' ') >= 0 && !bytes.ContainsAny(text, Blanks) {
		table = &spacedCellOf
	}
	return parseBytes(g, text, table)
}

// ParseWord is like Parse, but reads a word of a longer text: a space is never a blank, even if
// text is exactly 81 bytes long.
func ParseWord(g *Grid, text []byte) int {
	if parseFast(g, text[:Cells]) {
		return -1
	}
	return parseBytes(g, text[:Cells], &cellOf)
}

// parseBytes parses one byte at a time. table is cellOf or spacedCellOf.
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
