package formats

import (
	"bytes"
	"slices"
	"strconv"
	"unicode"

	"github.com/gridmill/gridmill/solver"
)

// findHeader determines whether the first record is a header. An option can decide this. Otherwise,
// a record with a grid is not a header, and a record with the requested column is a header. If
// results are read (o.Results), any other record with a known name is a header, too.
//
// In other cases, a header has as many names as most rows have fields. If one of its names is
// known, a tenth of the rows suffices. A header can lack the name of the first column (see
// lacksFirstName). Its first and last names can be empty. Between them, names can be empty only if
// a name is known, and only for fewer than half of the columns.
func (t *table) findHeader(o *ReadOptions) {
	if t.raw == nil || o.Header == NoHeader || o.Header != HasHeader && t.delimiter == ':' && t.isResultText() {
		return
	}
	first, mayBeHeader := t.rows[0], !holdsGrid(t.rows[0])
	t.named = mayBeHeader && t.namesPuzzles(o)
	t.requested = t.named && o.Column != "" && indexOfName(t.names(), o.Column) >= 0
	isRequired := o.Header == HasHeader || t.requested || t.named && o.Results != IgnoreResults
	usual, weights := t.usualFields(1, o)
	lacksName := usual == len(first)+1 && o.Results == IgnoreResults && t.lacksFirstName(usual, o)
	fits := lacksName || usual == len(first) || usual == 0 || t.named && oddShare*weights[len(first)] >= weights[usual]
	unnamed := countWhere(first[1:max(1, len(first)-1)], func(name []byte) bool { return len(name) == 0 })
	hasNames := t.named && 2*unnamed < len(first) || mayBeHeader && unnamed == 0 && namesColumns(first)
	t.hasHeader = isRequired || hasNames && fits
	if t.named = t.named && t.hasHeader; !t.hasHeader {
		return
	}
	if lacksName {
		t.raw, t.rows[0] = slices.Insert(t.raw, 0, ""), slices.Insert(first, 0, nil)
	}
	t.fields = len(t.raw)
}

// lacksFirstName reports whether a header lacks the name of the first column, as in files that R
// wrote with row names. The names must fit the columns after the first.
func (t *table) lacksFirstName(columns int, o *ReadOptions) bool {
	if o.Header == HasHeader && o.Fields > 0 {
		return true
	}
	others := func(row [][]byte) bool { return len(row) != columns }
	stats := statsOf(columns, slices.DeleteFunc(slices.Clone(t.rows[1:]), others), o.LeftPad)
	isGrids := func(i int) bool { return stats[i].values > 0 && 2*stats[i].grids() >= stats[i].values }
	isNextGrids := func(i int) bool { return isGrids(i + 1) }
	known := namedColumns(t.names(), puzzleNames)
	if known == nil {
		isQuoted := t.raw[0] != string(t.rows[0][0]) // R quotes names
		return isQuoted && !isGrids(0) && stats[columns-1].hasValues()
	}
	return slices.ContainsFunc(known, isNextGrids) && !slices.ContainsFunc(known, isGrids)
}

// names returns the fields of the first record.
func (t *table) names() []string {
	names := make([]string, len(t.rows[0]))
	for i, name := range t.rows[0] {
		names[i] = string(name)
	}
	return names
}

// namesPuzzles reports whether the first record contains one of puzzleNames or the name o.Column.
// Unless results are ignored, the names of result columns also count.
func (t *table) namesPuzzles(o *ReadOptions) bool {
	names, known := t.names(), puzzleNames
	if _, err := strconv.Atoi(o.Column); err != nil && o.Column != "" {
		known = append(slices.Clone(known), o.Column)
	}
	return len(namedColumns(names, known)) > 0 || o.Results != IgnoreResults && resultColumns(names) != nil
}

// namesColumns reports whether row, the first record, can be a header. row must not hold a grid. A
// header can start with cell numbers, which count from 0 or 1 in each grid. The next field, if
// any, must contain a letter, or consist of symbols that are not cells, such as "#". Any other
// record is a row: it is better to report an invalid row than to lose a row silently.
func namesColumns(row [][]byte) bool {
	if len(row) > 1 && len(row[0]) == 0 && len(row[1]) > 0 { // the first column of a data frame has row numbers and no name
		row = row[1:]
	}
	for i, field := range row {
		field = bytes.TrimSpace(field)
		if bytes.ContainsFunc(field, unicode.IsLetter) || len(field) > 0 && !slices.ContainsFunc(field, solver.IsCell) {
			return true
		}
		n, err := strconv.Atoi(string(field))
		if after := (n - i + solver.Cells) % solver.Cells; err != nil || after != 0 && after != 1 {
			return false
		}
	}
	return true
}

// holdsGrid reports whether a record contains what may be a grid, in one field or in fields of one
// cell each. Such a record is a row and not a header, even if it contains known column names.
func holdsGrid(row [][]byte) bool {
	empty := countWhere(row, func(field []byte) bool { return len(field) == 0 })
	cells := countWhere(row, func(field []byte) bool { return len(field) == 1 && solver.IsCell(field[0]) })
	isSparse := cells > 10 && cells+empty >= solver.Cells // a header can contain the ten names 0 to 9
	return cells >= solver.Cells/2 || isSparse || slices.ContainsFunc(row, isGrid) || slices.ContainsFunc(row, isLikeGrid)
}

// isLikeGrid reports whether a value is long and consists mostly of cells, like a damaged grid.
func isLikeGrid(value []byte) bool {
	cells := countWhere(value, solver.IsCell)
	return cells >= solver.Cells/2 && 2*cells > len(value)
}
