package formats

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// namesColumns reports whether a first row is a header: no value in it is a grid,
// and there is a letter in it, or its values number the columns. Any other row
// is taken for data, since a row may be bad but must not be lost.
func namesColumns(row [][]byte) bool {
	if slices.ContainsFunc(row, gridtext.IsLikeGrid) {
		return false
	}
	if len(row) > 1 && len(row[0]) == 0 { // the index of a data frame has no name
		row = row[1:]
	}
	numbered := make([]bool, len(row)+1)
	distinct := 0
	for _, field := range row {
		if bytes.ContainsFunc(field, unicode.IsLetter) {
			return true
		}
		if n, err := strconv.Atoi(string(field)); err == nil && n >= 0 && n < len(numbered) && !numbered[n] {
			numbered[n] = true
			distinct++
		}
	}
	return distinct == len(row)
}

// delimiterOf returns what separates the fields of the first row: a comma,
// semicolon, tab or bar, or 0. Of several it is the one that sets grids apart in
// the first lines, or else the one that comes first. Where there is none, a space may
// separate puzzles from their answers.
func delimiterOf(text []byte) byte {
	found := delimitersOf(text)
	for _, delimiter := range found {
		lines := 0
		for line := range bytes.Lines(text) {
			if line = bytes.TrimRight(line, "\r\n"); len(line) == 0 {
				continue
			}
			fields := scan.FieldsOf(line, delimiter)
			for fields.Next() {
				if grid, _ := gridtext.IsGrid(scan.AppendUnquoted(nil, fields.Field)); grid {
					return delimiter
				}
			}
			if lines++; lines == 10 {
				break
			}
		}
	}
	if len(found) == 0 && answersBehindSpaces(text) {
		return ' '
	}
	return append(found, 0)[0]
}

// answersBehindSpaces reports whether most of the first lines are a puzzle and its answer, and
// all have as many fields between spaces. The first may be a header, whose names are enough.
func answersBehindSpaces(text []byte) bool {
	answered, seen, fields, named := 0, 0, 0, false
	for line := range firstLines(text) {
		values := bytes.Split(bytes.TrimRight(line, " "), []byte{' '})
		if seen > 0 && len(values) != fields {
			return false
		}
		fields = len(values)
		if seen == 0 && fields > 1 && !slices.ContainsFunc(values, gridtext.IsLikeGrid) {
			named = len(byName(strings.Fields(string(line)), puzzleNames, true)) > 0
		}
		if holdsAnswer(values) {
			answered++
		}
		seen++
	}
	return 2*answered > seen || seen == 2 && answered == 1 || named && seen > 1
}

// delimitersOf lists what may separate fields in the first row, outside quotes,
// in the order of appearance.
func delimitersOf(text []byte) (found []byte) {
	quoted := false
	for _, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case !quoted && c == '\n':
			return found
		case !quoted && bytes.IndexByte([]byte(",;\t|"), c) >= 0 && bytes.IndexByte(found, c) < 0:
			found = append(found, c)
		}
	}
	return found
}

// firstRows is what the first bytes of a file hold, row by row.
type firstRows struct {
	rows sample
	// header is the first row's fields as they stand, quotes included, if it can
	// be split at all; length and lines say where the row after it starts.
	header []string
	length int
	lines  int64
}

// firstRows splits the rows in the first bytes of the file.
func (s *csvSource) firstRows(head []byte) firstRows {
	var first firstRows
	var b *scan.Block
	b, first.length, first.lines = s.lines.Sample(head, sampleRows+1)
	for i := range b.Rows {
		var values [][]byte
		var raw []string
		fields := scan.FieldsOf(b.Row(i), s.delimiter)
		for fields.Next() {
			raw = append(raw, string(fields.Field))
			values = append(values, scan.AppendUnquoted(nil, fields.Field))
		}
		if fields.Bad || len(b.Row(i)) > scan.MaxRow {
			continue
		}
		first.rows = append(first.rows, values)
		if i == 0 {
			first.header = raw
		}
	}
	return first
}

// holdsLists reports whether a column's first grid is written as a list.
func holdsLists(rows sample, column int) bool {
	for _, row := range rows {
		if column < len(row) && column >= 0 {
			if grid, _ := gridtext.IsGrid(row[column]); grid {
				return len(bytes.TrimSpace(row[column])) != solver.Cells
			}
		}
	}
	return false
}
