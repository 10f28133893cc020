package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/solver"
)

// number returns number i of a row.
func number(row []byte, i int) int { return int(int16(binary.LittleEndian.Uint16(row[2*i:]))) }

// decodeShah reads the number of clues, and then row, column, digit and strategy of each cell.
func decodeShah(row []byte, puzzle, solution *solver.Grid) error {
	return fillTrace(puzzle, solution, number(row, 0), func(i int) (cell, digit int) {
		if r, c := number(row, 4*i+1), number(row, 4*i+2); min(r, c) >= 0 && max(r, c) <= 8 {
			return 9*r + c, number(row, 4*i+3)
		}
		return -1, 0
	})
}

// decodeTokens reads one token per cell, with a separator between the clues and the others.
func decodeTokens(row []byte, puzzle, solution *solver.Grid) error {
	const separator = 9 * solver.Cells
	clues := 0
	for number(row, clues) != separator {
		if clues++; clues > solver.Cells {
			return errors.New("there is no separator after the clues")
		}
	}
	return fillTrace(puzzle, solution, clues, func(i int) (cell, digit int) {
		if i >= clues {
			i++
		}
		if n := number(row, i); n >= 0 && n < separator {
			return n / 9, n%9 + 1
		}
		return -1, 0
	})
}

// fillTrace makes a puzzle and its solution from cells in the order in which they are filled. The
// clues come first.
func fillTrace(puzzle, solution *solver.Grid, clues int, next func(i int) (cell, digit int)) error {
	for cell := range puzzle {
		puzzle[cell] = solver.Blank
	}
	*solution = *puzzle
	for i := range solver.Cells {
		cell, digit := next(i)
		switch {
		case cell < 0 || digit < 1 || digit > 9:
			return fmt.Errorf("cell %d or its digit is not valid", i+1)
		case solution[cell] != solver.Blank:
			return fmt.Errorf("row %d, column %d is filled twice", cell/9+1, cell%9+1)
		case i < clues:
			puzzle[cell] = '0' + byte(digit)
		}
		solution[cell] = '0' + byte(digit)
	}
	return nil
}
