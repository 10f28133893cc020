package formats

import (
	"io"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// gridRows formats each row as one grid. In nine-line grids, rows without a grid are omitted. In
// other formats, a row without a grid becomes an empty line (zeros in an array), so that programs
// can match the rows of two outputs by number.
type gridRows struct {
	column outputColumn
	put    func(dst []byte, g *solver.Grid) []byte
	empty  string // output for a row without a grid
}

// newGridRows returns a formatter for the selected column of grids or, by default, for the puzzles.
func newGridRows(format Format, s *Schema, o *WriteOptions) (*gridRows, error) {
	column, err := gridColumn(s, o, format)
	r := &gridRows{column: column}
	switch format {
	case Lines:
		r.put = func(dst []byte, g *solver.Grid) []byte { return append(append(dst, g[:]...), '\n') }
		r.empty = "\n"
	case Grids:
		r.put = func(dst []byte, g *solver.Grid) []byte { // nine lines and an empty line
			for i := 0; i < solver.Cells; i += 9 {
				dst = append(append(dst, g[i:i+9]...), '\n')
			}
			return append(dst, '\n')
		}
	case NPY:
		r.put = func(dst []byte, g *solver.Grid) []byte { return AppendCells(dst, g, 0) }
		r.empty = string(make([]byte, solver.Cells))
	}
	return r, err
}

func (r *gridRows) append(dst []byte, b *Batch, from, to int) []byte {
	var g solver.Grid
	for i := from; i < to; i++ {
		if r.grid(&g, b, i) {
			dst = r.put(dst, &g)
		} else {
			dst = append(dst, r.empty...)
			b.Events.WithoutGrid++
		}
	}
	return dst
}

// grid sets g to the grid of row i, and reports whether the row has a grid.
func (r *gridRows) grid(g *solver.Grid, b *Batch, i int) bool {
	if r.column.kept != nil {
		b.scratch = b.AppendKept(b.scratch[:0], i, r.column.keptIndex)
		return gridtext.Parse(g, b.scratch).Kind == gridtext.NoReason
	}
	text := b.grid(r.column.grid, i)
	copy(g[:], text)
	return text != nil
}

// AppendCells appends a grid as 81 bytes: blank for a blank cell, and blank+d for the digit d.
func AppendCells(dst []byte, g *solver.Grid, blank byte) []byte {
	for _, cell := range g {
		value := blank
		if cell >= '1' && cell <= '9' {
			value += cell - '0'
		}
		dst = append(dst, value)
	}
	return dst
}

// npyWriter writes a NumPy array of grids. It writes the header twice, because the number of rows
// in the header is known only at the end.
type npyWriter struct {
	*textWriter
	start io.WriterAt
	count int64
}

// GridArray is an array of grids with one byte per cell.
var GridArray = npyrows.Array{Type: "|u1", Width: solver.Cells}

func newNPYWriter(w io.Writer, name string, s *Schema, o *WriteOptions) (Writer, error) {
	rows, err := newGridRows(NPY, s, o)
	if err != nil {
		return nil, err
	}
	cells, err := newTextWriter(w, name, string(GridArray.AppendHeader(nil, 0)), rows.append, "")
	return &npyWriter{textWriter: cells, start: w.(io.WriterAt)}, err
}

func (w *npyWriter) Write(b *Batch, e Encoded) error {
	w.count += int64(len(e.(*textBlock).head) / solver.Cells)
	return w.textWriter.Write(b, e)
}

func (w *npyWriter) Close() error {
	if err := w.textWriter.Close(); err != nil {
		return err
	}
	// The new header has the same length as the first.
	_, err := w.start.WriteAt(GridArray.AppendHeader(nil, w.count), 0)
	return err
}

// gridColumn returns the selected column of grids or, by default, the puzzles.
func gridColumn(s *Schema, o *WriteOptions, f Format) (c outputColumn, err error) {
	switch len(o.Select) {
	case 0:
		return outputColumns[PuzzleColumn], nil
	case 1:
		c, err = selectedColumn(s, o, o.Select[0])
	default:
		return c, option.Misuse(option.Select, "the format %s has one grid per row, and cannot have %d columns", f, len(o.Select))
	}
	if err == nil && c.kept == nil && (c.kind != kindGrid || c.grid == ofClass) {
		return c, option.Misuse(option.Select, "the format %s has one grid per row, but the column %q does not contain grids", f, c.name)
	}
	if err == nil && c.kept != nil {
		err = printable(*c.kept)
	}
	return c, err
}
