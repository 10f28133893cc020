package generate

import "github.com/gridmill/gridmill/solver"

// maxSets is how many unavoidable sets are known of a grid at most: a bit for each.
const maxSets = 64

// base is a solution grid with unavoidable sets of it: cells whose digits can be exchanged
// among them so that another solution grid results. A puzzle without a clue in one of them
// has several solutions.
type base struct {
	grid solver.Grid
	// sets says, for each orbit of cells, which sets have a cell in it.
	sets [solver.Cells]uint64
	n    int
	of   *[solver.Cells]uint8 // the orbit of each cell
}

// findSets finds the sets of the grid that are cheap to find: in two rows of a
// band or two columns of a stack, the columns, or rows, in which the same digits stand. There are
// 37 on average.
func (b *base) findSets(of *[solver.Cells]uint8) {
	b.sets, b.n, b.of = [solver.Cells]uint64{}, 0, of
	for chute := 0; chute < 9; chute += 3 {
		for _, pair := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			b.addCycles(9*(chute+pair[0]), 9*(chute+pair[1]), 1)
			b.addCycles(chute+pair[0], chute+pair[1], 9)
		}
	}
}

// addCycles adds the sets in two lines, which are given by their first cells and the step
// between the cells of each.
func (b *base) addCycles(one, two, step int) {
	var at [9]uint8 // where each digit stands in the first line
	for i := range 9 {
		at[b.grid[one+i*step]-'1'] = uint8(i)
	}
	for left := uint16(allDigits); left != 0 && b.n < maxSets; {
		start := digitOf(left)
		bit := uint64(1) << b.n
		b.n++
		for i := start; left>>i&1 != 0; i = at[b.grid[two+int(i)*step]-'1'] {
			left &^= 1 << i
			b.sets[b.of[one+int(i)*step]] |= bit
			b.sets[b.of[two+int(i)*step]] |= bit
		}
	}
}

// addDifference adds the cells in which another solution differs, unless the base is full.
func (b *base) addDifference(other *solver.Grid) (added bool) {
	if b.n == maxSets {
		return false
	}
	for cell, c := range other {
		if c != b.grid[cell] {
			b.sets[b.of[cell]] |= 1 << b.n
		}
	}
	b.n++
	return true
}
