package canon

import (
	"encoding/binary"
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// read makes the views of a puzzle. It returns false if a clue repeats, or if it is not a
// puzzle.
func (f *Form) read(puzzle *solver.Grid) bool {
	clues := f.readCells(puzzle)
	a, b := &f.views[0], &f.views[1]
	a.blank, b.blank, b.clues = 0, 0, [9]uint16{}
	n := 0
	for r := range a.clues {
		a.clues[r] = clueMask((*[9]byte)(puzzle[9*r:]))
		n += bits.OnesCount16(a.clues[r])
		if a.clues[r] == 0 {
			a.blank |= 1 << r
		}
		for left := a.clues[r]; left != 0; left &= left - 1 {
			b.clues[bits.TrailingZeros16(left)] |= 1 << r
		}
	}
	for c, clues := range &b.clues {
		if clues == 0 {
			b.blank |= 1 << c
		}
	}
	return clues == 3*n && puzzle[0] != 0
}

// clueMask returns the cells of a row that are clues.
func clueMask(row *[9]byte) uint16 {
	// Digits have the bit 16, and blanks do not. The product moves one bit of each of eight
	// bytes into the last.
	eight := binary.LittleEndian.Uint64(row[:8]) >> 4 & 0x0101010101010101
	return uint16(eight*0x0102040810204080>>56) | uint16(row[8]>>4&1)<<8
}

// readCells sets the cells of the views, and returns how many digits the houses have in all,
// each counted once in a house: three for each clue if none repeats.
func (f *Form) readCells(g *solver.Grid) (digits int) {
	a, b := &f.views[0].rows, &f.views[1].rows
	var columns [9]uint16
	for band := range 3 {
		var boxes [3]uint16
		for r := 3 * band; r < 3*band+3; r++ {
			line, cells := (*[9]byte)(g[9*r:]), &a[r]
			row := uint16(0)
			for c := range line {
				digit := line[c] & 15 & -(line[c] >> 4 & 1)
				cells[c], b[c][r] = digit, digit
				bit := uint16(1) << (digit & 15)
				row |= bit
				columns[c] |= bit
				boxes[c/3] |= bit
			}
			digits += bits.OnesCount16(row &^ 1)
		}
		for _, box := range boxes {
			digits += bits.OnesCount16(box &^ 1)
		}
	}
	for _, column := range columns {
		digits += bits.OnesCount16(column &^ 1)
	}
	return digits
}
