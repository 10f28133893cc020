package converted

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"
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

// npyTable makes rows of arrays that stand side by side.
type npyTable struct {
	arrays []*npyArray
	done   int64 // rows
	text   []byte
}

// NPY returns CSV of an array of NumPy: of grids as 81 characters, or else of numbers or
// text. The column is called puzzle, or solution where the first grids are full: an array has
// no name of its own that says which it holds.
//
// The first rows decide which numbers are cells, see findCells. A grid that does not fit becomes
// a list of its numbers, in which those at fault stand in angle brackets.
func NPY(in io.Reader) *Reader {
	a := &npyArray{in: bufio.NewReaderSize(in, npySample), closer: io.NopCloser(nil)}
	return &Reader{rows: &npyTable{arrays: []*npyArray{a}}}
}

// NPZ returns CSV of the arrays in an archive of NumPy, a column each, which are called as the
// members are.
func NPZ(members []*zip.File) (*Reader, error) {
	t := &npyTable{}
	for _, m := range members {
		in, err := m.Open()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("its array %s: %w", m.Name, err), t.Close())
		}
		name := strings.TrimSuffix(path.Base(m.Name), ".npy")
		t.arrays = append(t.arrays, &npyArray{name: name, in: bufio.NewReaderSize(in, npySample), closer: in})
	}
	return &Reader{rows: t}, nil
}

func (t *npyTable) Close() error {
	var errs []error
	for _, a := range t.arrays {
		errs = append(errs, a.closer.Close())
	}
	return errors.Join(errs...)
}

func (t *npyTable) appendRows(out *output) error {
	if out.columns == 0 {
		if err := t.start(); err != nil {
			return err
		}
		var names []string
		var types []Type
		for _, a := range t.arrays {
			types = append(types, a.valueType())
			switch {
			case a.name != "":
				names = append(names, a.name)
			case a.full:
				names = append(names, "solution")
			default:
				names = append(names, "puzzle")
			}
		}
		out.header(names, types)
	}
	for !out.full() {
		if t.done == t.arrays[0].rows {
			return t.end()
		}
		for _, a := range t.arrays {
			if _, err := io.ReadFull(a.in, a.row); err != nil {
				return t.inArray(a, fmt.Errorf("after row %d of %d: %w", t.done, a.rows, endsEarly(err)))
			}
			t.text = a.appendText(t.text[:0])
			out.add(t.text, a.valueType().Kind(false))
		}
		out.end()
		t.done++
	}
	return nil
}

// start reads the headers.
func (t *npyTable) start() error {
	for _, a := range t.arrays {
		var err error
		if a.npyHeader, err = readHeader(a.in); err != nil {
			return t.inArray(a, err)
		}
		a.row = make([]byte, a.width*a.size)
		if first := t.arrays[0]; a.rows != first.rows {
			return fmt.Errorf("its arrays differ in length: %s has %d rows, and %s has %d; store those of one length in a file of their own", first.name, first.rows, a.name, a.rows)
		}
		if a.width == cells {
			sample, _ := a.in.Peek(npySample) // an error comes again when the rows are read
			a.cellNumbers = a.findCells(sample)
		}
	}
	return nil
}

// inArray says which array an error concerns, where there are several.
func (t *npyTable) inArray(a *npyArray, err error) error {
	if len(t.arrays) == 1 {
		return err
	}
	return fmt.Errorf("its array %s: %w", a.name, err)
}

// end wants nothing to follow the last row.
func (t *npyTable) end() error {
	for _, a := range t.arrays {
		_, err := a.in.ReadByte()
		switch {
		case err == nil:
			return t.inArray(a, fmt.Errorf("behind its %d rows there is something else, which would be lost; store each array in a file of its own", a.rows))
		case !errors.Is(err, io.EOF):
			return t.inArray(a, err)
		}
	}
	return io.EOF
}

// valueType returns the type of the column that an array becomes. Grids are text.
func (a *npyArray) valueType() Type {
	switch {
	case a.width == cells || a.kind == 'S' || a.kind == 'U':
		return Text
	case a.kind == 'f' && a.size == 4:
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
	if a.size == 4 {
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
		return strconv.AppendFloat(dst, a.float(element), 'g', -1, 8*a.size)
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
