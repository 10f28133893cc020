package formats

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/solver"
)

// parseLists reads the lists of rows from row on as grids, up to the first that is not
// 81 numbers from 0 to 9, and returns how many it read. It says of these what parseGrid
// says of their text.
func (l *leaf) parseLists(grids []solver.Grid, row int) int {
	if !l.digits {
		return 0
	}
	for i := range grids {
		entry, value := l.firstEntry[row+i:], l.firstValue[row+i:]
		if entry[1]-entry[0] != solver.Cells || value[1]-value[0] != solver.Cells {
			return i
		}
		if !parseCells(&grids[i], l.data[int(value[0])*l.width:], l.width) {
			return i
		}
	}
	return len(grids)
}

// cellOf are the cells that numbers stand for.
var cellOf = [...]byte{solver.Blank, '1', '2', '3', '4', '5', '6', '7', '8', '9'}

// parseCells reads 81 integers of 4 or 8 bytes, and reports whether all are cells.
func parseCells(g *solver.Grid, data []byte, width int) bool {
	for i := range g {
		n := unsigned(data[i*width:], width)
		if n >= uint64(len(cellOf)) {
			return false
		}
		g[i] = cellOf[n]
	}
	return true
}

// unsigned reads an integer of 4 or 8 bytes, a negative one as a large one.
func unsigned(data []byte, width int) uint64 {
	if width == 8 {
		return binary.LittleEndian.Uint64(data)
	}
	return uint64(binary.LittleEndian.Uint32(data))
}
