package scan

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
)

// A RowShape describes simple rows. A simple row has a field for each column. Its fields are
// unquoted or have matching quotes, and its grids have 81 characters.
type RowShape struct {
	columns   []Column
	delimiter byte
	merges    bool // consecutive delimiters count as one
	open      bool // any character that cannot be a cell ends the grid; quotes have no meaning
	unusable  bool // the delimiter is a cell or a quote
}

// A Column specifies what to do with the fields of a column.
type Column struct {
	Note           int // index of the field among the noted fields (see Block), or -1
	Puzzle, Answer bool
}

// NewRowShape returns the shape of CSV rows with the given columns. columns must not be empty.
func NewRowShape(columns []Column, delimiter byte) *RowShape {
	return &RowShape{columns: columns, delimiter: separator(delimiter), merges: delimiter == Spaces, unusable: solver.IsCell(delimiter) || delimiter == '"'}
}

// Lines is the shape of lines that start with a puzzle.
var Lines = &RowShape{columns: []Column{{Note: -1, Puzzle: true}}, open: true}

// Parse parses rows [from, end) of b up to the first row that is not simple. It returns the index
// of this row, or end if all rows are simple. It stores the grids of row i in puzzles[i] and, if
// there is a column of answers, in answers[i]. It stores the span of each noted field (see Block)
// in b.Fields. For the row that is not simple, the grids and spans are undefined.
func (s *RowShape) Parse(b *Block, from, end int, puzzles, answers []solver.Grid) int {
	if s.unusable {
		return from
	}
	for from < end && s.parseOne(b, from, puzzles, answers) {
		from++
	}
	return from
}

// parseOne parses a row if the row is simple, and reports whether it is.
func (s *RowShape) parseOne(b *Block, i int, puzzles, answers []solver.Grid) bool {
	row, text := b.Rows[i], b.Row(i)
	switch {
	case len(text) > MaxRow:
		return false
	case s.open && len(text) > solver.Cells && MayBeCell(text[solver.Cells]): // more than 81 cells
		return false
	case s.open:
		return len(text) >= solver.Cells && solver.ParseWord(&puzzles[i], text) < 0 && !IsRule(text[:solver.Cells])
	}
	fields := b.Fields[i*b.FieldsPerRow : (i+1)*b.FieldsPerRow]
	pos := 0 // past the end of text once all fields are read
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
		if length < 0 || length == 0 && s.merges {
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

// IsRule reports whether a value of 81 characters is blank or draws a rule between rows of a table.
// Such a value counts as empty, although each character could stand for a blank cell.
func IsRule(value []byte) bool {
	switch value[0] {
	case ' ', '-', '_', '*':
		return len(bytes.TrimLeft(value, " -_*")) == 0
	}
	return false
}

// MayBeCell reports whether a character may be a cell of a grid of any size. Letters are digits of
// larger grids.
func MayBeCell(c byte) bool {
	return solver.IsCell(c) || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// gridAt reads the field at the start of text as a grid. text is the rest of a row. If the field
// consists of 81 cells, with or without quotes, and is not a rule (see IsRule), gridAt returns its
// length. Otherwise, it returns -1, and may have changed g.
//
// The delimiter must be neither a cell nor a quote. gridAt therefore does not have to search for
// the end of the field. It does not skip spaces, because the delimiter may be a space.
func gridAt(g *solver.Grid, text []byte, delimiter byte) int {
	end, quotes := solver.Cells, 0
	if len(text) > 0 && text[0] == '"' {
		end, quotes = solver.Cells+2, 1
	}
	switch {
	case len(text) < end,
		len(text) > end && text[end] != delimiter,
		quotes > 0 && text[end-1] != '"',
		solver.ParseWord(g, text[quotes:]) >= 0,
		IsRule(text[quotes : quotes+solver.Cells]):
		return -1
	}
	return end
}
