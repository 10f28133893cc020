package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode"
	"unsafe"

	"github.com/gridmill/gridmill/formats/option"
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
	results   ResultsUse
	own       []Column   // the last columns, where a result is read
	uses      []fieldUse // of each column's fields
	noted     []fieldUse // the same for simple rows, of which kept fields are noted, and own ones behind them
	kept      int        // how many of them pass through
	// safeDelimiter says that no cell of a grid can be taken for what separates fields.
	safeDelimiter bool
}

// fieldUse says what becomes of a column's field.
type fieldUse struct {
	kept           int // index among the kept fields, or -1
	puzzle, answer bool
	own            Column // of a result that is read; PuzzleColumn stands for none
}

func newCSVSource(t textSource, head []byte, format Format, o *ReadOptions) (source, error) {
	if err := refuseOldLineEnds(t.lines, head); err != nil {
		return nil, err
	}
	s := &csvSource{textSource: t, delimiter: o.Delimiter, results: o.Results}
	if s.delimiter == 0 && format == TSV {
		s.delimiter = '\t'
	}
	if s.delimiter == 0 {
		s.delimiter = cmp.Or(delimiterOf(head), ',')
	}
	s.safeDelimiter = !solver.IsCell(s.delimiter) && s.delimiter != '"'
	s.lines.delimiter = s.delimiter
	s.lines.skip = func(line []byte, _ bool) bool { return len(line) == 0 }

	begin := s.beginning(head)
	rows, raw := begin.rows, begin.first
	if len(rows) == 0 {
		why := "as quotes do not match; mend them"
		if bytes.IndexByte(head, '"') < 0 {
			why = "as the first line is longer than a row may be"
		}
		return nil, fmt.Errorf("no row in the first %d bytes can be read as CSV, %s", s.lines.offset+int64(len(head)), why)
	}
	if n := len(rows[0]); n > maxColumns {
		return nil, option.Errorf(option.Delimiter, "%w", tooManyColumns(n))
	}
	s.hasHeader = raw != nil && namesColumns(rows[0])
	if s.hasHeader {
		for i, name := range rows[0] {
			s.columns = append(s.columns, cmp.Or(string(name), fmt.Sprintf("column_%d", i+1)))
		}
		rows = rows[1:]
		s.lines.pass(begin.length, begin.lines)
	} else {
		raw = nil
		for i := range rows[0] {
			s.columns = append(s.columns, fmt.Sprintf("column_%d", i+1))
			raw = append(raw, s.columns[i])
		}
	}
	var err error
	if s.roles, s.own, err = chooseOfResult(s.columns, s.hasHeader, rows, o); err != nil {
		if len(rows) == 0 && !s.lines.eof && o.Column == "" {
			err = fmt.Errorf("%w; behind the header stand more than %d bytes without a row: remove the empty lines", err, maxSample)
		}
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
			if line = bytes.TrimRight(line, "\r\n"); len(line) == 0 {
				continue
			}
			fields := fieldsOf(line, delimiter)
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
	probe.offset += int64(begin.length)
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
	firstOwn := len(s.columns) - len(s.own)
	chosen, err := o.Keep.choose(s.columns[:firstOwn])
	if err != nil {
		return err
	}
	s.kept = len(chosen)
	s.info.HasAnswers = s.roles.Answer >= 0
	s.info.CarriesPuzzle = slices.Contains(chosen, s.roles.Puzzle) && !holdsLists(rows, s.roles.Puzzle)
	s.info.Results = setOf(s.own)
	s.info.delimiter = s.delimiter
	s.info.wholeRows = len(chosen) == len(s.columns) && slices.IsSorted(chosen)
	for _, c := range chosen {
		s.info.Kept = append(s.info.Kept, Field{Name: s.columns[c], raw: raw[c]})
	}
	for c := range s.columns {
		use := fieldUse{slices.Index(chosen, c), c == s.roles.Puzzle, c == s.roles.Answer, PuzzleColumn}
		if c >= firstOwn {
			use.own = s.own[c-firstOwn]
		}
		s.uses = append(s.uses, use)
		if c >= firstOwn {
			use.kept = s.kept + c - firstOwn
		}
		s.noted = append(s.noted, use)
	}
	return nil
}

// notedFields returns of how many fields of a simple row the places are noted: of those
// that are kept and, in a result, of gridmill's own.
func (s *csvSource) notedFields() int { return s.kept + len(s.own) }

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

func (s *csvSource) read(b *Batch, limit int) error {
	b.fieldBytes = max(b.fieldBytes, s.kept*int(unsafe.Sizeof(span{})))
	return s.fill(s, b, limit)
}

func (s *csvSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return s.appendColumn(dst, b, i, s.roles.Puzzle)
}

func (s *csvSource) appendRecorded(dst []byte, b *Batch, i int, c Column) []byte {
	return s.appendColumn(dst, b, i, len(s.columns)-len(s.own)+slices.Index(s.own, c))
}

// appendColumn appends what a column's field of row i says, if the row has it.
func (s *csvSource) appendColumn(dst []byte, b *Batch, i, wanted int) []byte {
	fields := fieldsOf(b.text(b.rows[i].span), s.delimiter)
	for column := 0; fields.next(); column++ {
		if column == wanted {
			return append(dst, b.unquoted(fields.field)...)
		}
	}
	return dst
}

func (s *csvSource) describe(info *Info) {
	info.Format, info.Compression = CSV, s.compressionName()
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
