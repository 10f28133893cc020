package formats

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/solver"
)

// What fills pages of Parquet in PLAIN encoding, many rows at once, and packs them from
// there: see putGrids, putNumbers, findDeltas and packMini. Processors without
// the kernels use what is here and in parquet_write_delta.go.

// gridEntry is the size of a grid as a text in PLAIN encoding.
const gridEntry = lengthBytes + solver.Cells

// putGrid stores a grid as a text in PLAIN encoding.
func putGrid(dst *[gridEntry]byte, g *solver.Grid) {
	binary.LittleEndian.PutUint32(dst[:], solver.Cells)
	copyGrid((*solver.Grid)(dst[lengthBytes:]), g)
}

// putGridsOneByOne stores the puzzles or the solutions of rows [from, to) as texts in PLAIN
// encoding, up to the first row without one, and returns how many.
func putGridsOneByOne(dst []byte, b *Batch, kind gridKind, from, to int) int {
	for i := from; i < to; i++ {
		g := b.grid(kind, i)
		if g == nil {
			return i - from
		}
		putGrid((*[gridEntry]byte)(dst[(i-from)*gridEntry:]), g)
	}
	return to - from
}

// putNumbersOneByOne stores one or more numbers in PLAIN encoding and returns the smallest and
// the largest.
func putNumbersOneByOne(dst []byte, numbers []int32) (least, most int32) {
	least, most = numbers[0], numbers[0]
	span := uint32(0)
	for i, n := range numbers {
		// Few numbers lie outside of what is known, so this branch costs less than two
		// comparisons that each wait for the one before.
		if uint32(n-least) > span {
			least, most = min(least, n), max(most, n)
			span = uint32(most - least)
		}
		binary.LittleEndian.PutUint32(dst[numberBytes*i:], uint32(n))
	}
	return least, most
}
