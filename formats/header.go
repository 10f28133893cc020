package formats

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// findHeader determines whether the first record is a header, and how many fields a row must have.
// Options can determine both. Otherwise, a header must not contain a grid. It must contain a known
// name, or each of its fields must be a possible name. It must have the usual number of fields (see
// usualFields). A header with a known name can also have another number, n, if at least half as
// many records with grids have n fields as have the usual number. If no record with a grid has
// either number, n must exceed the usual number, and a missing quote must have torn a record.
func (t *table) findHeader(o *ReadOptions) {
	if t.raw != nil && o.Header != NoHeader {
		first := t.rows[0]
		usual := usualFields(t.rows[1:])
		mayBeHeader := !holdsGrid(first)
		isNamed := mayBeHeader && t.namesPuzzles(o)
		isRequested := o.Header == HasHeader || isNamed && (o.Results != IgnoreResults || o.Column != "" && indexOfName(t.names(), o.Column) >= 0)
		fits := usual == 0 || usual == len(first)
		gridRows := func(fields int) int {
			return countWhere(t.rows[1:], func(row [][]byte) bool { return len(row) == fields && mayHoldGrid(row) })
		}
		if isNamed && !fits && t.delimiter != scan.Spaces {
			n := gridRows(len(first))
			isTorn := slices.ContainsFunc(t.rows, func(row [][]byte) bool { return row == nil })
			fits = 2*n >= gridRows(usual) && (n > 0 || isTorn && len(first) > usual)
		}
		t.hasHeader = isRequested || isNamed && fits ||
			mayBeHeader && fits && t.delimiter != ':' && t.namesColumns()
		t.named = t.hasHeader && isNamed
	}
	if t.fields = o.Fields; t.hasHeader {
		t.fields = len(t.raw)
	} else if t.fields == 0 {
		t.fields = usualFields(t.rows)
	}
}

// usualFields returns the most common number of fields of valid records, or 0 if no record is
// valid. If at least a tenth of the records may hold grids, the other records do not count, because
// one record with a missing quote can become many short records.
func usualFields(rows sample) (usual int) {
	withGrids := slices.DeleteFunc(slices.Clone(rows), func(row [][]byte) bool { return !mayHoldGrid(row) })
	if strayShare*len(withGrids) >= len(rows) && len(withGrids) > 0 {
		rows = withGrids
	}
	counts := map[int]int{}
	for _, row := range rows {
		counts[len(row)] += min(len(row), 1)
		if counts[len(row)] > counts[usual] {
			usual = len(row)
		}
	}
	return usual
}

// mayHoldGrid reports whether a record has a grid in one field, or enough fields for 81 cells.
func mayHoldGrid(row [][]byte) bool {
	return len(row) >= solver.Cells || slices.ContainsFunc(row, isGrid)
}

// names returns the fields of the first record.
func (t *table) names() []string {
	return mapped(t.rows[0], func(name []byte) string { return string(name) })
}

// namesPuzzles reports whether the first record contains one of puzzleNames or the name o.Column.
// If results are used, the names of result columns also count.
func (t *table) namesPuzzles(o *ReadOptions) bool {
	names, known := t.names(), puzzleNames
	if _, err := strconv.Atoi(o.Column); err != nil && o.Column != "" {
		known = append(slices.Clone(known), o.Column)
	}
	return len(namedColumns(names, known)) > 0 || o.Results != IgnoreResults && resultColumns(names) != nil
}

// namesColumns reports whether each field of the first record can be the name of a column. A number
// can be a name only if it is the index of its column or cell, counted from 0 or 1. The first name
// can be empty, as in data frames with row numbers, and so can the last, as in records that end
// with a delimiter. The name of a column with grids must have a letter, and must not be a word for
// a missing value. When in doubt, namesColumns returns false, so the record is an invalid row.
func (t *table) namesColumns() bool {
	row, stats, numbers := t.rows[0], statsOf(len(t.rows[0]), t.rows[1:], false), 0
	from := int(toNumber(len(row) > 1 && len(row[0]) == 0 && stats[0].grids() == 0)) // index of the first name
	for i, field := range row[from:] {
		text := string(bytes.TrimSpace(field))
		_, notNumber := strconv.ParseFloat(text, 64)
		n, notIndex := strconv.Atoi(text)
		isMissing := !bytes.ContainsFunc(field, func(r rune) bool { return r >= utf8.RuneSelf || unicode.IsLetter(r) }) || slices.Contains([]string{"na", "n/a", "#n/a", "<na>", `\n`, "nil", "null", "(null)", "none"}, strings.ToLower(text))
		switch after := (n - numbers + solver.Cells) % solver.Cells; {
		case notNumber == nil && (notIndex != nil || after != 0 && after != 1):
			return false
		case notNumber == nil:
			numbers++
		case len(field) == 0 && (i == 0 || from+i < len(row)-1), isMissing && stats[from+i].grids() > 0, isPiece(field), len(field) > 64:
			return false
		}
	}
	return numbers == 0 || numbers == len(row)-from || len(row)-from >= solver.Cells
}

// isPiece reports whether a field may be a piece of a grid. The names x100 and x_0 are not pieces.
func isPiece(field []byte) bool {
	stem := bytes.TrimRight(field, "0123456789")
	isName := len(stem) > 0 && len(stem) <= 2 && stem[0]|0x20 == 'x'
	return len(field) > 3 && countWhere(field, solver.IsCell) == len(field) && !isName
}

// holdsGrid reports whether a record may contain a grid (in one field, or in fields of one cell
// each) or consist of pieces of a grid. Such a record is not a header, even with a known name.
func holdsGrid(row [][]byte) bool {
	empty := countWhere(row, func(field []byte) bool { return len(field) == 0 })
	cells := countWhere(row, func(field []byte) bool { return len(field) == 1 && solver.IsCell(field[0]) })
	const names = 10 // a header can contain the names 0 to 9
	return cells > names && cells+empty >= solver.Cells/2 || isPuzzleWord(bytes.Join(row, nil)) || slices.ContainsFunc(row, isGrid) || slices.ContainsFunc(row, isLikeGrid)
}

// isLikeGrid reports whether a value is long and consists mostly of cells, like a damaged grid.
func isLikeGrid(value []byte) bool {
	cells := countWhere(value, solver.IsCell)
	return cells >= solver.Cells/2 && 2*cells > len(value)
}
