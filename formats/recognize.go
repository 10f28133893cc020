package formats

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// recognize returns the requested format, or the format that the name and the contents indicate.
func (h *head) recognize() (Format, error) {
	switch {
	case h.options.Format != Auto:
		return h.options.Format, nil
	case h.options.Results != IgnoreResults:
		return CSV, nil
	}
	for f, row := range slices.Backward(formatTable[:]) {
		if row.recognizes != nil && (!h.isCSV() || !row.isLines) && row.recognizes(h) {
			return Format(f), nil
		}
	}
	if h.isCSV() { // no column looks like puzzles, but an option can name the column of puzzles
		return CSV, nil
	}
	line, _, _ := bytes.Cut(h.text, []byte("\n"))
	return Auto, option.Errorf(option.Recognition, "its format is not recognized; line %d is %.60q", h.cutter.Line(), bytes.TrimRight(line, "\r"))
}

// isCSV reports whether the file name or an option indicates CSV.
func (h *head) isCSV() bool {
	return h.promised == CSV || h.promised == TSV || h.options.Delimiter != 0
}

// delimiters lists the possible delimiters of fields. The colon separates fields in the text that
// gridmill writes.
var delimiters = []byte{',', ';', '\t', '|', scan.Spaces, ':'}

// csvTable returns the table to use when the text is read as CSV. Among the tables of all possible
// delimiters, it prefers tables that are CSV (see isTable), then tables with a known name in the
// header, and then tables with the most rows that hold grids.
func (h *head) csvTable() *table {
	is := func(t *table) bool { return t.isTable(h.puzzleLines) }
	return slices.MaxFunc(h.possibleTables(), func(a, b *table) int {
		return cmp.Or(compareBools(is(a), is(b)), compareBools(a.named, b.named), cmp.Compare(a.gridRows, b.gridRows))
	})
}

func compareBools(a, b bool) int { return cmp.Compare(toNumber(a), toNumber(b)) }

// possibleTables returns a table for each possible delimiter. An option or the name of a TSV file
// can specify the delimiter. Otherwise, all delimiters that occur in the text are possible. The
// comma is always possible, because a table with one column has no delimiters.
func (h *head) possibleTables() []*table {
	switch {
	case h.options.Delimiter != 0:
		return []*table{h.table(h.options.Delimiter)}
	case h.options.Format == TSV, h.promised == TSV && bytes.IndexByte(h.text, '\t') >= 0:
		return []*table{h.table('\t')}
	}
	var tables []*table
	for _, d := range delimiters {
		if d == ',' || bytes.IndexByte(h.text, scan.Separator(d)) >= 0 {
			tables = append(tables, h.table(d))
		}
	}
	return tables
}

// holdsPuzzleLine reports whether any of the first lines holds a puzzle or a damaged puzzle.
func (h *head) holdsPuzzleLine() bool {
	holdsDamaged := func(line []byte) bool {
		_, words := findWords(line, isDamagedPuzzle)
		return words == 1
	}
	return h.puzzleLines > 0 || slices.ContainsFunc(h.lines(), holdsDamaged)
}

// isDamagedPuzzle reports whether a word has about 81 characters, most of them cells, and at least
// ten digits. A line of dots in a table of contents has fewer digits.
func isDamagedPuzzle(word []byte) bool {
	digits := countWhere(word, func(c byte) bool { return c >= '1' && c <= '9' })
	return digits >= 10 && len(word) > solver.Cells-9 && len(word) < solver.Cells+9 && isLikeGrid(word)
}

// isLineOfPuzzle reports whether a line holds one puzzle, which may have lost leading zeros.
func (h *head) isLineOfPuzzle(line []byte) bool {
	var g solver.Grid
	_, words := findWords(line, isPuzzleWord)
	return words == 1 || words == 0 && parseValue(&g, line, h.options.LeftPad).Kind == gridtext.NoReason ||
		isLostZeros(line)
}

// holdsHoDoKu reports whether most of the first lines belong to a HoDoKu library.
func (h *head) holdsHoDoKu() bool {
	lines := h.lines()
	return 2*countWhere(lines, isLineOfHoDoKu) > len(lines)
}

// holdsGridLines reports whether most of the first lines are undamaged lines of nine-line grids. It
// ignores frames.
func (h *head) holdsGridLines() bool {
	rows, others := 0, 0
	r := h.gridReader()
	for _, line := range h.lines() {
		switch r.kindOf(line) {
		case gridLine:
			rows++
		case otherLine, puzzleLine, damagedLine:
			others++
		}
	}
	return rows > others
}
