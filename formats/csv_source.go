package formats

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// csvSource reads rows of delimited fields, which can be quoted (RFC 4180). It keeps fields
// unchanged, including quotes.
type csvSource struct {
	textSource
	readback []Column // result columns, which come last in each row; nil if the input is not a result
	fieldOf  []int    // for each column, the index of its field in a row of scan.Block.Fields, or -1 if the field is not needed later; kept fields come first
}

func newCSVSource(t textSource, h *head) (source, error) {
	o := h.options
	first := h.csvTable()
	if o.Results != IgnoreResults && !first.named {
		return newResultText(t, h)
	}
	switch {
	case first.fields == 0:
		return nil, option.Errorf(option.Quotes, "none of its first rows can be read as CSV: quotes do not match, or the first line is too long")
	case first.fields > maxColumns:
		return nil, tooManyColumns(first.fields)
	}
	s, raw, err := newTableSource(t, first, o)
	if err != nil {
		return nil, err
	}
	if s.info.Format = CSV; first.delimiter == '\t' {
		s.info.Format = TSV
	}
	p, err := s.info.plan(s.info.Columns, first.hasHeader, first.data(), o)
	switch {
	case err != nil && o.Format == Auto && !first.hasHeader && 2*first.gridRows < h.puzzleLines:
		return nil, option.Errorf(option.Recognition, "it looks like text and not like CSV: its lines hold puzzles, but its columns do not")
	case err != nil:
		return nil, err
	}
	s.info.CarriesPuzzle = s.info.CarriesPuzzle && !o.LeftPad
	s.setColumns(p, raw)
	return s, nil
}

// newResultText returns a source for lines of the form puzzle:count:solution, without a header.
func newResultText(t textSource, h *head) (source, error) {
	o, first := h.options, h.table(':')
	switch {
	case first.fields != 3:
		return nil, errors.New("this is not a gridmill result: it has neither the columns of a result nor lines of the form puzzle:count:solution")
	case o.Results == TakeResults:
		return nil, option.Misuse(option.Results, "lines of text have no verdicts; use a result in another format, such as CSV or Parquet")
	}
	s, raw, err := newTableSource(t, first, o)
	if err != nil {
		return nil, err
	}
	readback := []Column{CountColumn, SolutionColumn}
	s.info.Roles, s.info.ResultColumns = Roles{Answer: -1, PuzzleWhy: byValues}, setOf(readback)
	s.setColumns(columnPlan{readback: readback, firstReadback: 1}, raw)
	return s, nil
}

// newCellSource returns a source for CSV with one column for each of the 81 cells of a puzzle. If
// the file has answers, they take another 81 columns. Other columns pass through. In the Schema,
// Roles holds the first column of each grid.
func newCellSource(t textSource, h *head) (source, error) {
	first := h.cellTable()
	if first == nil {
		return nil, option.Misuse(option.InputFormat, "it does not have 81 adjacent columns with one cell each")
	}
	o := h.options
	s, raw, err := newTableSource(t, first, o)
	if err != nil {
		return nil, err
	}
	s.info.HasHeader = first.hasHeader
	if err = s.chooseCells(first, o); err != nil {
		return nil, err
	}
	if o.rejectsFull(o.Column != "", first.stats) && first.openGrids(s.info.Roles.Puzzle) == 0 {
		return nil, o.errorOnFull(option.AllGrids, "")
	}
	p, err := s.info.planWith(nil, o)
	if err != nil {
		return nil, err
	}
	s.setColumns(p, raw)
	return s, nil
}

// newTableSource returns a source with first's delimiter and column names. raw holds the names as
// written. An unnamed column is named after its position, as in column_1.
func newTableSource(t textSource, first *table, o *ReadOptions) (s *csvSource, raw []string, err error) {
	if o.Fields > 0 && first.fields != o.Fields {
		return nil, nil, option.Misuse(option.Fields, "the number of names in its header is %d, but the number of fields was set to %d", first.fields, o.Fields)
	}
	s = &csvSource{textSource: t}
	s.info.Delimiter, s.lines.Delimiter = first.delimiter, first.delimiter
	if s.lines.Skip = scan.IsEmpty; first.delimiter != scan.Spaces {
		s.lines.Fields = first.fields
	}
	s.lines.Enclosed = func(number int64) { o.LeftOut.addLine(EnclosedRows, s.path, number) }
	for i := range first.fields {
		name := fmt.Sprintf("column_%d", i+1)
		written := name
		if first.hasHeader && i < len(first.raw) {
			written = first.raw[i]
			name = cmp.Or(string(first.rows[0][i]), name)
		}
		raw = append(raw, written)
		s.info.Columns = append(s.info.Columns, name)
	}
	if first.hasHeader {
		s.lines.Pass(first.length, first.lines)
	}
	return s, raw, nil
}

// setColumns records how each column is used, and which columns pass through.
func (s *csvSource) setColumns(p columnPlan, raw []string) {
	s.readback = p.readback
	s.info.wholeRows = len(p.chosen) == len(s.info.Columns) && slices.IsSorted(p.chosen)
	for _, c := range p.chosen {
		s.info.Kept = append(s.info.Kept, Field{Name: p.names[c], column: c, raw: raw[c]})
	}
	for c := range s.info.Columns {
		field := slices.Index(p.chosen, c)
		if c >= p.firstReadback {
			field = len(p.chosen) + c - p.firstReadback
		}
		s.fieldOf = append(s.fieldOf, field)
	}
}

func (s *csvSource) read(b *Batch, limit int) error {
	b.block.FieldsPerRow = len(s.info.Kept) + len(s.readback)
	return s.fill(s, s.lines, b, limit)
}

func (s *csvSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	if s.info.Format == Cells {
		return s.appendColumns(dst, b, i, s.info.Roles.Puzzle, solver.Cells)
	}
	return s.appendColumns(dst, b, i, s.info.Roles.Puzzle, 1)
}

func (s *csvSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	return s.appendColumns(dst, b, i, len(s.fieldOf)-len(s.readback)+slices.Index(s.readback, c), 1)
}

// appendColumns appends the fields of row i in columns [first, first+n), without quotes. A missing
// field adds nothing.
func (s *csvSource) appendColumns(dst []byte, b *Batch, i, first, n int) []byte {
	fields := scan.FieldsOf(b.block.Row(i), s.info.Delimiter)
	for column := 0; column < first+n && fields.Next(); column++ {
		if column >= first {
			dst = scan.AppendUnquoted(dst, fields.Field)
		}
	}
	return dst
}
