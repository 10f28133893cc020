package verify

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// The functions in this file check grids without the solvers' code, so that they can find bugs in
// that code. Only the puzzle parser and the search for repeated digits are shared with the solvers.

// everyDigit is a set with one bit for each digit: bits 1 to 9.
const everyDigit = 0x3fe

// bitOf maps each digit to its bit, and other characters to 0.
var bitOf = func() (table [256]uint16) {
	for digit := range 9 {
		table['1'+digit] = 2 << digit
	}
	return table
}()

// isSolution reports whether grid has each digit once in each house and contains every clue of
// puzzle. A house has nine cells, so if every digit occurs in it, no digit repeats. Faster code
// would be harder to check.
func isSolution(grid, puzzle *solver.Grid) bool {
	good := uint16(everyDigit)
	var columns [9]uint16
	for band := 0; band < solver.Cells; band += 27 {
		var left, middle, right uint16 // digits in each of three boxes
		for row := band; row < band+27; row += 9 {
			cells := (*[9]byte)(grid[row:])
			a, b, c := bitOf[cells[0]], bitOf[cells[1]], bitOf[cells[2]]
			d, e, f := bitOf[cells[3]], bitOf[cells[4]], bitOf[cells[5]]
			g, h, i := bitOf[cells[6]], bitOf[cells[7]], bitOf[cells[8]]
			columns[0], columns[1], columns[2] = columns[0]|a, columns[1]|b, columns[2]|c
			columns[3], columns[4], columns[5] = columns[3]|d, columns[4]|e, columns[5]|f
			columns[6], columns[7], columns[8] = columns[6]|g, columns[7]|h, columns[8]|i
			abc, def, ghi := a|b|c, d|e|f, g|h|i
			left, middle, right = left|abc, middle|def, right|ghi
			good &= abc | def | ghi
		}
		good &= left & middle & right
	}
	for _, column := range columns {
		good &= column
	}
	return good == everyDigit && keepsClues(grid, puzzle)
}

// clueBit has bit 4 set in each byte. This bit is set in '1' to '9', but not in solver.Blank.
const clueBit = 0x1010101010101010

// keepsClues reports whether the grid contains every clue of the puzzle. It compares eight cells at
// a time. The last eight cells overlap the previous eight.
func keepsClues(grid, puzzle *solver.Grid) bool {
	changed := uint64(0)
	for _, cell := range [...]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 72, solver.Cells - 8} {
		clues := binary.LittleEndian.Uint64(puzzle[cell:])
		mask := clues & clueBit >> 4 * 0xff // 0xff for each clue, 0 for each blank
		changed |= (clues ^ binary.LittleEndian.Uint64(grid[cell:])) & mask
	}
	return changed == 0
}

// CheckSolution returns nil if grid is a solution of puzzle. Otherwise, it returns an error that
// says why grid is not a solution. The puzzle must be valid.
func CheckSolution(grid, puzzle *solver.Grid) error {
	if isSolution(grid, puzzle) {
		return nil
	}
	for i, cell := range grid {
		if cell < '1' || cell > '9' {
			return fmt.Errorf("the solution has %s in %s; expected a digit", strconv.QuoteRune(rune(cell)), place(i))
		}
	}
	for i, clue := range puzzle {
		if clue != solver.Blank && clue != grid[i] {
			return fmt.Errorf("the solution has %c in %s, where the puzzle has the clue %c", grid[i], place(i), clue)
		}
	}
	repeat, _ := grid.FindRepeat()
	return fmt.Errorf("the solution has %d twice in %s, expected each digit once", repeat.Digit, repeat.House)
}

func place(cell int) string { return fmt.Sprintf("row %d, column %d", cell/9+1, cell%9+1) }

func countClues(grid *solver.Grid) int32 {
	return int32(solver.Cells - bytes.Count(grid[:], []byte{solver.Blank}))
}
