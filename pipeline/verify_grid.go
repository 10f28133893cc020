package pipeline

import (
	"fmt"
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// What stands here judges grids without the solvers' code, so that a fault of
// theirs cannot hide itself.

// everyDigit has bits 1 to 9 set, one for each digit.
const everyDigit = 0x3fe

// isSolution reports whether a grid holds each digit once in each house, and
// every clue of the puzzle where the puzzle has it.
func isSolution(grid, puzzle *solver.Grid) bool {
	var columns, boxes [9]uint16
	good := uint16(everyDigit)
	for row := range 9 {
		across := uint16(0)
		for column := range 9 {
			cell, clue := grid[9*row+column], puzzle[9*row+column]
			if cell < '1' || cell > '9' || clue != cell && clue != solver.Blank {
				return false
			}
			bit := uint16(1) << (cell - '0')
			across |= bit
			columns[column] |= bit
			boxes[row/3*3+column/3] |= bit
		}
		good &= across
	}
	for i := range 9 {
		good &= columns[i] & boxes[i]
	}
	return good == everyDigit
}

// solutionFault says why a grid is no solution of the puzzle.
func solutionFault(grid, puzzle *solver.Grid) string {
	for i, cell := range grid {
		if cell < '1' || cell > '9' {
			return fmt.Sprintf("the solution has %s in %s, expected a digit", strconv.QuoteRune(rune(cell)), place(i))
		}
	}
	for i, clue := range puzzle {
		if clue != solver.Blank && clue != grid[i] {
			return fmt.Sprintf("the solution has %c in %s, where the puzzle has the clue %c", grid[i], place(i), clue)
		}
	}
	digit, house := repeated(grid)
	return fmt.Sprintf("the solution has %d twice in %s, expected each digit once", digit, houseName(house))
}

func place(cell int) string { return fmt.Sprintf("row %d, column %d", cell/9+1, cell%9+1) }

// cellsOf are the cells of each house: rows, columns, boxes.
var cellsOf = func() (houses [27][9]int) {
	for i := range 9 {
		for k := range 9 {
			houses[i][k] = 9*i + k
			houses[9+i][k] = 9*k + i
			houses[18+i][k] = 27*(i/3) + 3*(i%3) + 9*(k/3) + k%3
		}
	}
	return houses
}()

// repeated returns the first digit that stands twice in a house, and the house:
// rows before columns before boxes. The digit is 0 where there is none.
func repeated(grid *solver.Grid) (digit, house int) {
	for h := range cellsOf {
		seen := uint16(0)
		for _, cell := range cellsOf[h] {
			c := grid[cell]
			if c < '1' || c > '9' {
				continue
			}
			bit := uint16(1) << (c - '0')
			if seen&bit != 0 {
				return int(c - '0'), h
			}
			seen |= bit
		}
	}
	return 0, 0
}

func houseName(house int) string {
	return [3]string{"row ", "column ", "box "}[house/9] + strconv.Itoa(house%9+1)
}

// countClues returns how many cells of a puzzle are no blanks.
func countClues(puzzle *solver.Grid) (n int32) {
	for _, cell := range puzzle {
		if cell >= '1' && cell <= '9' {
			n++
		}
	}
	return n
}
