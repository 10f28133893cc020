package scan

import (
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// A RowShape is the shape of simple rows: a field for each column, with matching quotes or without
// quotes, and grids of 81 characters.
type RowShape struct {
	columns   []Column
	delimiter byte
	open      bool // anything except a cell may follow the grid, and quotes have no meaning
	unusable  bool // cells of grids could be mistaken for delimiters
}

// A Column says what to do with the fields of a column.
type Column struct {
	Note           int // index of the field's place among the noted ones, or -1
	Puzzle, Answer bool
}

// NewRowShape returns the shape of rows of CSV with one or more columns.
func NewRowShape(columns []Column, delimiter byte) *RowShape {
	return &RowShape{columns: columns, delimiter: delimiter, unusable: solver.IsCell(delimiter) || delimiter == '"'}
}

// Lines is the shape of lines that start with a puzzle.
var Lines = &RowShape{columns: []Column{{Note: -1, Puzzle: true}}, open: true}

// Parse reads rows [from, to) of b, up to the first that is not simple, whose number it returns. It
// stores the grid of row i in puzzles[i] and, if there is a column for it, in answers[i], and the
// places of noted fields in b. It may have changed data of the row that it returns.
func (s *RowShape) Parse(b *Block, from, to int, puzzles, answers []solver.Grid) int {
	if s.unusable {
		return from
	}
	for from < to && s.parseOne(b, from, puzzles, answers) {
		from++
	}
	return from
}

// parseOne parses a row, if it is simple.
func (s *RowShape) parseOne(b *Block, i int, puzzles, answers []solver.Grid) bool {
	row, text := b.Rows[i], b.Row(i)
	switch {
	case len(text) > MaxRow:
		return false
	case s.open:
		return len(text) >= solver.Cells && !CellFollows(text) && solver.ParseWord(&puzzles[i], text) < 0
	}
	fields := b.Fields[i*b.Noted : (i+1)*b.Noted]
	pos := 0 // after the text, and a delimiter, once all fields are read
	for c := range s.columns {
		column := &s.columns[c]
		if pos > len(text) { // a field is missing
			return false
		}
		var length int
		switch {
		case column.Puzzle:
			length = gridAt(&puzzles[i], text[pos:], s.delimiter)
		case column.Answer:
			length = gridAt(&answers[i], text[pos:], s.delimiter)
		default:
			length = fieldAt(text[pos:], s.delimiter)
		}
		if length < 0 {
			return false
		}
		if column.Note >= 0 {
			start := row.Start + uint32(pos)
			fields[column.Note] = Span{start, start + uint32(length)}
		}
		pos += length + 1
	}
	return pos == len(text)+1
}

// CellFollows reports whether the 82nd character of a line may be a cell, so that the 81 before
// it are not all of a longer text of cells.
func CellFollows(line []byte) bool {
	return len(line) > solver.Cells && MayBeCell(line[solver.Cells])
}

// MayBeCell reports whether a character may be a cell of any grid, such as the letters that are
// digits of larger ones. All others separate words.
func MayBeCell(c byte) bool {
	return solver.IsCell(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf
}

// gridAt reads the field at the start of the rest of a row, if it is 81 cells, with or without
// quotes, and returns its length. Otherwise it returns -1, and may have changed g. The end of such
// a field need not be searched: all its characters are cells, so they are not delimiters or quotes.
// It requires that delimiters are neither cells nor quotes. It does not skip spaces, because the
// delimiter may be a space.
func gridAt(g *solver.Grid, text []byte, delimiter byte) int {
	end, quotes := solver.Cells, 0
	if len(text) > 0 && text[0] == '"' {
		end, quotes = solver.Cells+2, 1
	}
	switch {
	case len(text) < end,
		len(text) > end && text[end] != delimiter,
		quotes > 0 && text[end-1] != '"',
		solver.ParseWord(g, text[quotes:]) >= 0:
		return -1
	}
	return end
}
