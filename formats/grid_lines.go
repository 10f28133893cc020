package formats

import (
	"bytes"
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
	blankLine                   // nine empty fields of a spreadsheet, if such lines separate grids
	frameLine                   // part of a frame, or an empty line between bands
	emptyLine
	otherLine // a title or a comment
)

// A gridReader determines the kinds of lines in a file of nine-line grids.
type gridReader struct {
	// rules holds the characters that can be blanks elsewhere, but are parts of frames in this
	// file.
	rules [256]bool
	// unused holds the solver.Blanks that are rare or missing in the head's grid lines.
	unused [256]bool
	// bands is set if empty lines separate the bands of a grid.
	bands bool
	// gap is 1 if grids are separated by one frame line. It is 2 if grids are separated by two
	// lines that are empty or frame lines. Otherwise, gap is 0.
	gap int
	// blanks is set if lines of nine empty fields separate grids.
	blanks bool
}

// gridReader returns the gridReader of a file that starts with h. A blank character draws frames if
// it occurs in a line without digits, but in less than a tenth of the grid lines with digits.
func (h *head) gridReader() *gridReader {
	var fills [256]bool
	lines := 0        // number of grid lines with digits
	var used [256]int // for each blank character, how many of these lines have it
	for _, line := range h.lines() {
		digits := bytes.ContainsAny(line, "123456789")
		cells, _, _, others := countCharacters(line)
		isGridLine := digits && cells == 9 && others == 0
		lines += int(toNumber(isGridLine))
		for _, c := range []byte(solver.Blanks) {
			if bytes.IndexByte(line, c) >= 0 {
				fills[c] = fills[c] || !digits
				used[c] += int(toNumber(isGridLine))
			}
		}
	}
	r := new(gridReader)
	for _, c := range []byte(solver.Blanks) {
		r.unused[c] = oddShare*used[c] < max(lines, 1)
		r.rules[c] = fills[c] && r.unused[c]
	}
	r.findSeparators(h.text)
	return r
}

// findSeparators determines what separates the grids and bands at the start of a file. Empty lines
// separate bands if most blocks between empty lines have three lines. Frame lines separate grids if
// empty lines do not separate bands, and most blocks between frame lines have nine lines.
// Otherwise, pairs of empty or frame lines separate grids if most blocks between these pairs have
// nine lines. Lines of nine empty fields divide the grid lines into blocks. They separate grids if
// most grid lines are in blocks of whole grids. Otherwise, they count as damaged lines. If they
// counted as rows, a damaged grid could take its missing rows from the next grid.
func (r *gridReader) findSeparators(text []byte) {
	r.blanks = true
	var bands, single, double, blanks blockCount
	records, gap := 0, 0
	for line := range bytes.Lines(text) {
		kind := r.kindOf(line)
		if kind <= damagedLine {
			for _, c := range []*blockCount{&bands, &single, &double, &blanks} {
				c.lines++
			}
			gap = 0
			if records++; records == sampleRows {
				break
			}
			continue
		}
		if kind != frameLine {
			bands.end(3)
		}
		switch kind {
		case blankLine:
			blanks.endGrids()
		case frameLine, emptyLine:
			if gap++; gap == 1 && kind == frameLine {
				single.end(9)
			} else if gap == 2 {
				double.end(9)
			}
		}
	}
	r.bands = bands.usual > 1 && bands.areUsual()
	switch {
	case single.areUsual() && !r.bands:
		r.gap = 1
	case double.areUsual():
		r.gap = 2
	}
	hasBlankLines := blanks.all > 0
	if blanks.lines > 9 {
		blanks.endGrids()
	}
	r.blanks = hasBlankLines && records-blanks.lines > 2*blanks.other
}

// separators describes what findSeparators has found. It returns the empty string if only empty
// lines and text separate grids.
func (r *gridReader) separators() string {
	var found []string
	if r.bands {
		found = append(found, "empty lines between bands")
	}
	if r.gap > 0 {
		found = append(found, [...]string{1: "frame lines between grids", 2: "pairs of empty lines or frame lines between grids"}[r.gap])
	}
	if r.blanks {
		found = append(found, "lines of empty fields between grids")
	}
	return strings.Join(found, " and ")
}

// A blockCount counts the blocks of grid lines between separators of one kind.
type blockCount struct {
	lines int // number of lines of the current block
	usual int // number of blocks that have ended with the usual number of lines (see method end)
	all   int // number of blocks that have ended
	other int // total number of lines in the ended blocks that usual does not count
}

// end ends the current block, if any. size is the usual number of lines.
func (c *blockCount) end(size int) {
	if c.lines > 0 {
		c.all++
	}
	if c.lines == size {
		c.usual++
	} else {
		c.other += c.lines
	}
	c.lines = 0
}

// endGrids ends the current block. Any multiple of nine counts as the usual number of lines.
func (c *blockCount) endGrids() { c.end(max(9, c.lines-c.lines%9)) }

// areUsual reports whether more than half of the counted blocks have the usual number of lines.
func (c *blockCount) areUsual() bool { return 2*c.usual > c.all }

func (r *gridReader) kindOf(line []byte) lineKind {
	cells, frames, drawings, others := countCharacters(line)
	isNine := cells == 9 && others == 0
	if cells < 9 && others == 0 {
		switch _, isRow := sheetRow(line); {
		case isRow && cells == 0 && r.blanks:
			return blankLine
		case isRow && cells == 0:
			return damagedLine
		case isRow:
			return gridLine
		}
	}
	switch {
	case isNine && frames == 0 && !r.isRule(line):
		return gridLine
	case len(bytes.TrimSpace(line)) == 0 && !r.bands:
		return emptyLine
	case isFrame(line), len(bytes.TrimSpace(line)) == 0:
		return frameLine
	case isNine:
		return gridLine
	}
	// A line with several unused characters, such as the date 2024-12-31, is not part of a grid.
	isUnused := func(c byte) bool { return r.unused[c] }
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
func (r *gridReader) holdsOnlyFullLines(lines [][]byte) bool {
	for _, line := range lines {
		cells, _, _, _ := countCharacters(line)
		if kind := r.kindOf(line); kind == damagedLine || kind == gridLine && (cells < 9 || bytes.ContainsAny(line, solver.Blanks)) {
			return false
		}
	}
	return true
}

// isRule reports whether a line can be part of a frame: all its cell characters (see solver.IsCell)
// are in r.rules.
func (r *gridReader) isRule(line []byte) bool {
	for _, c := range line {
		if solver.IsCell(c) && !r.rules[c] {
			return false
		}
	}
	return true
}

// countCharacters counts cells, ASCII frame characters, Unicode box-drawing characters and other
// characters in a line. It ignores separators. A character that can be a blank counts as a cell.
func countCharacters(line []byte) (cells, frames, drawings, others int) {
	for i := 0; i < len(line); i++ {
		switch gridCharacters[line[i]] {
		case cellCharacter:
			cells++
		case separator:
		case frameCharacter:
			frames++
		default:
			if drawingAt(line[i:]) {
				drawings++
				i += 2
			} else {
				others++
			}
		}
	}
	return cells, frames, drawings, others
}

// The classes of characters in a line. Blanks that can also draw frames are cellCharacters.
const (
	foreign = iota
	cellCharacter
	separator      // can occur between cells and around them
	frameCharacter // always part of a frame
)

var gridCharacters = func() (classes [256]uint8) {
	for c := range classes {
		switch {
		case solver.IsCell(byte(c)):
			classes[c] = cellCharacter
		case bytes.IndexByte([]byte(" \t\r\n|,;:!\""), byte(c)) >= 0:
			classes[c] = separator
		case c == '+' || c == '=':
			classes[c] = frameCharacter
		}
	}
	return classes
}()

// drawingAt reports whether text starts with a Unicode box-drawing character, from U+2500 to
// U+257F. Such a character takes three bytes.
func drawingAt(text []byte) bool {
	return len(text) > 2 && text[0] == 0xe2 && (text[1] == 0x94 || text[1] == 0x95)
}

// isFrame reports whether a line has only white space and characters that can draw frames. Some of
// these characters, such as the dot, can also be blanks.
func isFrame(line []byte) bool {
	for i := 0; i < len(line); i++ {
		if drawingAt(line[i:]) {
			i += 2
		} else if bytes.IndexByte([]byte(" \t\r\n|+-=*_.:"), line[i]) < 0 {
			return false
		}
	}
	return true
}
