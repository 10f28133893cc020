package formats

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/solver"
)

// gridEntry is the size of a grid as a text in PLAIN encoding.
const gridEntry = lengthBytes + solver.Cells

// putGrid stores a grid as a text in PLAIN encoding.
func putGrid(dst *[gridEntry]byte, g *solver.Grid) {
	binary.LittleEndian.PutUint32(dst[:], solver.Cells)
	copyGrid((*solver.Grid)(dst[lengthBytes:]), g)
}

// putGrids stores the puzzles or the solutions of rows [from, to) as texts in PLAIN
// encoding, up to the first row without one, and returns how many.
func putGrids(dst []byte, b *Batch, kind gridKind, from, to int) int {
	for i := from; i < to; i++ {
		g := b.grid(kind, i)
		if g == nil {
			return i - from
		}
		putGrid((*[gridEntry]byte)(dst[(i-from)*gridEntry:]), g)
	}
	return to - from
}

// putNumbers stores one or more numbers in PLAIN encoding and returns the smallest and
// the largest.
func putNumbers(dst []byte, numbers []int32) (least, most int32) {
	least, most = numbers[0], numbers[0]
	for i, n := range numbers {
		least, most = min(least, n), max(most, n)
		binary.LittleEndian.PutUint32(dst[numberBytes*i:numberBytes*(i+1)], uint32(n))
	}
	return least, most
}
