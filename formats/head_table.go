package formats

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// A table holds the first records of a file, split at a delimiter.
type table struct {
	delimiter byte
	fields    int           // number of columns
	usual     int           // usual number of fields of a record in t.data; differs from t.fields if fields at the end are missing or extra
	fitting   int           // number of records in t.data with t.fields fields, counted after t.fit
	even      int           // number of records in t.data with t.fields fields before t.fit; 0 if spaces align the columns
	gridRows  int           // like fitting, but counts only records that hold a grid
	pairs     int           // like fitting, but counts only records that hold several grids
	grids     []int         // number of grids in each record
	rows      sample        // contents of the fields of each record; nil for an invalid record (see splitRecord)
	usualRows sample        // the records in t.data with the usual number of fields
	raw       []string      // fields of the first record as written; nil if the record is invalid
	length    int           // size of the first record in bytes
	lines     int64         // number of lines of the first record
	stats     []columnStats // statistics of each column, without the header
	hasHeader bool
	named     bool // the header has a known name; see namesPuzzles
	requested bool // the header has the column that an option names
}

// table returns the first records, split at a delimiter. It keeps the result in h.tables.
func (h *head) table(delimiter byte) *table {
	if h.tables[delimiter] == nil {
		h.tables[delimiter] = h.split(delimiter)
	}
	return h.tables[delimiter]
}

func (h *head) split(delimiter byte) *table {
	b, length, lines := h.cutter.Sample(h.text, delimiter, sampleRows+1)
	t := &table{delimiter: delimiter, length: length, lines: lines}
	for i := range b.Rows {
		raw, values := splitRecord(b.Row(i), delimiter)
		if i == 0 {
			t.raw = raw
		}
		t.rows = append(t.rows, values)
		t.grids = append(t.grids, countWhere(values, isGrid))
	}
	t.findHeader(h.options)
	t.requested = t.named && h.options.Column != "" && indexOfName(t.names(), h.options.Column) >= 0
	header := len(t.rows) - len(t.data())
	usual, _ := t.usualWidth(header, math.MaxInt)
	t.usual = cmp.Or(usual, t.fields) // usual is 0 if only empty lines follow the header
	for i, row := range t.data() {
		grids := t.grids[header+i]
		if len(row) == t.usual {
			t.usualRows = append(t.usualRows, row)
		} else if t.isExact() {
			row = nil // if it holds several grids, t.fit still counts it as a row
		}
		row = withoutEnd(row, t.fields)
		t.even += int(toNumber(len(row) == t.fields))
		row = t.fit(row, grids)
		t.data()[i] = row
		if row == nil || len(row) != t.fields {
			continue
		}
		t.fitting++
		t.gridRows += min(grids, 1)
		t.pairs += int(toNumber(grids > 1))
	}
	t.stats = statsOf(t.fields, t.data(), h.options.LeftPad)
	if delimiter == ' ' && t.hasPadding() { // the spaces align columns
		t.even = 0
	}
	return t
}

// isExact reports whether all rows must have the same number of fields. They must if each cell is a
// field or spaces align the columns, because then any field can be missing, not only the last ones.
func (t *table) isExact() bool { return t.usual >= solver.Cells || t.delimiter == scan.Spaces }

// A gridUse says how many rows with the usual number of fields have a grid in a column.
type gridUse uint8

const (
	noGrids   gridUse = iota // less than a tenth, or only one
	someGrids                // at most half
	allGrids                 // more than half
)

// gridUses returns the use of each column.
func (t *table) gridUses() []gridUse {
	uses := make([]gridUse, t.fields)
	for i, c := range statsOf(t.fields, t.usualRows, false) {
		switch n := c.grids(); {
		case 2*n > c.rows:
			uses[i] = allGrids
		case n > 1 && oddShare*n >= c.rows: // a single grid may come from a damaged row
			uses[i] = someGrids
		}
	}
	return uses
}

// fit appends empty fields to a row until the row has t.fields fields. grids is the number of grids
// in the row. If the row has at most one grid and may be a line of text, fit does not change it.
func (t *table) fit(row [][]byte, grids int) [][]byte {
	if grids > 1 || grids > 0 && len(row) > 1 && (t.named || !t.isSpaced()) || len(row) >= solver.Cells {
		row = append(row, make([][]byte, max(t.fields-len(row), 0))...)
	}
	return row
}

// splitRecord returns the fields of a record as written, and their values. Both are nil if the
// record is too long or has unmatched quotes.
func splitRecord(record []byte, delimiter byte) (raw []string, values [][]byte) {
	fields := scan.FieldsOf(record, delimiter)
	for fields.Next() {
		raw = append(raw, string(fields.Field))
		values = append(values, scan.AppendUnquoted(nil, fields.Field))
	}
	if fields.Bad || len(record) > scan.MaxRow {
		return nil, nil
	}
	return raw, values
}

// data returns all records except the header.
func (t *table) data() sample {
	if t.hasHeader {
		return t.rows[1:]
	}
	return t.rows
}

// fittingRows returns the records in t.data that have t.fields fields.
func (t *table) fittingRows() sample {
	fitsNot := func(row [][]byte) bool { return row == nil || len(row) != t.fields }
	return slices.DeleteFunc(slices.Clone(t.data()), fitsNot)
}

// hasPadding reports whether any column has neither a name nor values.
func (t *table) hasPadding() bool {
	for i, c := range t.stats {
		if !c.hasValues() && (!t.hasHeader || i >= len(t.raw) || t.raw[i] == "") {
			return true
		}
	}
	return false
}

// isSpaced reports whether spaces separate the fields.
func (t *table) isSpaced() bool { return t.delimiter == ' ' || t.delimiter == scan.Spaces }

// isEven reports whether more than half of the records have t.fields fields (see t.fitting).
func (t *table) isEven() bool { return t.fields > 0 && 2*t.fitting > len(t.data()) }

// usualWidth returns the usual number of fields in t.rows[from:]. It does not count fields that
// withoutEnd(row, least) drops. weights maps each number of fields to the total weight of the rows
// with that many fields. The weight of a row is oddShare if the row can hold a grid, 0 if it is
// invalid, and 1 otherwise.
func (t *table) usualWidth(from, least int) (width int, weights map[int]int) {
	weights = map[int]int{}
	for i, row := range t.rows[from:] {
		n := len(withoutEnd(row, least))
		switch {
		case t.grids[from+i] > 0 || n >= solver.Cells: // 81 or more fields can be one cell each
			weights[n] += oddShare
		case row != nil:
			weights[n]++
		}
	}
	for _, row := range t.rows[from:] {
		if n := len(withoutEnd(row, least)); weights[n] > weights[width] {
			width = n
		}
	}
	return width, weights
}

// withoutEnd drops the empty fields at the end of a row, except those in row[:least].
func withoutEnd(row [][]byte, least int) [][]byte {
	for len(row) > least && len(row[len(row)-1]) == 0 {
		row = row[:len(row)-1]
	}
	return row
}

// isGrid reports whether a field is a grid or a chat with a puzzle in its prompt. The grid can lack
// leading zeros.
func isGrid(field []byte) bool {
	var g solver.Grid
	kind := parseValue(&g, field, false).Kind
	return kind == gridtext.NoReason || kind == gridtext.LostZeros
}

// gridColumns returns the number of columns in which at least a tenth of the rows hold grids.
func (t *table) gridColumns() int {
	return countWhere(t.stats, func(c columnStats) bool { return c.holdsGrids() && oddShare*c.grids() >= c.rows })
}

// holdsGrids reports whether at least a tenth of the rows hold a grid.
func (t *table) holdsGrids() bool { return t.gridRows > 0 && oddShare*t.gridRows >= len(t.data()) }

// hasCertainHeader reports whether the first record contains a known name and cannot be a title.
func (t *table) hasCertainHeader() bool {
	return t.named && (t.requested || t.holdsGrids())
}

// isTable reports whether the records are rows of CSV rather than lines of text. puzzleLines is the
// number of puzzles found if the first lines are read as text. The first matching case of the
// switch decides. Unless colons separate the fields, CSV requires at least one of four signs: a
// known name in the header, a header of several names, rows with several grids, or a second filled
// column. If spaces separate the fields, only a known name and rows with several grids count as
// signs.
func (t *table) isTable(puzzleLines int) bool {
	enough := puzzleLines // if spaces separate the fields, a table has at least this many rows with grids
	if t.named {
		enough -= puzzleLines / oddShare // a few rows can lack grids
	}
	switch {
	case t.requested:
		return true
	case 2*t.gridRows < puzzleLines:
		return false
	case t.delimiter == ':': // the text that gridmill writes is puzzle:count:solution
		return t.isResultText()
	case t.isSpaced() && (t.gridRows == 0 || t.gridRows < enough):
		return false
	case t.named && len(t.data()) == 0:
		return true
	case t.hasCertainHeader():
		return true
	case !t.isEven():
		return false
	case t.named:
		return t.fields > 1 && t.fields == len(t.raw) // otherwise, the first record can be a title
	case !t.holdsGrids():
		return false
	case t.pairs > 0 && oddShare*t.pairs >= t.gridRows:
		return true
	case t.isSpaced(): // text can have a space after each puzzle, so spaces do not indicate CSV
		return false
	}
	isOther := func(c columnStats) bool { return c.isFilled() && c.grids() < t.gridRows }
	return t.hasHeader && t.fields > 1 || slices.ContainsFunc(t.stats, isOther)
}

// isResultText reports whether at least half of the records have the form puzzle:count:solution.
// The solution may be empty. The puzzle can contain spaces if it is invalid.
func (t *table) isResultText() bool {
	n := countWhere(t.rows, func(row [][]byte) bool {
		if len(row) != 3 || len(row[2])%solver.Cells != 0 || len(row[2]) > 0 && bytes.IndexByte(row[0], ' ') >= 0 {
			return false
		}
		_, isCount := gridtext.ParseNumber(row[1])
		return isCount
	})
	return n > 0 && 2*n >= len(t.rows) && t.fields == 3
}
