package canon

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/solver"
)

// read sets the views of puzzle. It returns false if the grid is not a puzzle or repeats a clue.
func (f *Form) read(puzzle *solver.Grid) bool {
	f.readCells(puzzle)
	a, b := &f.views[0], &f.views[1]
	a.blank, b.blank = 0, 0
	byColumn := uint64(0) // bit r of byte c is set if there is a clue in that row and column
	for r := range a.clues {
		row := (*[9]byte)(puzzle[9*r:])
		a.clues[r] = clueMask(row)
		a.blank |= blankBit(a.clues[r], r)
		if r < 8 {
			byColumn |= binary.LittleEndian.Uint64(row[:8]) >> 4 & everyByte << r
		}
	}
	last := uint16(0)
	for r, clues := range &a.clues {
		last |= clues >> 8 << r
	}
	for c := range b.clues {
		if c < 8 {
			b.clues[c] = uint16(byColumn>>(8*c)&255) | a.clues[8]>>c&1<<8
		} else {
			b.clues[c] = last
		}
		b.blank |= blankBit(b.clues[c], c)
	}
	return puzzle[0] != 0 && !repeats(&a.rows)
}

// blankBit returns the set that contains only line if clues is empty, and the empty set otherwise.
func blankBit(clues uint16, line int) uint16 { return (clues - 1) >> 15 << line }

// clueMask returns the set of cells of a row that are clues.
func clueMask(row *[9]byte) uint16 {
	// Bit 4 is set in digits and clear in blanks.
	eight := binary.LittleEndian.Uint64(row[:8]) >> 4 & everyByte
	return uint16(eight*gatherBits>>56) | uint16(row[8]>>4&1)<<8
}

// readCells sets the cells of the views to the cells of g and its transpose.
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

// repeats reports whether a digit occurs twice in a row, column or box.
func repeats(rows *[9][16]uint8) bool {
	// The number of occurrences of each digit in each column, four bits per digit.
	var columns [9]uint64
	twice := uint64(0)
	for band := 0; band < 9; band += 3 {
		var boxes [3]uint64
		for r := band; r < band+3; r++ {
			row, cells := uint64(0), &rows[r]
			for k := range boxes {
				x, y, z := one[cells[3*k]&15], one[cells[3*k+1]&15], one[cells[3*k+2]&15]
				columns[3*k] += x
				columns[3*k+1] += y
				columns[3*k+2] += z
				row += x + y + z
				boxes[k] += x + y + z
			}
			twice |= row
		}
		twice |= boxes[0] | boxes[1] | boxes[2]
	}
	for _, column := range &columns {
		twice |= column
	}
	return twice&^(everyByte*0x11) != 0
}

// one[d] is a 1 in the group of four bits that counts digit d. one[0], for a blank, is 0.
var one = func() (one [16]uint64) {
	for d := 1; d <= 9; d++ {
		one[d] = 1 << (4 * d)
	}
	return one
}()
