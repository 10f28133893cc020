package formats

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// findHeader determines the number of fields, and whether the first record is a header. An option
// can decide whether the record is a header. Without such an option, a record with a grid is not a
// header. A record with a known name is a header if results are read (o.Results). Otherwise, such a
// record must also fit the rows (see fitsRows) and name at least half of the columns. A record
// without a known name must look like a list of names, fit the rows, and name all columns after the
// first. As in files that R writes, a header can lack the field for the first column. Unnamed
// fields at the end of a header are columns only if at least a tenth of the rows have them or, in a
// file with a column per cell, if most rows do.
func (t *table) findHeader(o *ReadOptions) {
	all := t.widest()
	t.fields = all
	if t.raw == nil || o.Header == NoHeader || t.delimiter == ':' && t.isResultText() {
		return
	}
	t.named = !holdsGrid(t.rows[0]) && t.namesPuzzles(o)
	t.hasHeader = o.Header == HasHeader || t.named || !holdsGrid(t.rows[0]) && namesColumns(t.rows[0])
	if !t.hasHeader || len(t.rows) == 1 {
		return
	}
	width, least := len(t.raw), math.MaxInt
	if !t.isSpaced() {
		least = len(withoutEnd(t.rows[0], 1))
	}
	fields, weights := t.usualWidth(1, least)
	for width > least && (oddShare*weights[width] < weights[fields] || width > fields && fields >= solver.Cells) {
		width--
	}
	t.fields = width
	names := t.rows[0][:width]
	if t.isSpaced() { // spaces can follow the last name
		names = withoutEnd(names, 1)
	}
	unnamed := countWhere(names[1:], func(name []byte) bool { return len(name) == 0 })
	isShort := t.lacksFirstName(width+1, o)
	mayBeTitle := !t.fitsRows(width, fields, weights) || isShort && t.delimiter == scan.Spaces || !t.named && unnamed > 0 || 2*unnamed > width
	isRequired := o.Header == HasHeader || t.named && o.Results != IgnoreResults
	mayBeOfR := t.named || isRequired || strings.HasPrefix(t.raw[0], `"`) // R quotes names
	switch {
	case isShort && mayBeOfR && (fields == width+1 || fields == width && all > width && !t.isSpaced()):
		t.raw, t.rows[0], t.fields = slices.Insert(t.raw, 0, ""), slices.Insert(t.rows[0], 0, nil), width+1
	case mayBeTitle && !isRequired:
		t.named, t.hasHeader, t.fields = false, false, all
		return
	}
	t.raw, t.rows[0] = t.raw[:t.fields], t.rows[0][:t.fields]
}

// fitsRows reports whether a header with the given number of names fits rows that usually have the
// given number of fields. Equal numbers fit. If spaces separate the fields, different numbers never
// fit. Otherwise, rows can lack their last fields or have additional ones. Different numbers then
// fit if there are at least two of three signs: t.named is set, names > fields, and weights[names]
// is at least a tenth of weights[fields]. usualWidth computed weights.
func (t *table) fitsRows(names, fields int, weights map[int]int) bool {
	if names == fields || t.isSpaced() {
		return names == fields
	}
	isUsed := oddShare*weights[names] >= weights[fields]
	signs := toNumber(t.named) + toNumber(isUsed) + toNumber(names > fields)
	return signs >= 2
}

// widest returns the number of fields of a table without a header. If the usual number is 81 or
// more, widest returns it. Otherwise, widest returns the largest number below 81 that is not rare,
// because rows can lack their last fields. It does not count additional empty fields.
func (t *table) widest() int {
	usual, _ := t.usualWidth(0, math.MaxInt)
	_, weights := t.usualWidth(0, usual)
	widest := usual
	for n, weight := range weights {
		if n > widest && n < solver.Cells && oddShare*weight >= weights[usual] {
			widest = n
		}
	}
	return widest
}

// lacksFirstName reports whether the name that is missing in a header is the first, not the last.
func (t *table) lacksFirstName(columns int, o *ReadOptions) bool {
	stats := statsOf(columns, t.rows[1:], o.LeftPad)
	isMostGrids := func(c columnStats) bool { return c.values > 0 && 2*c.grids() >= c.values }
	fits := func(i int) bool { return stats[i].holdsPuzzles() && isMostGrids(stats[i]) }
	fitsAfter := func(i int) bool { return fits(i + 1) }
	named := namedColumns(t.names(), puzzleNames)
	return !slices.ContainsFunc(named, fits) && !isMostGrids(stats[0]) && (stats[columns-1].values > 0 || slices.ContainsFunc(named, fitsAfter))
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
