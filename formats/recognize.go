package formats

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// recognize returns the requested format, or the format that the name and the contents indicate.
func (h *head) recognize() (Format, error) {
	if h.options.Format != Auto {
		return h.options.Format, nil
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

// bestTable makes a table for each possible delimiter, and returns the first table with the highest
// score. If no score is positive, it returns nil.
func (h *head) bestTable(score func(*table) int) (best *table) {
	most := 0
	for _, delimiter := range h.possibleDelimiters() {
		t := h.table(delimiter)
		if n := score(t); n > most {
			best, most = t, n
		}
	}
	return best
}

// csvTable returns the table to use when the text is read as CSV, and reports whether the text is
// CSV. If several tables are CSV, the best table is the one with the most rows that hold grids.
// Ties are decided, in this order, by a known name in the header, the most valid rows, the most
// columns of grids, and several fields that are not separated by spaces or colons.
func (h *head) csvTable() (best *table, isTable bool) {
	is := func(t *table) bool {
		return t.isTable(h.puzzleLines) && (h.options.Results == IgnoreResults || t.named || t.delimiter == ':')
	}
	best = h.bestTable(func(t *table) (score int) {
		isSplit := t.fields > 1 && t.delimiter != scan.Spaces && t.delimiter != ':'
		for _, part := range []int{int(toNumber(is(t))), t.gridRows, int(toNumber(t.named)), t.fitting, t.gridColumns(), int(toNumber(isSplit))} {
			const base = 1 << 9 // greater than each part, because parts are limited
			score = score*base + min(part, base-1)
		}
		return 1 + score
	})
	return best, best != nil && is(best)
}

// possibleDelimiters returns the delimiter that an option specifies, or the tab if the text has
// tabs and the name indicates TSV. Otherwise, it returns the comma and all other delimiters that
// occur in the text. The comma need not occur, because a table with one column has no delimiters.
func (h *head) possibleDelimiters() []byte {
	switch {
	case h.options.Delimiter != 0:
		return []byte{h.options.Delimiter}
	case h.options.Format == TSV, h.promised == TSV && bytes.IndexByte(h.text, '\t') >= 0:
		return []byte{'\t'}
	}
	return slices.DeleteFunc(slices.Clone(delimiters), func(d byte) bool {
		return d != ',' && bytes.IndexByte(h.text, scan.Separator(d)) < 0
	})
}

// holdsTable reports whether the text is a table. If a line with a known column name precedes
// nine-line grids without quotes, the line is a title, and the text is not a table.
func (h *head) holdsTable() bool {
	t, isTable := h.csvTable()
	return isTable && (t.gridRows > 0 || t.spansLines() || !h.holdsGridLines())
}

// spansLines reports whether any field has several lines.
func (t *table) spansLines() bool {
	hasLines := func(field []byte) bool { return bytes.IndexByte(field, '\n') >= 0 }
	return slices.ContainsFunc(t.rows, func(row [][]byte) bool { return slices.ContainsFunc(row, hasLines) })
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
