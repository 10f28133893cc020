package formats

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// A table holds the first records of a file, split at a delimiter.
type table struct {
	delimiter byte
	fields    int           // number of fields of the header, of most records, or of the first record
	fitting   int           // number of records, not counting the header, that have this number of fields
	rows      sample        // contents of the fields of each record; nil for an invalid record (see splitRecord)
	raw       []string      // fields of the first record as written; nil if the record is invalid
	length    int           // size of the first record in bytes
	lines     int64         // number of lines of the first record
	stats     []columnStats // statistics of each column, without the header
	hasHeader bool
	named     bool // the header has a known name
	certain   bool // the header has a known name and is not a title
}

// table returns the first records, split at a delimiter. It keeps the result in h.tables.
func (h *head) table(delimiter byte) *table {
	if h.tables[delimiter] == nil {
		h.tables[delimiter] = h.split(delimiter)
	}
	return h.tables[delimiter]
}

func (h *head) split(delimiter byte) *table {
	h.cutter.Delimiter = delimiter
	h.cutter.Skip = func(line []byte) bool { return len(line) == 0 }
	b, length, lines := h.cutter.Sample(h.text, sampleRows+1)
	h.cutter.Delimiter = 0
	t := &table{delimiter: delimiter, length: length, lines: lines}
	for i := range b.Rows {
		raw, values := splitRecord(b.Row(i), delimiter)
		if i == 0 {
			t.raw = raw
		} else if values == nil && t.rows[len(t.rows)-1] == nil {
			continue // one damaged row can become several such records
		}
		t.rows = append(t.rows, values)
	}
	t.findHeader(h.options)
	if t.fields = len(t.raw); !t.hasHeader {
		t.fields, _ = commonWidth(t.rows)
	}
	for _, row := range t.data() {
		t.fitting += int(toNumber(len(row) == t.fields))
	}
	t.stats = statsOf(t.fields, t.data(), h.options.LeftPad)
	fits := t.fitting > 0 && slices.ContainsFunc(t.stats, columnStats.holdsPuzzles)
	t.certain = t.named && (fits || len(t.data()) == 0 || h.isCSV() || len(namedColumns(t.names(), answerNames)) > 0)
	return t
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

// isEven reports whether more than half of the records have t.fields fields.
func (t *table) isEven() bool { return t.fields > 0 && 2*t.fitting > len(t.data()) }

// commonWidth returns the number of fields that more than half of the valid records have, and true.
// If there is no such number, it returns the number of fields of the first valid record, and false.
func commonWidth(rows sample) (fields int, even bool) {
	counts := map[int]int{}
	for _, row := range rows {
		fields = cmp.Or(fields, len(row))
		counts[len(row)]++
	}
	for n, rowsOfN := range counts {
		if n > 0 && 2*rowsOfN > len(rows)-counts[0] {
			return n, true
		}
	}
	return fields, false
}

// findHeader determines whether the first record is a header. An option can decide this. Otherwise,
// a header holds no grid, and contains a known name or looks like a list of names. It must have as
// many fields as most other records, with two exceptions. The name of the first column can be
// missing, as in files that R writes. If a header of several fields contains a known name, the
// number of fields does not matter.
func (t *table) findHeader(o *ReadOptions) {
	if t.raw == nil || o.Header == NoHeader {
		return
	}
	t.named = !holdsGrid(t.rows[0]) && t.namesPuzzles(o)
	t.hasHeader = o.Header == HasHeader || t.named || !holdsGrid(t.rows[0]) && namesColumns(t.rows[0])
	fields, even := commonWidth(t.rows[1:])
	mayBeOfR := t.named || strings.HasPrefix(t.raw[0], `"`) || o.Header == HasHeader // R quotes names
	switch {
	case !t.hasHeader, !even, len(t.raw) == fields:
	case len(t.raw) == fields-1 && mayBeOfR && t.lacksFirstName(fields, o):
		t.raw, t.rows[0] = slices.Insert(t.raw, 0, ""), slices.Insert(t.rows[0], 0, nil)
	case !t.named, len(t.raw) == 1: // a word such as Sudoku can be a title
		t.named, t.hasHeader = false, o.Header == HasHeader
	}
}

// lacksFirstName reports whether the only name that a header lacks is that of the first column.
func (t *table) lacksFirstName(columns int, o *ReadOptions) bool {
	stats := statsOf(columns, t.rows[1:], o.LeftPad)
	fits := func(i int) bool { return stats[i].holdsPuzzles() }
	return !slices.ContainsFunc(namedColumns(t.names(), puzzleNames), fits) && !stats[0].holdsGrids() && stats[columns-1].values > 0
}

// names returns the fields of the first record.
func (t *table) names() []string {
	names := make([]string, len(t.rows[0]))
	for i, name := range t.rows[0] {
		names[i] = string(name)
	}
	return names
}

// namesPuzzles reports whether the first record has a known name of puzzles or the name o.Column.
// Unless results are ignored, the names of result columns also count.
func (t *table) namesPuzzles(o *ReadOptions) bool {
	names, known := t.names(), puzzleNames
	if _, err := strconv.Atoi(o.Column); err != nil && o.Column != "" {
		known = append(slices.Clone(known), o.Column)
	}
	return len(namedColumns(names, known)) > 0 || o.Results != IgnoreResults && resultColumns(names) != nil
}

// namesColumns reports whether row, the first record, can be a header. row must not hold a grid. A
// header contains a letter, or consists of the numbers of the columns, from 0 or 1. Any other
// record counts as a row: it is better to report an invalid row than to lose a row silently.
func namesColumns(row [][]byte) bool {
	if hasIndex(row) {
		row = row[1:]
	}
	for i, field := range row {
		if bytes.ContainsFunc(field, unicode.IsLetter) {
			return true // the fields before it are the numbers of their columns
		}
		if n, err := strconv.Atoi(string(field)); err != nil || n != i && n != i+1 {
			return false
		}
	}
	return true
}

// hasIndex reports whether a header names the second column but not the first. Programs write such
// headers for data frames, in which the first column holds row numbers.
func hasIndex(header [][]byte) bool {
	return len(header) > 1 && len(header[0]) == 0 && len(header[1]) > 0
}

// holdsGrid reports whether a record contains a possible grid, in one field or in fields of one
// cell each. Such a record is a row even if it contains known names.
func holdsGrid(row [][]byte) bool {
	cells := 0
	for _, field := range row {
		if len(field) == 1 && solver.IsCell(field[0]) {
			cells++
		}
	}
	return cells >= solver.Cells/2 || slices.ContainsFunc(row, isLikeGrid)
}

// isLikeGrid reports whether a value is long and consists mostly of cells, like a damaged grid.
func isLikeGrid(value []byte) bool {
	cells := 0
	for _, c := range value {
		if solver.IsCell(c) {
			cells++
		}
	}
	return cells >= solver.Cells/2 && 2*cells > len(value)
}

func (t *table) grids() int {
	return len(columnsWhere(t.stats, func(c columnStats) bool { return c.holdsGrids() && c.isFilled() }))
}

// isTable reports whether the records are rows of CSV. Most records must have t.fields fields,
// unless the header is certain.
func (t *table) isTable() bool {
	switch {
	case !t.isEven() && !t.certain:
		return false
	case t.delimiter == ' ': // lines of text also have a space between a puzzle and what follows it
		return t.isEven() && t.fields > 1 && (t.grids() > 1 || t.named && t.grids() > 0)
	case t.delimiter == ':': // the text that gridmill writes is puzzle:count:solution
		return t.isResultText()
	}
	isHeader := t.named && (len(t.raw) > 1 || len(t.data()) == 0) // one word can be a title
	return isHeader || t.grids() > 0 && (t.named || len(columnsWhere(t.stats, columnStats.hasValues)) > 1)
}

// isResultText reports whether at least half of the records have the form puzzle:count:solution.
// The solution may be empty.
func (t *table) isResultText() bool {
	n := 0
	for _, row := range t.rows {
		if len(row) != 3 || len(row[2])%solver.Cells != 0 || bytes.IndexByte(row[0], ' ') >= 0 {
			continue
		}
		if _, isCount := gridtext.ParseNumber(row[1]); isCount {
			n++
		}
	}
	return n > 0 && 2*n >= len(t.rows) && t.fields == 3
}
