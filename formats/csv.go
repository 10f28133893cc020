package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode"

	"github.com/gridmill/gridmill/solver"
)

// csvSource reads rows of fields between delimiters, quoted where they need it
// (RFC 4180). A field's text is kept as it stands, quotes included.
type csvSource struct {
	textSource
	delimiter byte
	hasHeader bool
	columns   []string
	roles     Roles
	// wanted are the columns whose fields a batch notes, in rising order, with
	// the place of each among the row's noted fields.
	wanted []wantedField
	kept   int // how many of them pass through
}

// wantedField says what becomes of a column's field.
type wantedField struct {
	column         int
	kept           int // index among the kept fields, or -1
	puzzle, answer bool
}

func newCSVSource(t textSource, head []byte, format Format, o *ReadOptions) (source, error) {
	s := &csvSource{textSource: t, delimiter: o.Delimiter}
	if s.delimiter == 0 && format == TSV {
		s.delimiter = '\t'
	}
	if s.delimiter == 0 {
		s.delimiter = cmp.Or(delimiterOf(bytes.TrimLeft(head, "\r\n")), ',')
	}
	s.lines.delimiter = s.delimiter
	s.lines.skip = func(line []byte, _ bool) bool { return len(line) == 0 }

	begin := s.beginning(head)
	rows, raw := begin.rows, begin.first
	if len(rows) == 0 {
		return nil, fmt.Errorf("no row in the first %d bytes can be read as CSV", len(head))
	}
	s.hasHeader = raw != nil && namesColumns(rows[0])
	if s.hasHeader {
		for i, name := range rows[0] {
			s.columns = append(s.columns, cmp.Or(string(name), fmt.Sprintf("column_%d", i+1)))
		}
		rows = rows[1:]
		s.lines.rest = s.lines.rest[begin.length:]
		s.lines.line += begin.lines
		s.lines.offset += int64(begin.length)
	} else {
		raw = nil
		for i := range rows[0] {
			s.columns = append(s.columns, fmt.Sprintf("column_%d", i+1))
			raw = append(raw, s.columns[i])
		}
	}
	var err error
	if s.roles, err = chooseRoles(s.columns, s.hasHeader, rows, o); err != nil {
		return nil, err
	}
	if err := s.setSchema(o, raw, rows); err != nil {
		return nil, err
	}
	return s, nil
}

// namesColumns reports whether a first row is a header: no value in it is a grid,
// and there is a letter in it, or its values number the columns. Any other row
// is taken for data, since a row may be bad but must not be lost.
func namesColumns(row [][]byte) bool {
	if slices.ContainsFunc(row, likeGrid) {
		return false
	}
	numbered := make([]bool, len(row)+1)
	distinct := 0
	for _, field := range row {
		if bytes.ContainsFunc(field, unicode.IsLetter) {
			return true
		}
		if n, err := strconv.Atoi(string(field)); err == nil && n >= 0 && n < len(numbered) && !numbered[n] {
			numbered[n] = true
			distinct++
		}
	}
	return distinct == len(row)
}

// delimiterOf returns what separates the fields of the first row: a comma,
// semicolon, tab or bar, or 0. Of several it is the one that sets grids apart in
// the first lines, or else the one that comes first.
func delimiterOf(text []byte) byte {
	found := delimitersOf(text)
	for _, delimiter := range found {
		lines := 0
		for line := range bytes.Lines(text) {
			fields := fieldsOf(bytes.TrimRight(line, "\r\n"), delimiter)
			for fields.next() {
				if grid, _ := isGrid(unquote(nil, fields.field)); grid {
					return delimiter
				}
			}
			if lines++; lines == 10 {
				break
			}
		}
	}
	return append(found, 0)[0]
}

// delimitersOf lists what may separate fields in the first row, outside quotes,
// in the order of appearance.
func delimitersOf(text []byte) (found []byte) {
	quoted := false
	for _, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case !quoted && c == '\n':
			return found
		case !quoted && bytes.IndexByte([]byte(",;\t|"), c) >= 0 && bytes.IndexByte(found, c) < 0:
			found = append(found, c)
		}
	}
	return found
}

// beginning is what the first bytes of a file hold, row by row.
type beginning struct {
	rows sample
	// first is the first row's fields as they stand, quotes included, if it can
	// be split at all; length and lines say how far the row after it is.
	first  []string
	length int
	lines  int64
}

// beginning splits the rows in the first bytes of the file.
func (s *csvSource) beginning(head []byte) beginning {
	probe := &cutter{in: bytes.NewReader(nil), rest: head, line: 1, skip: s.lines.skip, delimiter: s.delimiter, eof: s.lines.eof}
	b := NewBatch(sampleRows + 1)
	b.block = append(b.block, head...)
	var begin beginning
	begin.length = probe.cut(b, 0, 1, 1)
	begin.lines = probe.line - 1
	probe.cut(b, begin.length, sampleRows+1, 1)
	for i, r := range b.rows {
		var values [][]byte
		var raw []string
		fields := fieldsOf(b.text(r.span), s.delimiter)
		for fields.next() {
			raw = append(raw, string(fields.field))
			values = append(values, unquote(nil, fields.field))
		}
		if fields.bad || r.end-r.start > maxRow {
			continue
		}
		begin.rows = append(begin.rows, values)
		if i == 0 {
			begin.first = raw
		}
	}
	return begin
}

// setSchema decides which columns pass through and which fields to note.
func (s *csvSource) setSchema(o *ReadOptions, raw []string, rows sample) error {
	chosen, err := o.Keep.choose(s.columns)
	if err != nil {
		return err
	}
	s.kept = len(chosen)
	s.info.HasAnswers = s.roles.Answer >= 0
	s.info.CarriesPuzzle = slices.Contains(chosen, s.roles.Puzzle) && !holdsLists(rows, s.roles.Puzzle)
	s.info.delimiter = s.delimiter
	s.info.wholeRows = len(chosen) == len(s.columns) && slices.IsSorted(chosen)
	for _, c := range chosen {
		s.info.Kept = append(s.info.Kept, Field{Name: s.columns[c], raw: raw[c]})
	}
	for c := range s.columns {
		w := wantedField{c, slices.Index(chosen, c), c == s.roles.Puzzle, c == s.roles.Answer}
		if w.kept >= 0 || w.puzzle || w.answer {
			s.wanted = append(s.wanted, w)
		}
	}
	return nil
}

// holdsLists reports whether a column's first grid is written as a list.
func holdsLists(rows sample, column int) bool {
	for _, row := range rows {
		if column < len(row) && column >= 0 {
			if grid, _ := isGrid(row[column]); grid {
				return len(bytes.TrimSpace(row[column])) != solver.Cells
			}
		}
	}
	return false
}

func (s *csvSource) read(b *Batch, limit int) error { return s.fill(s, b, limit) }

// parse splits each row, notes the fields that pass through, and reads puzzle
// and answer.
func (s *csvSource) parse(b *Batch, g *segment) error {
	b.makeFields(g.to, s.kept)
	if s.info.HasAnswers {
		b.makeAnswers(g.to)
	}
	for i := g.from; i < g.to; i++ {
		if reason := s.parseRow(b, i); reason.kind != noReason {
			b.reject(i, reason)
		}
	}
	return nil
}

// makeFields makes room for the kept fields of rows up to n.
func (b *Batch) makeFields(n, kept int) {
	b.fields = slices.Grow(b.fields, max(n*kept-len(b.fields), 0))[:n*kept]
}

func (s *csvSource) parseRow(b *Batch, i int) Reason {
	kept := b.fields[i*s.kept : (i+1)*s.kept]
	fill(kept, absent)
	if s.info.HasAnswers {
		b.Answers[i] = NoAnswer
	}
	text := b.text(b.rows[i].span)
	if len(text) > maxRow {
		return Reason{kind: tooLong, a: maxRow}
	}
	var reason Reason
	fields, column, next := fieldsOf(text, s.delimiter), 0, 0
	for ; fields.next(); column++ {
		if next == len(s.wanted) || s.wanted[next].column != column {
			continue
		}
		w := &s.wanted[next]
		next++
		if w.kept >= 0 {
			start := b.rows[i].start + uint32(fields.start)
			kept[w.kept] = span{start, start + uint32(len(fields.field))}
		}
		if w.puzzle {
			reason = parseGrid(&b.Puzzles[i], b.unquoted(fields.field))
		}
		if w.answer {
			b.setAnswer(i, parseGrid(&b.answerGrids[i], b.unquoted(fields.field)))
		}
	}
	switch {
	case fields.bad: // the fields before the fault pass through nevertheless
		return Reason{kind: badQuotes}
	case column != len(s.columns):
		return Reason{wrongFields, int32(column), int32(len(s.columns))}
	}
	b.Reasons[i] = reason
	return reason
}

// fill sets every element of s.
func fill[T any](s []T, value T) {
	for i := range s {
		s[i] = value
	}
}

// unquoted returns what a field says, using the batch's scratch memory where it
// is quoted.
func (b *Batch) unquoted(field []byte) []byte {
	if len(field) == 0 || field[0] != '"' {
		return field
	}
	b.scratch = unquote(b.scratch[:0], field)
	return b.scratch
}

func (s *csvSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	fields := fieldsOf(b.text(b.rows[i].span), s.delimiter)
	for column := 0; fields.next(); column++ {
		if column == s.roles.Puzzle {
			return append(dst, b.unquoted(fields.field)...)
		}
	}
	return dst
}

func (s *csvSource) describe(info *Info) {
	info.Format, info.Compression = CSV, s.compression
	if s.delimiter == '\t' {
		info.Format = TSV
	}
	info.Delimiter, info.HasHeader, info.Roles = s.delimiter, s.hasHeader, s.roles
	for _, name := range s.columns {
		info.Columns = append(info.Columns, ColumnInfo{name, "text"})
	}
}

// emptySource is a file of text without even a header. It has no columns, and so
// no schema.
type emptySource struct{ source }

func (*emptySource) schema() *Schema        { return nil }
func (*emptySource) read(*Batch, int) error { return io.EOF }
