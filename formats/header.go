package formats

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// findHeader determines the number of fields, and whether the first record is a header. An option
// can decide this. Otherwise, a header holds no grid, and either contains a known name or looks like
// a list of names. It must have as many fields as rows usually have, but some differences are
// allowed. Some rows can lack their last fields. The name of the first column can be missing, as in
// files that R writes. If a header of several fields contains a known name, it can lack the last
// names, or all rows can lack their last fields.
func (t *table) findHeader(o *ReadOptions) {
	all := t.widest()
	t.fields = all
	if t.raw == nil || o.Header == NoHeader {
		return
	}
	t.named = !holdsGrid(t.rows[0]) && t.namesPuzzles(o)
	t.hasHeader = o.Header == HasHeader || t.named || !holdsGrid(t.rows[0]) && namesColumns(t.rows[0])
	if !t.hasHeader || len(t.rows) == 1 {
		return
	}
	fields, weights := t.usualWidth(1)
	t.fields = fields
	width, known := len(t.raw), t.named || o.Header == HasHeader
	mayBeOfR := known || strings.HasPrefix(t.raw[0], `"`) // R quotes names
	switch {
	case width == fields && (t.delimiter != scan.Spaces || !t.lacksFirstName(fields+1, o)):
	case !t.isSpaced() && width > fields && oddShare*weights[width] >= weights[fields]:
		t.fields = width
	case width == fields-1 && mayBeOfR && t.lacksFirstName(fields, o):
		t.raw, t.rows[0] = slices.Insert(t.raw, 0, ""), slices.Insert(t.rows[0], 0, nil)
	case !known, (width == 1 || t.isSpaced()) && o.Header != HasHeader: // the first record can be a title
		t.named, t.hasHeader, t.fields = false, false, all
	case width > fields, o.Results != IgnoreResults:
		t.fields = width
	}
}

// widest returns the number of fields of a table without a header. Rows can lack their last fields,
// so it returns the largest number that is not rare. Rows of cells must have the usual number.
func (t *table) widest() int {
	usual, weights := t.usualWidth(0)
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

// namesPuzzles reports whether the first record has a known name of puzzles or the name o.Column.
// Unless results are ignored, the names of result columns also count.
func (t *table) namesPuzzles(o *ReadOptions) bool {
	names, known := t.names(), puzzleNames
	if _, err := strconv.Atoi(o.Column); err != nil && o.Column != "" {
		known = append(slices.Clone(known), o.Column)
	}
	return len(namedColumns(names, known)) > 0 || o.Results != IgnoreResults && resultColumns(names) != nil
}

// namesColumns reports whether row, the first record, can be a header. row must not hold a grid. In
// a header, every field before the first one with a letter is the number of its column, from 0 or 1.
// Any other record counts as a row: it is better to report an invalid row than to lose a row
// silently.
func namesColumns(row [][]byte) bool {
	if hasIndex(row) {
		row = row[1:]
	}
	for i, field := range row {
		if bytes.ContainsFunc(field, unicode.IsLetter) {
			return true
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
	cells, empty := 0, 0
	for _, field := range row {
		switch {
		case len(field) == 0:
			empty++
		case len(field) == 1 && solver.IsCell(field[0]):
			cells++
		}
	}
	isSparse := cells > 10 && cells+empty >= solver.Cells // ten digits can be column names
	return cells >= solver.Cells/2 || isSparse || slices.ContainsFunc(row, isGrid) || slices.ContainsFunc(row, isLikeGrid)
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
