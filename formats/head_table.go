package formats

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// A table holds the first records of a file, split at a delimiter.
type table struct {
	delimiter  byte
	hasHeader  bool
	named      bool          // the header contains a known column name; see namesPuzzles
	fields     int           // number of fields of a valid record
	raw        []string      // fields of the first record as written; nil if the record is invalid
	length     int           // size of the first record in bytes
	lines      int64         // number of lines of the first record
	rows       sample        // contents of the fields of each record; nil for an invalid record
	valid      int           // number of valid records, not counting the header
	allLines   int           // number of lines of all records, not counting the header
	validLines int           // number of lines of the valid records
	spans      bool          // whether fields can have several lines; see split
	gridRows   int           // number of valid records that are grid rows (see isGridRow)
	stats      []columnStats // statistics of each column, not counting the header
}

// table returns the first records, split at a delimiter. It keeps the result in h.tables.
func (h *head) table(delimiter byte) *table {
	if h.tables[delimiter] == nil {
		h.tables[delimiter] = h.split(delimiter)
	}
	return h.tables[delimiter]
}

// split makes a table. spans is set if a valid record has several lines and encloses no row, and if
// two columns have values, or the file name or an option indicates CSV.
func (h *head) split(delimiter byte) *table {
	b, length, lines := h.cutter.Sample(h.text, delimiter, sampleRows+1)
	t := &table{delimiter: delimiter, length: length, lines: lines}
	for i := range b.Rows {
		raw, values := splitRecord(b.Row(i), delimiter)
		if i == 0 {
			t.raw = raw
		}
		t.rows = append(t.rows, values)
	}
	t.findHeader(h.options)
	if !t.hasHeader {
		t.rows = t.rows[:min(len(t.rows), sampleRows)]
	}
	for i, row := range t.data() {
		lines := 1 + bytes.Count(b.Row(i+int(toNumber(t.hasHeader))), []byte{'\n'})
		t.allLines += lines
		if row == nil || len(row) != t.fields {
			t.data()[i] = nil
			continue
		}
		t.valid++
		t.validLines += lines
		t.spans = t.spans || lines > 1 && !t.encloses(row)
	}
	t.stats = statsOf(t.fields, t.data(), h.options.LeftPad)
	t.spans = t.spans && (h.isCSV() || t.hasColumns())
	t.gridRows = countWhere(t.data(), func(row [][]byte) bool { return row != nil && t.isGridRow(row) })
	return t
}

// encloses reports whether a field of several lines has a line that may be a row or part of a row.
func (t *table) encloses(row [][]byte) bool {
	for i, field := range row {
		lines := bytes.Split(field, []byte{'\n'})
		for j, line := range lines {
			_, words := findWords(line, holdsPuzzle)
			n, all := bytes.Count(line, []byte{t.delimiter}), t.fields-1
			isPart := j == 0 && i+n == all || j == len(lines)-1 && n == i
			if len(lines) > 1 && words > 0 && n > 0 && (n == all || isPart) {
				return true
			}
		}
	}
	return false
}

// hasColumns reports whether at least two columns have values.
func (t *table) hasColumns() bool { return countWhere(t.stats, columnStats.isFilled) > 1 }

// data returns all records except the header. Records that are not valid rows are nil.
func (t *table) data() sample { return t.rows[toNumber(t.hasHeader):] }

// isGrid reports whether a field is a grid or a chat with a puzzle. A grid may lack leading zeros.
func isGrid(field []byte) bool {
	var g solver.Grid
	kind := parseValue(&g, field, false).Kind
	return kind == gridtext.NoReason || kind == gridtext.LostZeros
}

// isGridRow reports whether a record has a field that is a grid. Another field can be text with a
// puzzle, such as "PUZZLE;b:", only if records have several lines, or if the header has a known
// name and the delimiter is not a space. Such text is a comment or a prompt. If the delimiter is a
// space and no name is known, records that start with "#" are rejected.
func (t *table) isGridRow(row [][]byte) bool {
	isComment := t.delimiter == scan.Spaces && !t.named && skipLine(row[0])
	isText := func(field []byte) bool {
		_, words := findWords(field, holdsPuzzle)
		return words > 0 && !isGrid(field)
	}
	return !isComment && slices.ContainsFunc(row, isGrid) && (t.spans || t.named && t.delimiter != scan.Spaces || !slices.ContainsFunc(row, isText))
}

// isTable reports whether the records are rows of CSV rather than lines of text. puzzleLines is the
// number of puzzles found if the first lines are read as text. The header must contain a known
// name, or at least two columns must have values. If the only column has a known name, most rows
// must be grids, because the name can be a title above nine-line grids. Text next to puzzles can
// contain delimiters, most often spaces and colons. Therefore, if the delimiter is one of these, or
// if there is no header, the table must contain nearly all of the puzzles.
func (t *table) isTable(puzzleLines int) bool {
	isSpaced := t.delimiter == scan.Spaces || t.delimiter == ':'
	switch {
	case 2*t.gridRows < puzzleLines, isSpaced && t.gridRows == 0:
		return false
	case (isSpaced || !t.hasHeader) && strayShare*(puzzleLines-t.gridRows) > puzzleLines: // more than a tenth of the puzzles are not in the table
		return false
	case t.named && (!isSpaced || 2*t.valid >= len(t.data())) && (t.gridRows > 0 && t.fields > 1 || 2*t.gridRows > t.valid || len(t.data()) == 0):
		return true
	case isSpaced:
		// Unless the delimiter is a colon, at least half of the rows must be grid rows. The first
		// column with grids in at least a tenth of the grid rows must have grids in most grid rows.
		// More than a tenth of the grid rows must hold a second grid.
		first := max(slices.IndexFunc(t.stats, func(c columnStats) bool { return strayShare*c.grids() >= t.gridRows }), 0)
		return (t.delimiter == ':' || 2*t.gridRows >= t.valid) && strayShare*(t.gridRows-puzzleLines) > t.gridRows && 2*t.stats[first].grids() > t.gridRows
	}
	return (t.named || t.gridRows > 0) && 2*t.validLines > t.allLines && t.hasColumns()
}
