package canon

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/solver"
)

// read sets f.views. It returns false if puzzle is the zero Grid or a clue is repeated.
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
	// columns[c] counts each digit in column c, with four bits per digit.
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

// one[d] is a 1 in the four bits that count digit d. one[0], for a blank, is 0.
var one = func() (one [16]uint64) {
	for d := 1; d <= 9; d++ {
		one[d] = 1 << (4 * d)
	}
	return one
}()
