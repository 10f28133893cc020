package formats

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// csvSource reads rows of delimited fields, which can be quoted (RFC 4180). It keeps the text of
// each field unchanged, including quotes.
type csvSource struct {
	textSource
	columns       []string
	resultsUse    ResultsUse
	readback      []Column       // if the input is a result, its result columns, which come last in each row
	kept          int            // number of columns that pass through
	uses          []scan.Column  // how to use each column; a column passes through if 0 <= Note < kept
	simple        *scan.RowShape // shape of simple rows, many of which are parsed in one call
	usual         int            // usual number of fields in a row
	exact         bool           // all rows must have the usual number of fields
	grids         []gridUse      // the use of each column for grids
	hasBlanks     bool           // false if most of the first puzzles are full grids
	lastGrids     int            // last column of allGrids
	mayLackAnswer bool           // rows can lack the answer, because all grids are puzzles or answers
}

func newCSVSource(t textSource, h *head) (source, error) {
	o, first := h.options, h.csvTable()
	s := &csvSource{textSource: t, resultsUse: o.Results}
	if s.info.Format = CSV; first.delimiter == '\t' {
		s.info.Format = TSV
	}
	switch {
	case first.fields == 0:
		return nil, option.Errorf(option.Quotes, "none of its first rows can be read as CSV: quotes do not match, or the first line is too long")
	case first.fields > maxColumns:
		return nil, tooManyColumns(first.fields)
	}
	raw := s.takeTable(first, o.LeftOut)
	p, err := s.info.plan(s.columns, first.hasHeader, first.data(), o)
	if err != nil {
		return nil, err
	}
	s.info.CarriesPuzzle = s.info.CarriesPuzzle && !o.LeftPad
	s.hasBlanks = !first.stats[s.info.Roles.Puzzle].holdsAnswers()
	s.setColumns(p, raw)
	s.grids, s.mayLackAnswer = first.gridUses(), s.info.HasAnswers
	for c, use := range s.grids {
		s.mayLackAnswer = s.mayLackAnswer && (use == noGrids || s.uses[c].Puzzle || s.uses[c].Answer)
		if use == allGrids {
			s.lastGrids = c
		}
	}
	return s, nil
}

// newResultText returns a source for lines of the form puzzle:count:solution, without a header.
func newResultText(t textSource, h *head) (source, error) {
	o, first := h.options, h.table(':')
	switch {
	case o.Results == TakeResults:
		return nil, option.Misuse(option.Results, "lines of text have no verdicts; use a result in another format, such as CSV or Parquet")
	case len(o.Keep.names) > 0:
		return nil, option.Misuse(option.TextAsCSV, "lines of text have no columns to keep")
	}
	s := &csvSource{textSource: t, resultsUse: o.Results}
	raw := s.takeTable(first, o.LeftOut)
	readback := []Column{CountColumn, SolutionColumn}
	s.info.Columns, s.info.Roles, s.info.ResultColumns = s.columns, Roles{Answer: -1, PuzzleWhy: byValues}, setOf(readback)
	s.setColumns(columnPlan{readback: readback, firstReadback: 1}, raw)
	return s, nil
}

// takeTable takes the delimiter and the column names from the first rows. If there is no header,
// takeTable numbers the columns. raw holds the names as they are written in the file.
func (s *csvSource) takeTable(first *table, leftOut *LeftOut) (raw []string) {
	s.info.Delimiter, s.lines.Delimiter = first.delimiter, first.delimiter
	s.usual, s.exact = first.usual, first.isExact()
	s.lines.Skip = func(line []byte) bool { return len(line) == 0 }
	s.lines.Enclosed = func(number int64) { leftOut.addLine(EnclosedRows, s.path, number) }
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

// setColumns records how each column is used, and which columns pass through.
func (s *csvSource) setColumns(p columnPlan, raw []string) {
	s.readback, s.kept = p.readback, len(p.chosen)
	s.info.wholeRows = len(p.chosen) == len(s.columns) && slices.IsSorted(p.chosen)
	for _, c := range p.chosen {
		s.info.Kept = append(s.info.Kept, Field{Name: p.names[c], column: c, raw: raw[c]})
	}
	for c := range s.columns {
		use := scan.Column{Note: slices.Index(p.chosen, c), Puzzle: c == s.info.Roles.Puzzle, Answer: c == s.info.Roles.Answer}
		if c >= p.firstReadback {
			use.Note = s.kept + c - p.firstReadback
		}
		s.uses = append(s.uses, use)
	}
	if p.readback != nil {
		s.usual, s.exact = len(s.uses), true
	}
	if s.usual == len(s.uses) {
		s.simple = scan.NewRowShape(s.uses, s.info.Delimiter)
	}
}

func (s *csvSource) read(b *Batch, limit int) error { return s.readAs(s, b, limit) }

// readAs reads rows into a batch. parser will parse these rows later.
func (s *csvSource) readAs(parser rowParser, b *Batch, limit int) error {
	b.block.FieldsPerRow = s.kept + len(s.readback)
	from := b.Len()
	line, err := s.fill(s.lines, b, limit)
	b.addSegment(parser, from, len(b.block.Rows), line)
	return err
}

func (s *csvSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return s.appendColumn(dst, b, i, s.info.Roles.Puzzle)
}

func (s *csvSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	return s.appendColumn(dst, b, i, len(s.columns)-len(s.readback)+slices.Index(s.readback, c))
}

// appendColumn appends row i's field in the wanted column, unquoted. A missing field adds nothing.
func (s *csvSource) appendColumn(dst []byte, b *Batch, i, wanted int) []byte {
	fields := scan.FieldsOf(b.block.Row(i), s.info.Delimiter)
	for column := 0; fields.Next(); column++ {
		if column == wanted {
			return append(dst, b.unquoted(fields.Field)...)
		}
	}
	return dst
}

// parse notes the positions of the fields of a segment, and parses puzzles, answers and results.
func (s *csvSource) parse(b *Batch, seg *segment) error {
	b.block.GrowFields(seg.to)
	if s.info.HasAnswers {
		b.makeAnswers(seg.to)
	}
	s.parseRows(b, seg.from, seg.to)
	b.readResults(seg, s.readback, s.kept, s.resultsUse)
	if s.readback != nil && !s.info.ResultColumns.Has(VerdictColumn) {
		b.deriveVerdicts(seg.from, seg.to)
	}
	return nil
}

// parseRows parses rows [from, to). It parses consecutive simple rows in one call.
func (s *csvSource) parseRows(b *Batch, from, to int) {
	for i := from; i < to; i++ {
		if s.simple != nil {
			next := s.simple.Parse(&b.block, i, to, b.Puzzles, b.answerGrids)
			clear(b.Reasons[i:next])
			if i = next; i == to {
				return
			}
		}
		if reason := s.parseRow(b, i); reason.Kind != gridtext.NoReason {
			b.reject(i, reason)
		}
	}
}

// parseRow parses a row of any shape. If the row is invalid, it returns the reason.
func (s *csvSource) parseRow(b *Batch, i int) Reason {
	if s.info.HasAnswers {
		b.Answers[i] = NoAnswer
	}
	var reason Reason
	n, malformed := s.eachField(b, i, func(column int, field []byte) {
		if s.uses[column].Puzzle {
			reason = parseValue(&b.Puzzles[i], b.unquoted(field), s.info.LeftPad)
		}
		if s.uses[column].Answer {
			b.setAnswer(i, gridtext.Parse(&b.answerGrids[i], b.unquoted(field)))
		}
	})
	switch {
	case malformed.Kind != gridtext.NoReason: // outputs still contain the fields before the error
		return malformed
	case (n != s.usual || n < len(s.uses)) && !s.gridsInPlace(b, i, n < s.usual):
		if n == len(s.uses) {
			return Reason{Kind: gridtext.MisplacedGrid, A: int32(n)}
		}
		return s.wrongFields(n)
	}
	b.Reasons[i] = reason
	return reason
}

// wrongFields returns the reason why a row with n fields is invalid.
func (s *csvSource) wrongFields(n int) Reason {
	expected := len(s.uses)
	if s.exact {
		expected = s.usual
	}
	return Reason{Kind: gridtext.WrongFields, A: int32(n), B: int32(expected)}
}

// eachField notes the positions of the fields of row i and passes each field to parse. It returns
// the number of fields and, if the row cannot be split into columns, the reason.
func (s *csvSource) eachField(b *Batch, i int, parse func(column int, field []byte)) (n int, _ Reason) {
	noted := b.block.FieldsOf(i)
	for k := range noted {
		noted[k] = scan.Absent
	}
	text := b.block.Row(i)
	if len(text) > scan.MaxRow {
		return 0, Reason{Kind: gridtext.RowTooLong, A: scan.MaxRow}
	}
	fields, extra := scan.FieldsOf(text, s.info.Delimiter), false
	for ; fields.Next(); n++ {
		if n >= len(s.uses) {
			extra = extra || len(b.unquoted(fields.Field)) > 0
			continue
		}
		if note := s.uses[n].Note; note >= 0 {
			start := b.block.Rows[i].Start + uint32(fields.Start)
			noted[note] = scan.Span{Start: start, End: start + uint32(len(fields.Field))}
		}
		parse(n, fields.Field)
	}
	switch {
	case fields.Bad:
		return n, Reason{Kind: gridtext.BadQuotes}
	case extra, n <= s.info.Roles.Puzzle, s.exact && n != s.usual:
		return n, s.wrongFields(n)
	}
	return n, Reason{}
}

// gridsInPlace reports whether row i has grids in the same columns as usual rows. Programs such as
// Excel omit empty fields at the end of a row, and others add some. But a row can also lack an
// earlier field, which moves another grid to the column of puzzles. This also moves a grid away from
// the last column that usually holds one. If a later column sometimes holds grids and the row is
// short, gridsInPlace returns false, because one of these grids may have moved.
func (s *csvSource) gridsInPlace(b *Batch, i int, isShort bool) bool {
	if s.hasBlanks && b.Puzzles[i].Full() { // a grid like this is an answer
		return false
	}
	fields := scan.FieldsOf(b.block.Row(i), s.info.Delimiter)
	for column, use := range s.grids {
		exists := fields.Next()
		value := b.unquoted(fields.Field)
		is := exists && isGrid(value)
		switch {
		case column == s.info.Roles.Puzzle:
		case column == s.info.Roles.Answer && s.mayLackAnswer:
			if exists && !is && len(value) > 0 {
				return false
			}
		case is && use == noGrids, !is && use == allGrids, use == someGrids && column > s.lastGrids && isShort:
			return false
		}
	}
	return true
}
