package converted

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/formats/files"
)

// maxColumns is how large arrays of a file may be together that store columns and not rows one
// after the other, in bytes, as they must be read whole.
const maxColumns = 64 << 20

// toRows has the array read row by row if it stores columns one after the other. It takes what
// that needs from the room that is left for it, in bytes.
func (a *npyArray) toRows(room *int64) error {
	if !a.columns {
		return nil
	}
	if a.rows > *room/int64(len(a.row)) {
		return fmt.Errorf("it stores columns and not rows one after the other, which cannot be read of more than %d MiB; store numpy.ascontiguousarray of it", maxColumns>>20)
	}
	data := make([]byte, a.rows*int64(len(a.row)))
	*room -= int64(len(data))
	n, err := io.ReadFull(a.in, data)
	if err != nil && !files.IsEnd(err) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	a.in = bufio.NewReaderSize(io.MultiReader(&columnRows{array: a, data: data[:n]}, a.in), npySample)
	return nil
}

// columnRows yields the rows of an array of columns. It ends early if there is less data than the
// rows take.
type columnRows struct {
	array *npyArray
	data  []byte
	rows  int64 // that were made
	row   []byte
	given int // bytes of row
}

// Read implements io.Reader.
func (c *columnRows) Read(p []byte) (int, error) {
	a := c.array
	if c.given == len(c.row) {
		if c.rows == a.rows || int64(len(c.data)) < a.rows*int64(a.width*a.size) {
			return 0, io.EOF
		}
		c.row, c.given = c.row[:0], 0
		for cell := range int64(a.width) {
			at := a.size * int(c.rows+a.rows*a.columnOf(cell))
			c.row = append(c.row, c.data[at:at+a.size]...)
		}
		c.rows++
	}
	n := copy(p, c.row[c.given:])
	c.given += n
	return n, nil
}

// columnOf returns in which column a cell of a grid is stored: the first of its axes changes the
// fastest there, and the last one from cell to cell.
func (a *npyArray) columnOf(cell int64) (column int64) {
	before := int64(cells)
	for i := len(a.axes) - 1; i >= 0; i-- {
		n := a.axes[i]
		before /= n
		column += cell % n * before
		cell /= n
	}
	return column
}
