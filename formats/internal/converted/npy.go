package converted

import (
	"bufio"
	"bytes"
	"io"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/apache/arrow/go/v15/arrow/float16"
)

// npyArray is an array whose rows are read one after the other.
type npyArray struct {
	name string
	npyHeader
	in     *bufio.Reader
	closer io.Closer
	cellNumbers
	row []byte // as it is stored
}

// prepare makes an array ready for its first row. Room is for columns that are read whole.
func (a *npyArray) prepare(room *int64) error {
	a.row = make([]byte, a.width*a.size)
	if err := a.toRows(room); err != nil {
		return err
	}
	if a.width == cells {
		sample, _ := a.in.Peek(npySample) // an error comes again when the rows are read
		a.cellNumbers = a.findCells(sample)
	}
	return nil
}

// holdsGrids reports whether an array has room for grids.
func (a *npyArray) holdsGrids() bool {
	return a.width == cells || a.kind == 'S' && a.size >= cells || a.kind == 'U' && a.size >= 4*cells
}

// valueType returns the type of the column that an array becomes. Grids are text.
func (a *npyArray) valueType() Type {
	switch {
	case a.width == cells || a.kind == 'S' || a.kind == 'U':
		return Text
	case a.kind == 'f' && a.size <= 4:
		return Float32
	case a.kind == 'f':
		return Float64
	case a.kind == 'u' && a.size < 8:
		return Uint32
	case a.kind == 'u':
		return Uint64
	case a.size < 8:
		return Int32
	}
	return Int64
}

// number returns an element of an array of numbers, if it is whole.
func (a *npyArray) number(element []byte) (n int64, whole bool) {
	if a.kind == 'f' {
		f := a.float(element)
		if math.IsNaN(f) { // what is missing, as pandas has it
			return a.blank, true
		}
		if a.normalised {
			f = f*9 + a.shift
			if nearest := math.Round(f); math.Abs(f-nearest) < maxNoise {
				f = nearest
			}
		}
		n = int64(f)
		return n, float64(n) == f
	}
	switch a.size {
	case 1:
		n = int64(element[0])
	case 2:
		n = int64(a.order.Uint16(element))
	case 4:
		n = int64(a.order.Uint32(element))
	default:
		n = int64(a.order.Uint64(element))
	}
	if shift := 64 - 8*a.size; a.kind == 'i' {
		n = n << shift >> shift
	}
	return n, true
}

func (a *npyArray) float(element []byte) float64 {
	switch a.size {
	case 2:
		return float64(float16.FromBits(a.order.Uint16(element)).Float32())
	case 4:
		return float64(math.Float32frombits(a.order.Uint32(element)))
	}
	return math.Float64frombits(a.order.Uint64(element))
}

// appendText appends what the current row says.
func (a *npyArray) appendText(dst []byte) []byte {
	switch {
	case a.kind == 'S':
		return append(dst, bytes.TrimRight(a.row, "\x00")...)
	case a.kind == 'U':
		return a.appendCharacters(dst)
	case a.width == cells:
		return a.appendGrid(dst)
	}
	return a.appendNumber(dst, a.row)
}

// appendGrid appends the current row as a grid, or if a number is no cell as a list.
func (a *npyArray) appendGrid(dst []byte) []byte {
	start := len(dst)
	for at := 0; at < len(a.row); at += a.size {
		cell, good := a.cell(a.row[at:])
		if !good {
			return a.appendList(dst[:start])
		}
		dst = append(dst, cell)
	}
	return dst
}

// cell returns what a number is in a grid, if it is a cell.
func (a *npyArray) cell(element []byte) (cell byte, good bool) {
	n, whole := a.number(element)
	if n == a.blank {
		return '0', whole
	}
	n -= a.zero
	return '0' + byte(n), whole && n >= 0 && n <= 9
}

// appendList appends the numbers of the current row, those that are no cells in brackets of
// their own, so that nothing takes the list for a grid.
func (a *npyArray) appendList(dst []byte) []byte {
	dst = append(dst, '[')
	for at := 0; at < len(a.row); at += a.size {
		if at > 0 {
			dst = append(dst, ", "...)
		}
		if _, good := a.cell(a.row[at:]); good {
			dst = a.appendNumber(dst, a.row[at:])
			continue
		}
		dst = append(a.appendNumber(append(dst, '<'), a.row[at:]), '>')
	}
	return append(dst, ']')
}

// appendNumber appends an element of an array of numbers.
func (a *npyArray) appendNumber(dst, element []byte) []byte {
	if a.kind == 'f' {
		return strconv.AppendFloat(dst, a.float(element), 'g', -1, max(8*a.size, 32))
	}
	n, _ := a.number(element)
	if a.kind == 'u' {
		return strconv.AppendUint(dst, uint64(n), 10)
	}
	return strconv.AppendInt(dst, n, 10)
}

// appendCharacters appends the current row of text in UTF-32.
func (a *npyArray) appendCharacters(dst []byte) []byte {
	end := len(a.row)
	for end > 0 && a.order.Uint32(a.row[end-4:]) == 0 {
		end -= 4
	}
	for at := 0; at < end; at += 4 {
		dst = utf8.AppendRune(dst, rune(a.order.Uint32(a.row[at:])))
	}
	return dst
}
