package formats

import (
	"errors"
	"io"

	"github.com/gridmill/gridmill/formats/internal/npyrows"
	"github.com/gridmill/gridmill/solver"
)

// npyWriter writes a NumPy array whose rows are grids. The array starts with its number of
// rows, which is known only at the end, so the start is written twice.
type npyWriter struct {
	out     io.Writer
	start   io.WriterAt
	rows    *gridRows
	started bool
	count   int64
}

// gridArray is an array with a byte for each cell.
var gridArray = npyrows.Array{Type: "|u1", Width: solver.Cells}

func newNPYWriter(w io.Writer, s *Schema, o *WriteOptions) (*npyWriter, error) {
	rows, err := newGridRows(NPY, s, o)
	if err != nil {
		return nil, err
	}
	start, ok := w.(io.WriterAt)
	if !ok {
		return nil, errors.New("a NumPy array starts with its number of rows, which can be written only to a file")
	}
	return &npyWriter{out: w, start: start, rows: rows}, nil
}

func (w *npyWriter) Encode(b *Batch, reuse Encoded) (Encoded, error) {
	block := Reused[textBlock](reuse)
	block.head = w.rows.append(block.head[:0], b, 0, b.Len())
	return block, nil
}

func (w *npyWriter) Write(_ *Batch, e Encoded) error {
	if err := w.writeStart(); err != nil {
		return err
	}
	cells := e.(*textBlock).head
	w.count += int64(len(cells) / solver.Cells)
	_, err := w.out.Write(cells)
	return err
}

// writeStart writes a start of the same length as the final one.
func (w *npyWriter) writeStart() error {
	if w.started {
		return nil
	}
	w.started = true
	_, err := w.out.Write(gridArray.AppendHeader(nil, 0))
	return err
}

func (w *npyWriter) Close() error {
	if err := w.writeStart(); err != nil {
		return err
	}
	_, err := w.start.WriteAt(gridArray.AppendHeader(nil, w.count), 0)
	return err
}
