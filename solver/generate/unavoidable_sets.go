package generate

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// maxSets is the largest number of unavoidable sets that are stored for a grid.
const maxSets = 64

// setMask is a set of unavoidable sets, with one bit per set.
type setMask uint64

// base is a solution grid with some of its unavoidable sets. An unavoidable set is a set of cells
// whose digits can be rearranged to yield another solution grid. A puzzle made from the grid needs
// a clue in each unavoidable set. Otherwise, it has several solutions.
type base struct {
	grid solver.Grid
	// sets holds, for each orbit of cells, the unavoidable sets that have a cell in the orbit.
	sets    [solver.Cells]setMask
	n       int
	orbitOf *[solver.Cells]uint8 // the orbit of each cell
}

// findSets finds the unavoidable sets whose cells all lie in two rows of a band or in two columns
// of a stack. A grid has 37 such sets on average.
func (b *base) findSets(orbitOf *[solver.Cells]uint8) {
	b.sets, b.n, b.orbitOf = [solver.Cells]setMask{}, 0, orbitOf
	var rows, columns [9]line
	for r := range rows {
		for c := range columns {
			d := b.grid[9*r+c] & 15
			rows[r].digits[c], rows[r].positions[d] = d, uint8(c)
			columns[c].digits[r], columns[c].positions[d] = d, uint8(r)
		}
	}
	for chute := 0; chute < 9; chute += 3 {
		for _, pair := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			one, two := chute+pair[0], chute+pair[1]
			b.addCycles(&rows[one], &rows[two], 9*one, 9*two, 1)
			b.addCycles(&columns[one], &columns[two], one, two, 9)
		}
	}
}

// line is a row or column: the digit at each position, and the position of each digit.
type line struct{ digits, positions [16]uint8 }

// addCycles adds the unavoidable sets in two lines. firstStart and secondStart are the first cells
// of the lines, and step is the distance between adjacent cells.
func (b *base) addCycles(first, second *line, firstStart, secondStart, step int) {
	// next[i] is the position of the digit second.digits[i] in the first line.
	var next [16]uint8
	for i := range 9 {
		next[i] = first.positions[second.digits[i]&15]
	}
	for left := uint16(allDigits); left != 0 && b.n < maxSets; {
		bit := setMask(1) << (b.n & 63)
		b.n++
		for i := uint8(bits.TrailingZeros16(left)) & 15; left>>i&1 != 0; i = next[i] & 15 {
			left &^= 1 << i
			b.sets[b.orbitOf[firstStart+int(i)*step]] |= bit
			b.sets[b.orbitOf[secondStart+int(i)*step]] |= bit
		}
	}
}

// addDifference adds the set of cells in which another solution differs from the grid. It returns
// false if there is no room for the set.
func (b *base) addDifference(other *solver.Grid) (added bool) {
	if b.n == maxSets {
		return false
	}
	for cell, c := range other {
		if c != b.grid[cell] {
			b.sets[b.orbitOf[cell]] |= 1 << b.n
		}
	}
	b.n++
	return true
}
