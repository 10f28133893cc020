package layout

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// columns joins the fields that hold the cells, or the rows, of grids.
type columns struct {
	delimiter byte
	header    bool
	kinds     bool    // the last field has a letter for each of the others
	numbers   bool    // rows of grids are whole numbers, without the zeros in front of them
	pad       bool    // these zeros are put back
	starts    []int   // of the grids: the puzzle, and the solution if it is there
	orders    [][]int // of each grid: which of its columns holds each cell or row
	width     int     // fields a grid
	count     int     // fields a row
	minus     bool    // cells are numbers with -1 for blanks
	fromZero  bool    // digits are 0 to 8 then
	first     bool
	sorted    [][]byte // for the fields of one grid
	counted   [][]byte // the same, with other numbers
}

// Columns recognizes CSV whose grids take 81 columns of cells, or 9 of rows. It returns nil
// for any other text. The first row names columns if that is known, or if it looks so. Where it
// is known, a program made the CSV, and the last field of each row has a letter for each of the
// others. With pad zeros are put in front of rows that lost them.
func Columns(head []byte, delimiter byte, named, pad bool) *Layout {
	var rows [][][]byte
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))) {
		if !bytes.HasSuffix(line, []byte("\n")) && len(rows) > 0 || len(rows) == 100 {
			break
		}
		if row := fieldsOf(bytes.TrimRight(line, "\r\n"), delimiter); len(row) >= 9 {
			rows = append(rows, row)
		} else if len(line) > 2 {
			return nil
		}
	}
	if len(rows) == 0 {
		return nil
	}
	c := columns{delimiter: delimiter, count: len(rows[0]), kinds: named, first: true}
	c.header = named || isHeader(rows[0])
	data := rows
	if c.header {
		data = rows[1:]
	}
	if len(data) == 0 || slices.ContainsFunc(data, func(row [][]byte) bool { return len(row) != c.count }) {
		return nil
	}
	c.findNumbers(data)
	if !c.find(rows[0], data, solver.Cells, 1) && !c.find(rows[0], data, 9, 9) {
		if c.numbers, c.pad = !named, true; named || !c.find(rows[0], data, 9, 9) {
			return nil
		}
		c.pad = pad
	}
	name := "81 columns a grid"
	if c.width == 9 {
		name = "9 columns a grid"
	}
	return &Layout{Name: name, Delimiter: delimiter, newRewriter: func() rewriter { w := c; w.sorted, w.counted = nil, nil; return &w }}
}

// fieldsOf returns what the fields of a line say, or nil where quotes do not match. Several spaces
// separate as one does.
func fieldsOf(line []byte, delimiter byte) (row [][]byte) {
	if delimiter == ' ' {
		return bytes.Fields(line)
	}
	fields := scan.FieldsOf(line, delimiter)
	for fields.Next() {
		row = append(row, bytes.TrimSpace(scan.AppendUnquoted(nil, fields.Field)))
	}
	if fields.Bad {
		return nil
	}
	return row
}

// isHeader reports whether a row names columns: most fields hold a letter that is no blank,
// or are numbers of several digits, or all number the columns.
func isHeader(row [][]byte) bool {
	names := 0
	for _, field := range row {
		if field = wholeCell(field); letters(field) > 0 || len(field) > 1 && len(field) != 9 && string(field) != "-1" {
			names++
		}
	}
	return 2*names > len(row) || isNumbered(row)
}

// find looks for one or two grids of so many fields with so many cells each.
func (c *columns) find(names [][]byte, rows [][][]byte, width, cells int) bool {
	c.width, c.starts, c.orders = width, nil, nil
	for at := 0; at+width <= c.count && len(c.starts) < 2; {
		order, good := c.fits(names, rows, at, cells)
		if !good {
			at++
			continue
		}
		c.starts, c.orders = append(c.starts, at), append(c.orders, order)
		at += width
	}
	if len(c.starts) == 0 {
		return false
	}
	return c.standAlone(names, rows, cells) || c.onlyOnePlace(names, rows, cells)
}

// fits reports whether grids without a contradiction start in a column, and in which order their
// columns stand.
func (c *columns) fits(names [][]byte, rows [][][]byte, at, cells int) (order []int, good bool) {
	if at+c.width > c.count || c.header && !bytes.Equal(stem(names[at]), stem(names[at+c.width-1])) {
		return nil, false
	}
	if c.header {
		if order, good = orderOf(names[at : at+c.width]); !good {
			return nil, false
		}
	}
	for _, row := range rows {
		var grid solver.Grid
		text, good := c.join(nil, c.ordered(row[at:at+c.width], order), cells)
		if !good || solver.Parse(&grid, text) >= 0 {
			return nil, false
		}
		if _, repeats := grid.FindRepeat(); repeats || c.numbers && !seemsPuzzle(&grid) {
			return nil, false
		}
	}
	return order, true
}

// ordered returns the fields of a grid in the order of its cells or rows. Without an order they
// stand in it.
func (c *columns) ordered(fields [][]byte, order []int) [][]byte {
	if order == nil {
		return fields
	}
	c.sorted = c.sorted[:0]
	for _, i := range order {
		c.sorted = append(c.sorted, fields[i])
	}
	return c.sorted
}

// join appends the fields of a grid, with zeros in front of rows that are whole numbers, unless
// these are to stay lost. It returns false if a field does not fit.
func (c *columns) join(dst []byte, fields [][]byte, cells int) (_ []byte, good bool) {
	if c.minus && cells == 1 {
		fields = c.countedFromOne(fields)
	}
	if !c.numbers {
		return join(dst, fields, cells)
	}
	var rows []byte
	for _, field := range fields {
		row, good := paddedRow(field)
		if !good {
			return dst, false
		}
		rows = append(rows, row...)
	}
	if c.pad {
		return append(dst, rows...), true
	}
	return appendNumbers(dst, rows), true
}

// join appends fields of so many cells each, one that is empty as a blank. It returns false
// if a field does not fit.
func join(dst []byte, fields [][]byte, cells int) (_ []byte, good bool) {
	for _, field := range fields {
		if cells == 1 {
			field = wholeCell(field)
		}
		if len(field) == 0 && cells == 1 {
			dst = append(dst, '.')
			continue
		}
		if len(field) != cells {
			return dst, false
		}
		for _, cell := range field {
			if !isCell(cell) {
				return dst, false
			}
			dst = append(dst, plainCell(cell))
		}
	}
	return dst, true
}

// missing are the words of programs for no value.
var missing = []string{"NA", "NaN", "nan", "NULL", "null", "None"}

// wholeCell returns the digit of a number like 5.0, 5.000e+00 or 5E0, as programs write it, nothing
// for what is missing, or else the field as it is.
func wholeCell(field []byte) []byte {
	if slices.Contains(missing, string(field)) {
		return nil
	}
	if len(field) < 3 || field[0]-'0' > 9 {
		return field
	}
	rest := field[1:]
	if rest[0] == '.' {
		rest = bytes.TrimLeft(rest[1:], "0")
	}
	if len(rest) > 1 && rest[0]|0x20 == 'e' && rest[len(rest)-1] == '0' {
		rest = bytes.Trim(rest[1:], "+-0")
	}
	if len(rest) > 0 {
		return field
	}
	return field[:1]
}

// line puts the grids of a row in front, and what else it has behind them. A row that cannot
// be split passes unchanged, so that its number of fields is reported.
func (c *columns) line(dst, line []byte) []byte {
	if len(line) == 0 {
		return append(dst, '\n')
	}
	row := fieldsOf(line, c.delimiter)
	if len(row) != c.count {
		return append(append(dst, line...), '\n')
	}
	header := c.header && c.first
	c.first = false
	for i, start := range c.starts {
		if i > 0 {
			dst = append(dst, c.delimiter)
		}
		if header {
			dst = append(dst, []string{"puzzle", "solution"}[i]...)
			continue
		}
		at := len(dst)
		fields := c.ordered(row[start:start+c.width], c.orders[i])
		grid, good := c.join(dst, fields, solver.Cells/c.width)
		if dst = grid; !good { // show all of it
			dst = scan.AppendQuoted(dst[:at], bytes.Join(fields, []byte(" ")), c.delimiter)
		}
	}
	var letters []byte
	if c.kinds {
		letters, row = row[len(row)-1], row[:len(row)-1]
	}
	for i, field := range row {
		if !c.inGrid(i) {
			dst = scan.AppendQuoted(append(dst, c.delimiter), field, c.delimiter)
		}
	}
	if c.kinds {
		dst = c.appendLetters(append(dst, c.delimiter), letters)
	}
	return append(dst, '\n')
}

// appendLetters appends the letters of the fields that a row has now, of which grids are text.
func (c *columns) appendLetters(dst, letters []byte) []byte {
	for range c.starts {
		dst = append(dst, 't')
	}
	for i, letter := range letters {
		if !c.inGrid(i) {
			dst = append(dst, letter)
		}
	}
	return dst
}

func (c *columns) end(dst []byte) []byte { return dst }
