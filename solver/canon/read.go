package canon

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/solver"
)

// read sets f.views. It returns false if puzzle is the zero Grid, or if a clue is repeated.
func (f *Form) read(puzzle *solver.Grid) bool {
	var transposed solver.Grid
	transpose.Apply(&transposed, puzzle)
	f.views[0].read(puzzle)
	f.views[1].read(&transposed)
	return puzzle[0] != 0 && !repeats(&f.views[0].rows)
}

// read sets v to the view of g.
func (v *view) read(g *solver.Grid) {
	v.blank = 0
	for r := range v.rows {
		from, to := (*[9]byte)(g[9*r:]), &v.rows[r]
		eight := binary.LittleEndian.Uint64(from[:8])
		binary.LittleEndian.PutUint64(to[:8], eight&(eight>>4&everyByte*15))
		to[8] = from[8] & 15 & -(from[8] >> 4 & 1)
		v.clues[r] = clueMask(from)
		v.blank |= (v.clues[r] - 1) >> 15 << r
	}
}

// clueMask returns a mask in which bit c is set if row[c] is a clue.
func clueMask(row *[9]byte) uint16 {
	// In ASCII, bit 4 is set in digits and clear in solver.Blank.
	eight := binary.LittleEndian.Uint64(row[:8]) >> 4 & everyByte
	return uint16(eight*gatherBits>>56) | uint16(row[8]>>4&1)<<8
}

// repeats reports whether any row, column or box contains a digit more than once.
func repeats(rows *[9][16]uint8) bool {
	var columns, boxes [9]uint16 // the digits seen so far; bit 0 is for blanks
	twice := uint16(0)
	for r := range rows {
		row := uint16(0)
		for c := range columns {
			bit, box := uint16(1)<<(rows[r][c]&15), &boxes[r/3*3+c/3]
			twice |= bit & (row | columns[c] | *box)
			row |= bit
			columns[c] |= bit
			*box |= bit
		}
	}
	return twice&^1 != 0
}
