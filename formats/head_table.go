package formats

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// A table holds the first records of a file, split at a delimiter.
type table struct {
	delimiter byte
	fields    int           // number of fields of a valid record
	fitting   int           // number of records in t.data with t.fields fields
	gridRows  int           // like fitting, but counts only records that hold a grid
	pairs     int           // like fitting, but counts only records that hold several grids
	grids     []int         // number of grids in each record
	rows      sample        // contents of the fields of each record; nil for an invalid record
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
	t.fields, _ = t.usualFields(0, h.options)
	t.findHeader(h.options)
	header := len(t.rows) - len(t.data())
	for i, row := range t.data() {
		if len(row) != t.fields {
			t.data()[i] = nil
			continue
		}
		grids := t.grids[header+i]
		t.fitting++
		t.gridRows += min(grids, 1)
		t.pairs += int(toNumber(grids > 1))
	}
	t.stats = statsOf(t.fields, t.data(), h.options.LeftPad)
	return t
}

// usualFields returns the number of fields that an option specifies. Without an option, it returns
// the most common number of fields in t.rows[from:], or 0 if there is none. weights counts the
// records with each number of fields. A record that can hold a grid counts as oddShare records.
func (t *table) usualFields(from int, o *ReadOptions) (usual int, weights map[int]int) {
	weights = map[int]int{}
	for i, row := range t.rows[from:] {
		weights[len(row)] += min(len(row), 1)
		if t.grids[from+i] > 0 || len(row) >= solver.Cells { // 81 or more fields can be one cell each
			weights[len(row)] += oddShare - 1
		}
	}
	for _, row := range t.rows[from:] {
		if weights[len(row)] > weights[usual] {
			usual = len(row)
		}
	}
	return cmp.Or(o.Fields, usual), weights
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

// data returns all records except the header. Records that are not valid rows are nil.
func (t *table) data() sample {
	if t.hasHeader {
		return t.rows[1:]
	}
	return t.rows
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

// isTable reports whether the records are rows of CSV rather than lines of text. puzzleLines is the
// number of puzzles found if the first lines are read as text. CSV has at least one of four signs:
// a known name in the header, a header of several names, rows with several grids, or a second
// filled column. If spaces separate the fields, only a known name and rows with several grids count
// as signs. The text that gridmill writes, puzzle:count:solution, has colons between its fields.
func (t *table) isTable(puzzleLines int) bool {
	enough := puzzleLines // if spaces separate the fields, a table has at least this many rows with grids
	if t.named {
		enough -= puzzleLines / oddShare // a few rows can lack grids
	}
	isSpaced := t.delimiter == scan.Spaces
	isOther := func(c columnStats) bool { return c.isFilled() && c.grids() < t.gridRows }
	switch {
	case t.requested:
		return true
	case 2*t.gridRows < puzzleLines:
		return false
	case t.delimiter == ':':
		return t.isResultText()
	case isSpaced && (t.gridRows == 0 || t.gridRows < enough):
		return false
	case t.named && (t.fields > 1 || t.gridRows > 0 || len(t.data()) == 0):
		return true
	case 2*t.fitting <= len(t.data()), t.gridRows == 0, oddShare*t.gridRows < len(t.data()):
		return false
	case oddShare*t.pairs >= t.gridRows:
		return true
	}
	return !isSpaced && (t.hasHeader && t.fields > 1 || slices.ContainsFunc(t.stats, isOther))
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
