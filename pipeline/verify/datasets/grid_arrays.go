package datasets

import (
	"fmt"
	"math"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
)

// gridArrays are the arrays with the puzzles and solutions of a split: one of each, or one with
// both. They are a formats.RowMaker, so that workers read the rows themselves. The batches that
// Make fills have only the numbers of the rows.
type gridArrays []gridArray

// gridArray is one of these arrays.
type gridArray struct {
	*array
	name   string
	width  int // bytes per row
	decode decoder
}

// openArrays opens the arrays of a table.
func (c *checker) openArrays(t *table, v *tableVerifier) (formats.Reader, error) {
	l, rows := t.layout, t.counts.Rows
	made, err := folder.New(l.name, folder.Options{})
	if err != nil {
		return nil, err
	}
	split := folderSplit(c.made, t.split)
	for i, of := range made.Tables(t.counts.Name) {
		name := t.files[i]
		report := func(format string, args ...any) { c.faultOf(name, format, args...) }
		a, err := openArray(c.path(name), of, &split, t.counts.Rows*int64(l.width), report)
		if a == nil || err != nil {
			v.arrays.close()
			if err != nil {
				err = fmt.Errorf("%s: %w", c.path(name), err)
			}
			return nil, err
		}
		v.arrays = append(v.arrays, gridArray{a, name, l.width, l.decoders[i]})
	}
	for _, a := range v.arrays {
		rows = min(rows, a.size/int64(l.width))
	}
	t.starts = []fileStart{{t.files[0], 0}}
	return formats.NewNumbered(v.arrays, rows), nil
}

// Make implements formats.RowMaker.
func (g gridArrays) Make(_ int64, puzzles []solver.Grid, _ []bool, _ []int32) error {
	clear(puzzles)
	return nil
}

// AtOnce implements formats.RowMaker.
func (gridArrays) AtOnce(int64) int64 { return math.MaxInt64 }

// Stop implements formats.RowMaker; no call takes long.
func (gridArrays) Stop() {}

// Weighted implements formats.RowMaker.
func (g gridArrays) Weighted() bool { return false }

// Searched implements formats.RowMaker.
func (g gridArrays) Searched() bool { return false }

// read reads consecutive rows and records what is wrong with each.
func (g gridArrays) read(l *layout, e *checkedRows, first int64) error {
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
	if !l.rewritten {
		return nil
	}
	for i := range e.puzzles {
		if e.unread[i] == nil {
			e.unread[i] = verify.CheckSolution(&e.solutions[i], &e.puzzles[i])
		}
	}
	return e.rewriter.compare(l, e.buffer, e)
}

// close closes the files.
func (g gridArrays) close() {
	for _, a := range g {
		_ = a.file.Close() // opened for reading only
	}
}

// cellDecoders are those of an array of puzzles and an array of solutions.
func cellDecoders(blank byte) []decoder {
	return []decoder{
		func(row []byte, puzzle, _ *solver.Grid) error { return decodeCells(puzzle, row, blank) },
		func(row []byte, _, solution *solver.Grid) error { return decodeCells(solution, row, blank) },
	}
}

// decodeCells reads a grid with one byte per cell. The byte of a digit is that of a blank plus
// the digit.
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
