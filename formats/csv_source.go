package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// csvSource reads rows of fields between delimiters, quoted where they need it
// (RFC 4180). A field's text is kept as it stands, quotes included.
type csvSource struct {
	textSource
	delimiter byte
	hasHeader bool
	columns   []string
	roles     Roles
	results   ResultsUse
	readback  []Column       // the last columns, where a result is read
	kept      int            // how many columns pass through
	uses      []scan.Column  // what becomes of each column's fields; those kept are noted, then those read back
	simple    *scan.RowShape // of rows that are parsed many at once
}

func newCSVSource(t textSource, head []byte, format Format, o *ReadOptions) (source, error) {
	if err := refuseOldLineEnds(t.lines, head); err != nil {
		return nil, err
	}
	s := &csvSource{textSource: t, delimiter: o.Delimiter, results: o.Results}
	if t.layout != nil && t.layout.Delimiter != 0 {
		s.delimiter = t.layout.Delimiter
	}
	if s.delimiter == 0 && format == TSV {
		s.delimiter = '\t'
	}
	if s.delimiter == 0 {
		s.delimiter = cmp.Or(delimiterOf(head), ',')
	}
	s.lines.Delimiter = s.delimiter
	s.lines.Skip = func(line []byte, _ bool) bool { return len(line) == 0 }

	first := s.firstRows(head)
	rows, raw := first.rows, first.header
	if len(rows) == 0 {
		passed := s.lines.Offset() + int64(len(head))
		if bytes.IndexByte(head, '"') < 0 {
			return nil, fmt.Errorf("no row in the first %d bytes can be read as CSV, as the first line is longer than a row may be", passed)
		}
		return nil, option.Errorf(option.Quotes, "no row in the first %d bytes can be read as CSV, as quotes do not match", passed)
	}
	if n := len(rows[0]); n > maxColumns {
		return nil, fmt.Errorf("%w; write fewer a row", tooManyColumns(n))
	}
	s.hasHeader = raw != nil && namesColumns(rows[0])
	if s.hasHeader {
		for i, name := range rows[0] {
			s.columns = append(s.columns, cmp.Or(string(name), fmt.Sprintf("column_%d", i+1)))
		}
		rows = rows[1:]
		s.lines.Pass(first.length, first.lines)
	} else {
		raw = nil
		for i := range rows[0] {
			s.columns = append(s.columns, fmt.Sprintf("column_%d", i+1))
			raw = append(raw, s.columns[i])
		}
	}
	var err error
	if s.roles, s.readback, err = chooseOfResult(s.columns, s.hasHeader, rows, o); err != nil {
		s.noteDelimiter(err, s.delimiter)
		if len(rows) == 0 && !s.lines.AtEOF() && o.Column == "" {
			err = fmt.Errorf("%w; behind the header stand more than %d bytes without a row: remove the empty lines", err, scan.MaxSample)
		}
		return nil, err
	}
	if err := s.setSchema(o, raw, rows); err != nil {
		return nil, err
	}
	return s, nil
}

// setSchema decides which columns pass through and which fields to note.
func (s *csvSource) setSchema(o *ReadOptions, raw []string, rows sample) error {
	firstReadback := len(s.columns) - len(s.readback)
	chosen, err := o.Keep.choose(s.columns[:firstReadback])
	if err != nil {
		return err
	}
	names := s.columns
	if o.first != nil && s.hasHeader {
		chosen, names = o.first.align(chosen, s.columns, s.roles)
	}
	s.kept = len(chosen)
	s.info.Columns, s.info.Roles = s.columns, s.roles
	s.info.HasAnswers = s.roles.Answer >= 0
	s.info.CarriesPuzzle = slices.Contains(chosen, s.roles.Puzzle) && !holdsLists(rows, s.roles.Puzzle)
	s.info.Results = setOf(s.readback)
	s.info.Generated = o.Results == TakeResults && s.info.Results.Has(MinimalColumn)
	s.info.delimiter = s.delimiter
	s.info.wholeRows = len(chosen) == len(s.columns) && slices.IsSorted(chosen)
	for _, c := range chosen {
		s.info.Kept = append(s.info.Kept, Field{Name: names[c], raw: raw[c]})
	}
	for c := range s.columns {
		use := scan.Column{Note: slices.Index(chosen, c), Puzzle: c == s.roles.Puzzle, Answer: c == s.roles.Answer}
		if c >= firstReadback {
			use.Note = s.kept + c - firstReadback
		}
		s.uses = append(s.uses, use)
	}
	s.simple = scan.NewRowShape(s.uses, s.delimiter)
	return nil
}

func (s *csvSource) read(b *Batch, limit int) error {
	b.block.Noted = s.kept + len(s.readback)
	from := b.Len()
	line, err := s.fill(b, limit)
	b.addSegment(s, from, len(b.block.Rows), line)
	return err
}

func (s *csvSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return s.appendColumn(dst, b, i, s.roles.Puzzle)
}

func (s *csvSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	return s.appendColumn(dst, b, i, len(s.columns)-len(s.readback)+slices.Index(s.readback, c))
}

// appendColumn appends what a column's field of row i says, if the row has it.
func (s *csvSource) appendColumn(dst []byte, b *Batch, i, wanted int) []byte {
	fields := scan.FieldsOf(b.block.Row(i), s.delimiter)
	for column := 0; fields.Next(); column++ {
		if column == wanted {
			return append(dst, b.unquoted(fields.Field)...)
		}
	}
	return dst
}

func (s *csvSource) describe(info *Info) {
	info.Format, info.Compression, info.Layout = CSV, s.compressionName(), s.layoutName()
	if s.delimiter == '\t' {
		info.Format = TSV
	}
	info.Delimiter, info.HasHeader, info.Roles = s.delimiter, s.hasHeader, s.roles
	for _, name := range s.columns {
		info.Columns = append(info.Columns, ColumnInfo{name, scan.Text.String()})
	}
}

// emptySource is a file of text without even a header. It has no columns, and so no schema.
type emptySource struct{ source }

func (*emptySource) schema() *Schema        { return nil }
func (*emptySource) read(*Batch, int) error { return io.EOF }
