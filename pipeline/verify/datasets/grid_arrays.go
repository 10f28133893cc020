package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// gridArrays are the arrays with the puzzles and solutions of a split: one of each, or one of
// both. They are a formats.RowMaker, so that workers read their rows, each its own: the batches
// that it makes say only which these are.
type gridArrays []gridArray

// gridArray is one of them.
type gridArray struct {
	*array
	name   string
	width  int // bytes of a row
	decode decoder
}

// openArrays opens the arrays of a table.
func (c *checker) openArrays(t *table, v *tableVerifier) (formats.Reader, error) {
	l, rows := t.layout, t.counts.Rows
	width := l.width * map[string]int{"|u1": 1, "<i2": 2}[l.dtype]
	for i, name := range t.files {
		report := func(format string, args ...any) { c.faultOf(name, format, args...) }
		a, err := openArray(c.path(name), l.dtype, fmt.Sprintf("%d, %d", rows, l.width), t.counts.Rows*int64(width), report)
		if a == nil || err != nil {
			v.arrays.close()
			if err != nil {
				err = fmt.Errorf("%s: %w", c.path(name), err)
			}
			return nil, err
		}
		v.arrays = append(v.arrays, gridArray{a, name, width, l.decoders[i]})
	}
	for _, a := range v.arrays {
		rows = min(rows, a.size/int64(width))
	}
	t.starts = []fileStart{{t.files[0], 0}}
	return formats.NewNumbered(v.arrays, rows), nil
}

// Make implements formats.RowMaker.
func (g gridArrays) Make(_ int64, puzzles []solver.Grid, _ []bool) error {
	clear(puzzles)
	return nil
}

// Weighted implements formats.RowMaker.
func (g gridArrays) Weighted() bool { return false }

// read reads consecutive rows, and says what is wrong with each.
func (g gridArrays) read(e *checkedRows, first int64) error {
	for _, a := range g {
		size := len(e.puzzles) * a.width
		if cap(e.buffer) < size {
			e.buffer = make([]byte, size)
		}
		e.buffer = e.buffer[:size]
		if _, err := a.in.ReadAt(e.buffer, a.data+first*int64(a.width)); err != nil {
			return fmt.Errorf("%s cannot be read: %w", a.name, files.WithoutPath(err))
		}
		for i := range e.puzzles {
			if err := a.decode(e.buffer[i*a.width:][:a.width], &e.puzzles[i], &e.solutions[i]); err != nil && e.unread[i] == nil {
				e.unread[i] = fmt.Errorf("in %s %w", a.name, err)
			}
		}
	}
	return nil
}

// close closes the files.
func (g gridArrays) close() {
	for _, a := range g {
		_ = a.file.Close() // nothing was written
	}
}

// cellDecoders are those of an array of puzzles and one of solutions.
func cellDecoders(blank byte) []decoder {
	return []decoder{
		func(row []byte, puzzle, _ *solver.Grid) error { return decodeCells(puzzle, row, blank) },
		func(row []byte, _, solution *solver.Grid) error { return decodeCells(solution, row, blank) },
	}
}

// decodeCells reads a grid of a byte a cell: a number for blanks, and others that are as much
// more than their digits.
func decodeCells(g *solver.Grid, row []byte, blank byte) error {
	for cell, value := range row {
		switch digit := value - blank; {
		case digit == 0:
			g[cell] = solver.Blank
		case digit <= 9:
			g[cell] = '0' + digit
		default:
			return fmt.Errorf("the cell in row %d, column %d is %d, expected %d to %d", cell/9+1, cell%9+1, value, blank, blank+9)
		}
	}
	return nil
}

// decodeShah reads the number of clues and then row, column, digit and strategy of each cell,
// clues first. The order and the strategies of the others are not checked.
func decodeShah(row []byte, puzzle, solution *solver.Grid) error {
	number := func(i int) int { return int(int16(binary.LittleEndian.Uint16(row[2*i:]))) }
	clues := number(0)
	return fill(puzzle, solution, clues, func(i int) (cell, digit int, err error) {
		r, c, strategy := number(4*i+1), number(4*i+2), number(4*i+4)
		if r < 0 || r > 8 || c < 0 || c > 8 {
			return 0, 0, fmt.Errorf("cell %d is in row %d and column %d, expected 0 to 8", i+1, r, c)
		}
		if (strategy == 0) != (i < clues) || strategy < 0 {
			return 0, 0, fmt.Errorf("cell %d has the strategy %d beside %d clues", i+1, strategy, clues)
		}
		return 9*r + c, number(4*i + 3), nil
	})
}

// decodeTokens reads a token for each cell, clues first, and one between these and the others.
func decodeTokens(row []byte, puzzle, solution *solver.Grid) error {
	const separator = 9 * solver.Cells
	token := func(i int) int { return int(int16(binary.LittleEndian.Uint16(row[2*i:]))) }
	clues := 0
	for clues < solver.Cells && token(clues) != separator {
		clues++
	}
	if token(clues) != separator {
		return errors.New("there is no separator behind the clues")
	}
	return fill(puzzle, solution, clues, func(i int) (cell, digit int, err error) {
		if i >= clues {
			i++
		}
		n := token(i)
		if n < 0 || n >= separator {
			return 0, 0, fmt.Errorf("token %d is %d, expected 0 to %d", i+1, n, separator-1)
		}
		return n / 9, n%9 + 1, nil
	})
}

// fill makes a puzzle and its solution of cells with their digits, of which clues come first.
func fill(puzzle, solution *solver.Grid, clues int, at func(i int) (cell, digit int, err error)) error {
	if clues < 0 || clues > solver.Cells {
		return fmt.Errorf("the number of clues is %d, expected 0 to %d", clues, solver.Cells)
	}
	for cell := range puzzle {
		puzzle[cell] = solver.Blank
	}
	*solution = *puzzle
	for i := range solver.Cells {
		cell, digit, err := at(i)
		switch {
		case err != nil:
			return err
		case digit < 1 || digit > 9:
			return fmt.Errorf("cell %d has the digit %d", i+1, digit)
		case solution[cell] != solver.Blank:
			return fmt.Errorf("row %d, column %d is filled twice", cell/9+1, cell%9+1)
		}
		if solution[cell] = '0' + byte(digit); i < clues {
			puzzle[cell] = solution[cell]
		}
	}
	return nil
}
