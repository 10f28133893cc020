package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
)

// trace is a grid in the order in which it is filled, clues first.
type trace struct {
	clues            int
	cells, digits    [solver.Cells]int
	strategies       [solver.Cells]int // as the layout shah numbers them, if hasStrategies
	hasStrategies    bool
	singles          [solver.Cells]verify.Single
	puzzle, solution *solver.Grid
}

// The strategies of the layout shah.
const (
	strategyOfNaked  = 2 // and of the last cell of a house
	strategyOfHidden = 3
	lastStrategy     = 23
)

// decodeShah reads the number of clues and then row, column, digit and strategy of each cell.
func decodeShah(row []byte, puzzle, solution *solver.Grid) error {
	number := func(i int) int { return int(int16(binary.LittleEndian.Uint16(row[2*i:]))) }
	t := trace{clues: number(0), hasStrategies: true, puzzle: puzzle, solution: solution}
	for i := range solver.Cells {
		r, c := number(4*i+1), number(4*i+2)
		if r < 0 || r > 8 || c < 0 || c > 8 {
			return fmt.Errorf("cell %d is in row %d and column %d, expected 0 to 8", i+1, r, c)
		}
		t.cells[i], t.digits[i], t.strategies[i] = 9*r+c, number(4*i+3), number(4*i+4)
		if (t.strategies[i] == 0) != (i < t.clues) || t.strategies[i] < 0 || t.strategies[i] > lastStrategy {
			return fmt.Errorf("cell %d has the strategy %d beside %d clues", i+1, t.strategies[i], t.clues)
		}
	}
	return t.check()
}

// decodeTokens reads a token for each cell, and one between the clues and the others.
func decodeTokens(row []byte, puzzle, solution *solver.Grid) error {
	const separator = 9 * solver.Cells
	t := trace{puzzle: puzzle, solution: solution}
	token := func(i int) int { return int(int16(binary.LittleEndian.Uint16(row[2*i:]))) }
	for t.clues < solver.Cells && token(t.clues) != separator {
		t.clues++
	}
	if token(t.clues) != separator {
		return errors.New("there is no separator behind the clues")
	}
	for i := range solver.Cells {
		at := i
		if i >= t.clues {
			at++
		}
		n := token(at)
		if n < 0 || n >= separator {
			return fmt.Errorf("token %d is %d, expected 0 to %d", at+1, n, separator-1)
		}
		t.cells[i], t.digits[i] = n/9, n%9+1
	}
	return t.check()
}

// check fills the puzzle and the solution, and checks the order of the cells as far as singles fill
// them by themselves. What other techniques lead to is not found again.
func (t *trace) check() error {
	if t.clues < 0 || t.clues > solver.Cells {
		return fmt.Errorf("the number of clues is %d, expected 0 to %d", t.clues, solver.Cells)
	}
	if err := t.fill(); err != nil {
		return err
	}
	if isSolved := verify.CheckSolution(t.solution, t.puzzle) == nil; !isSolved {
		return nil // which is reported of the row
	}
	for i := 1; i < t.clues; i++ {
		if t.cells[i] < t.cells[i-1] {
			return fmt.Errorf("the clue in %s stands behind that in %s", placeOf(t.cells[i]), placeOf(t.cells[i-1]))
		}
	}
	singles := verify.AppendSingles(t.singles[:0], t.puzzle)
	for i, single := range singles {
		strategy := strategyOfNaked
		if single.Hidden {
			strategy = strategyOfHidden
		}
		i += t.clues
		switch {
		case t.cells[i] != single.Cell:
			return fmt.Errorf("cell %d is %s, expected %s, which singles fill next", i+1, placeOf(t.cells[i]), placeOf(single.Cell))
		case t.hasStrategies && t.strategies[i] != strategy:
			return fmt.Errorf("cell %d has the strategy %d, expected %d", i+1, t.strategies[i], strategy)
		}
	}
	for i := t.clues + len(singles); i < solver.Cells && t.hasStrategies; i++ {
		if s := t.strategies[i]; s < strategyOfNaked || i == t.clues+len(singles) && s <= strategyOfHidden {
			return fmt.Errorf("cell %d has the strategy %d, and singles lead no further", i+1, s)
		}
	}
	return nil
}

// fill makes the puzzle and its solution.
func (t *trace) fill() error {
	for cell := range t.puzzle {
		t.puzzle[cell] = solver.Blank
	}
	*t.solution = *t.puzzle
	for i, cell := range t.cells {
		switch digit := t.digits[i]; {
		case digit < 1 || digit > 9:
			return fmt.Errorf("cell %d has the digit %d", i+1, digit)
		case t.solution[cell] != solver.Blank:
			return fmt.Errorf("%s is filled twice", placeOf(cell))
		case i < t.clues:
			t.puzzle[cell] = '0' + byte(digit)
		}
		t.solution[cell] = '0' + byte(t.digits[i])
	}
	return nil
}

// placeOf names a cell.
func placeOf(cell int) string { return fmt.Sprintf("row %d, column %d", cell/9+1, cell%9+1) }
