package canon

import (
	"encoding/binary"
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// read makes the views of a puzzle. It returns false if a clue repeats, or if it is not a
// puzzle.
func (f *Form) read(puzzle *solver.Grid) bool {
	f.readCells(puzzle)
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
	return puzzle[0] != 0 && digitsOf(&a.rows, true)+digitsOf(&b.rows, false) == 3*n
}

// clueMask returns the cells of a row that are clues.
func clueMask(row *[9]byte) uint16 {
	// Digits have the bit 16, and blanks do not.
	eight := binary.LittleEndian.Uint64(row[:8]) >> 4 & everyByte
	return uint16(eight*gatherBits>>56) | uint16(row[8]>>4&1)<<8
}

// readCells sets the cells of the views.
func (f *Form) readCells(g *solver.Grid) {
	a, b := &f.views[0].rows, &f.views[1].rows
	for r := range a {
		from, to := (*[9]byte)(g[9*r:]), &a[r]
		eight := binary.LittleEndian.Uint64(from[:8])
		binary.LittleEndian.PutUint64(to[:8], eight&(eight>>4&everyByte*15))
		to[8] = from[8] & 15 & -(from[8] >> 4 & 1)
		b[0][r], b[1][r], b[2][r] = to[0], to[1], to[2]
		b[3][r], b[4][r], b[5][r] = to[3], to[4], to[5]
		b[6][r], b[7][r], b[8][r] = to[6], to[7], to[8]
	}
}

// digitsOf returns how many digits the rows have in all, each counted once in a row, and with
// boxes also the boxes. Rows, columns and boxes have three for each clue if none repeats.
func digitsOf(rows *[9][16]uint8, boxes bool) (n int) {
	for band := 0; band < 9; band += 3 {
		var left, middle, right uint32
		for r := band; r < band+3; r++ {
			cells := &rows[r]
			a := setOf(cells[0], cells[1], cells[2])
			b := setOf(cells[3], cells[4], cells[5])
			c := setOf(cells[6], cells[7], cells[8])
			n += bits.OnesCount32((a | b | c) &^ 1)
			left, middle, right = left|a, middle|b, right|c
		}
		if boxes {
			n += bits.OnesCount32(left&^1) + bits.OnesCount32(middle&^1) + bits.OnesCount32(right&^1)
		}
	}
	return n
}

// setOf returns the set of three digits.
func setOf(a, b, c uint8) (set uint32) {
	set |= 1 << (a & 31)
	set |= 1 << (b & 31)
	return set | 1<<(c&31)
}
