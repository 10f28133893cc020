package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// recognize returns the requested format. Without a request, the name and the contents decide.
func (h *head) recognize() (Format, error) {
	switch {
	case h.options.Format != Auto:
		return h.options.Format, nil
	case h.options.Results != IgnoreResults:
		return CSV, nil
	}
	for f, row := range slices.Backward(formatTable[:]) {
		if row.recognizes != nil && (!h.isCSV() && !h.hasSpans || !row.isLines) && row.recognizes(h) {
			return Format(f), nil
		}
	}
	if h.isCSV() { // no column looks like puzzles, but an option can name the column of puzzles
		return CSV, nil
	}
	line, _, _ := bytes.Cut(h.text, []byte("\n"))
	is := "is"
	if _, words := findPuzzle(line); words > 1 {
		is = fmt.Sprintf("has %d puzzles that are not CSV fields:", words)
	}
	return Auto, option.Errorf(option.Recognition, "the format is not recognized; line %d %s %.60q", h.cutter.Line(), is, bytes.TrimRight(line, "\r"))
}

// isCSV reports whether the file name or an option indicates CSV.
func (h *head) isCSV() bool {
	return h.expected == CSV || h.expected == TSV || h.options.Delimiter != 0
}

// delimiters lists the possible delimiters of fields. The colon is for gridmill's text output.
var delimiters = []byte{',', ';', '\t', '|', scan.Spaces, ':'}

// isResultLine reports whether a line, split at colons, has the form puzzle:count:solution.
func isResultLine(fields [][]byte) bool {
	return len(fields) == 3 && len(fields[1]) > 0 && len(bytes.Trim(fields[1], "0123456789")) == 0
}

// holdsCSV reports whether a text is CSV with a column of puzzles.
func holdsCSV(h *head) bool { return h.csvTable().isTable(h.puzzleLines) }

// csvTable returns the table to use for CSV. It prefers, in this order: a column that an option
// names, isTable, a known name in the header, records of several lines, more grids, more rows.
func (h *head) csvTable() *table {
	rank := func(t *table) int32 {
		isRequested := h.options.Column != "" && t.hasHeader && indexOfName(t.names(), h.options.Column) >= 0
		return 8*toNumber(isRequested) + 4*toNumber(t.isTable(h.puzzleLines)) + 2*toNumber(t.named) + toNumber(t.spans)
	}
	return slices.MaxFunc(h.possibleTables(), func(a, b *table) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.gridRows, b.gridRows), cmp.Compare(a.valid, b.valid))
	})
}

// possibleTables returns a table for each possible delimiter. An option or the name of a TSV file
// can specify the delimiter. Otherwise, the comma is always possible, because a table with one
// column has no delimiters. The colon is possible only in gridmill's text output, and spaces only
// if no field has several lines. Any other delimiter is possible if it occurs in the text.
func (h *head) possibleTables() (tables []*table) {
	switch {
	case h.options.Delimiter != 0:
		return []*table{h.table(h.options.Delimiter)}
	case h.options.Format == TSV, h.expected == TSV && bytes.IndexByte(h.text, '\t') >= 0:
		return []*table{h.table('\t')}
	}
	for _, d := range delimiters {
		if d != ',' && bytes.IndexByte(h.text, scan.Separator(d)) < 0 || d == scan.Spaces && h.hasSpans {
			continue
		}
		if t := h.table(d); d != ':' || 2*countWhere(t.rows, isResultLine) > len(t.rows) {
			tables = append(tables, t)
		}
	}
	return tables
}
