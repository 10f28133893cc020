package formats

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// csvSource reads rows of fields between delimiters, quoted where they need it (RFC 4180).
// A field's text is kept as it is, quotes included.
type csvSource struct {
	textSource
	columns  []string
	results  ResultsUse
	readback []Column       // the last columns, if a result is read
	kept     int            // number of columns that pass through
	uses     []scan.Column  // what to do with each column's fields; the kept ones are noted first, then those read back
	simple   *scan.RowShape // of rows that are parsed many at a time
}

func newCSVSource(t textSource, h *head, promised Format) (source, error) {
	o, first := h.options, h.csvTable(promised)
	s := &csvSource{textSource: t, results: o.Results}
	s.info.Delimiter = first.delimiter
	if s.info.Format = CSV; first.delimiter == '\t' {
		s.info.Format = TSV
	}
	s.lines.Delimiter = first.delimiter
	s.lines.Skip = func(line []byte, _ bool) bool { return len(line) == 0 }
	if err := s.checkTable(first); err != nil {
		return nil, err
	}
	raw := s.nameColumns(first)
	p, err := s.info.plan(s.columns, first.hasHeader, first.data(), o)
	if err != nil {
		return nil, err
	}
	s.info.CarriesPuzzle = s.info.CarriesPuzzle && !o.LeftPad
	s.setColumns(p, raw)
	return s, nil
}

// checkTable returns an error if a text does not start with a row, or has too many columns.
func (s *csvSource) checkTable(first *table) error {
	if len(first.rows) == 0 {
		return option.Errorf(option.Quotes, "no row in its first bytes can be read as CSV: quotes do not match, or the first line is too long")
	}
	if n := first.fields; n > maxColumns {
		return fmt.Errorf("%w; write fewer columns", tooManyColumns(n))
	}
	return nil
}

// nameColumns takes the names of columns from the header, or numbers them. It returns the names as
// the file writes them.
func (s *csvSource) nameColumns(first *table) (raw []string) {
	for i := range first.fields {
		name := fmt.Sprintf("column_%d", i+1)
		written := name
		if first.hasHeader && i < len(first.raw) {
			written = first.raw[i]
			name = cmp.Or(string(first.rows[0][i]), name)
		}
		raw = append(raw, written)
		s.columns = append(s.columns, name)
	}
	if first.hasHeader {
		s.lines.Pass(first.length, first.lines)
	}
	return raw
}

// setColumns notes which columns pass through, and plans which fields to note.
func (s *csvSource) setColumns(p columnPlan, raw []string) {
	s.readback, s.kept = p.readback, len(p.chosen)
	s.info.wholeRows = len(p.chosen) == len(s.columns) && slices.IsSorted(p.chosen)
	for _, c := range p.chosen {
		s.info.Kept = append(s.info.Kept, Field{Name: p.names[c], raw: raw[c]})
	}
	for c := range s.columns {
		use := scan.Column{Note: slices.Index(p.chosen, c), Puzzle: c == s.info.Roles.Puzzle, Answer: c == s.info.Roles.Answer}
		if c >= p.firstReadback {
			use.Note = s.kept + c - p.firstReadback
		}
		s.uses = append(s.uses, use)
	}
	s.simple = scan.NewRowShape(s.uses, s.info.Delimiter)
}

func (s *csvSource) read(b *Batch, limit int) error { return s.readAs(s, b, limit) }

// readAs reads rows that a parser parses.
func (s *csvSource) readAs(parser rowParser, b *Batch, limit int) error {
	b.block.Noted = s.kept + len(s.readback)
	from := b.Len()
	line, err := s.fill(b, limit)
	b.addSegment(parser, from, len(b.block.Rows), line)
	return err
}

func (s *csvSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return s.appendColumn(dst, b, i, s.info.Roles.Puzzle)
}

func (s *csvSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	return s.appendColumn(dst, b, i, len(s.columns)-len(s.readback)+slices.Index(s.readback, c))
}

// appendColumn appends the content of a column's field of row i, if the row has it.
func (s *csvSource) appendColumn(dst []byte, b *Batch, i, wanted int) []byte {
	fields := scan.FieldsOf(b.block.Row(i), s.info.Delimiter)
	for column := 0; fields.Next(); column++ {
		if column == wanted {
			return append(dst, b.unquoted(fields.Field)...)
		}
	}
	return dst
}

// emptySource is a file of text without even a header. It has no columns, and so no schema.
type emptySource struct{ source }

func (*emptySource) schema() *Schema        { return nil }
func (*emptySource) read(*Batch, int) error { return io.EOF }

// holdsLists reports whether a column's first grid is written as a list.
func holdsLists(rows sample, column int) bool {
	for _, row := range rows {
		if column < len(row) && column >= 0 {
			var g solver.Grid
			if gridtext.Parse(&g, row[column]).Kind == gridtext.NoReason {
				return len(row[column]) != solver.Cells
			}
		}
	}
	return false
}
