package formats

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// A lineKind is the kind of a line in a file of nine-line grids.
type lineKind int

const (
	gridLine    lineKind = iota // nine cells, or a row of a spreadsheet with nine columns
	damagedLine                 // nearly nine cells: a line of a grid with an extra, missing or invalid cell
	puzzleLine                  // a whole puzzle
	frameLine                   // part of a frame
	emptyLine
	emptyFields // nine empty fields of a spreadsheet
	otherLine   // a title or a comment
)

// A gridReader determines the kinds of lines in a file of nine-line grids.
type gridReader struct {
	// blanks holds the marks for blanks in the file. A line without digits is part of a frame if it
	// could be one and has none of these marks.
	blanks string
}

// gridReader returns the gridReader of a file that starts with h. If no option names the marks for
// blanks, they are those that occur in at least a tenth of the grid lines with digits. If there are
// none, the mark is 0, which cannot draw frames.
func (h *head) gridReader() (r gridReader) {
	if h.options.Blanks != "" {
		return gridReader{h.options.Blanks}
	}
	lines := slices.DeleteFunc(h.lines(), func(line []byte) bool {
		cells, _, _, others := countCharacters(line)
		return cells != 9 || others > 0 || !bytes.ContainsAny(line, "123456789")
	})
	for _, mark := range solver.Blanks {
		used := countWhere(lines, func(line []byte) bool { return bytes.ContainsRune(line, mark) })
		if used > 0 && oddShare*used >= len(lines) {
			r.blanks += string(mark)
		}
	}
	r.blanks = cmp.Or(r.blanks, "0")
	return r
}

func (r gridReader) kindOf(line []byte) lineKind {
	cells, frames, drawings, others := countCharacters(line)
	if cells < 9 && others == 0 {
		if _, isRow := sheetRow(line); isRow && cells > 0 {
			return gridLine
		} else if isRow {
			return emptyFields
		}
	}
	switch isNine := cells == 9 && others == 0; {
	case isNine && frames == 0 && bytes.ContainsAny(line, r.blanks):
		return gridLine
	case len(bytes.TrimSpace(line)) == 0:
		return emptyLine
	case others == 0 && !bytes.ContainsAny(line, "1234567890xX?,;!\""):
		return frameLine
	case isNine:
		return gridLine
	}
	// A line with several marks that are not blanks, such as the date 2024-12-31, is not part of a
	// grid.
	isUnused := func(c byte) bool {
		return strings.IndexByte(solver.Blanks, c) >= 0 && strings.IndexByte(r.blanks, c) < 0
	}
	if line[0] != '#' && cells >= 7 && drawings == 0 && cells+others <= 11 && others+countWhere(line, isUnused) <= 1 {
		return damagedLine
	}
	if _, words := findWords(line, isPuzzleWord); words == 1 {
		return puzzleLine
	}
	return otherLine
}

// sheetRow returns the cells of a row of a spreadsheet with nine columns, and reports whether a
// line is such a row. An empty field is a blank.
func sheetRow(line []byte) (cells [9]byte, isRow bool) {
	line = bytes.TrimRight(line, "\r\n")
	for _, delimiter := range []byte(",;\t") {
		fields, n := scan.FieldsOf(line, delimiter), 0
		for isRow = true; isRow && fields.Next(); n++ {
			if isRow = n < len(cells); isRow {
				cells[n], isRow = cellIn(fields.Field)
			}
		}
		if isRow && n == len(cells) {
			return cells, true
		}
	}
	return cells, false
}

// holdsOnlyFullLines reports whether all grid lines consist of nine digits.
func (r gridReader) holdsOnlyFullLines(lines [][]byte) bool {
	return !slices.ContainsFunc(lines, func(line []byte) bool {
		cells, _, _, _ := countCharacters(line)
		kind := r.kindOf(line)
		return kind == damagedLine || kind == gridLine && (cells < 9 || bytes.ContainsAny(line, solver.Blanks))
	})
}

// countCharacters counts cells, ASCII frame characters, Unicode box-drawing characters and other
// characters in a line. It ignores separators. A character that can be a blank counts as a cell.
func countCharacters(line []byte) (cells, frames, drawings, others int) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case solver.IsCell(c):
			cells++
		case c == ' ', c == '\n', c == '|', c == ',', strings.IndexByte("\r\t;:!\"", c) >= 0:
		case c == '+' || c == '=':
			frames++
		case c == 0xe2 && i+2 < len(line) && (line[i+1] == 0x94 || line[i+1] == 0x95): // U+2500 to U+257F
			drawings++
			i += 2
		default:
			others++
		}
	}
	return cells, frames, drawings, others
}
