package formats

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// parse stores the positions of the fields of a segment, and parses puzzles, answers and results.
func (s *csvSource) parse(b *Batch, seg *segment) error {
	b.block.GrowFields(seg.to)
	if s.info.HasAnswers {
		b.makeAnswers(seg.to)
	}
	parseRow, isCells := s.parseRow, s.info.Format == Cells
	if isCells {
		parseRow = s.parseCells
	}
	for i := seg.from; i < seg.to; i++ {
		if !isCells && s.parseSimple(b, i) {
			b.Reasons[i] = Reason{}
			continue
		}
		if b.Reasons[i] = parseRow(b, i); b.Reasons[i].Kind != gridtext.NoReason {
			b.Puzzles[i] = solver.Grid{}
		}
	}
	b.readResults(seg, s.readback, len(s.info.Kept), s.options.Results)
	if s.readback != nil && !s.info.ResultColumns.Has(VerdictColumn) {
		b.deriveVerdicts(seg.from, seg.to)
	}
	return nil
}

// parseSimple parses row i if it is simple, and reports whether it is. A simple row has a field for
// each column, no unmatched quotes, and grids of 81 characters. Most rows are simple, and parseRow
// would take twice as long for them.
func (s *csvSource) parseSimple(b *Batch, i int) bool {
	text, spans, delimiter := b.block.Row(i), b.block.FieldsOf(i), s.info.Delimiter
	if len(text) > scan.MaxRow {
		return false
	}
	pos := 0 // start of the next field; len(text)+1 after the last field
	for column, k := range s.fieldOf {
		if pos > len(text) { // a field is missing
			return false
		}
		length := scan.FieldAt(text[pos:], delimiter)
		if length < 0 || length == 0 && delimiter == scan.Spaces {
			return false
		}
		field := text[pos : pos+length]
		if column == s.info.Roles.Puzzle && !parseSimpleGrid(&b.Puzzles[i], field) ||
			column == s.info.Roles.Answer && !parseSimpleGrid(&b.answerGrids[i], field) {
			return false
		}
		if k >= 0 {
			spans[k] = scan.Span{Start: uint32(pos), End: uint32(pos + length)}.Moved(b.block.Rows[i].Start)
		}
		pos += length + 1
	}
	return pos == len(text)+1
}

// parseSimpleGrid parses a field of 81 cells, with or without quotes. For any other field, it
// returns false and may change g.
func parseSimpleGrid(g *solver.Grid, field []byte) bool {
	if len(field) == solver.Cells+2 && field[0] == '"' {
		field = field[1 : solver.Cells+1]
	}
	return len(field) == solver.Cells && solver.ParseWord(g, field) < 0 && !gridtext.IsRule(field)
}

// parseRow parses row i. If the row is invalid, it returns the reason.
func (s *csvSource) parseRow(b *Batch, i int) Reason {
	if s.info.HasAnswers {
		b.Answers[i] = NoAnswer
	}
	var reason Reason
	malformed := s.eachField(b, i, func(column int, field []byte) {
		if column == s.info.Roles.Puzzle {
			reason = parseValue(&b.Puzzles[i], b.unquoted(field), s.info.LeftPad)
		}
		if column == s.info.Roles.Answer {
			b.setAnswer(i, gridtext.Parse(&b.answerGrids[i], b.unquoted(field)))
		}
	})
	return cmp.Or(malformed, reason)
}

// eachField stores the positions of the fields of row i, and calls parse for each field. If the row
// cannot be split into columns, eachField returns the reason.
func (s *csvSource) eachField(b *Batch, i int, parse func(column int, field []byte)) Reason {
	spans := b.block.FieldsOf(i)
	for k := range spans {
		spans[k] = scan.Absent
	}
	text := b.block.Row(i)
	if len(text) > scan.MaxRow {
		return Reason{Kind: gridtext.RowTooLong, A: scan.MaxRow}
	}
	fields, n := scan.FieldsOf(text, s.info.Delimiter), 0
	for ; fields.Next(); n++ {
		if n >= len(s.fieldOf) {
			continue
		}
		if k := s.fieldOf[n]; k >= 0 {
			spans[k] = scan.Span{Start: uint32(fields.Start), End: uint32(fields.Start + len(fields.Field))}.Moved(b.block.Rows[i].Start)
		}
		parse(n, fields.Field)
	}
	switch {
	case fields.Bad:
		return Reason{Kind: gridtext.BadQuotes}
	case n != len(s.fieldOf):
		return Reason{Kind: gridtext.WrongFields, A: int32(n), B: int32(len(s.fieldOf))}
	}
	return Reason{}
}

// parseCells parses row i. If the row is invalid, it returns the reason.
func (s *csvSource) parseCells(b *Batch, i int) Reason {
	reason, answered := Reason{Kind: gridtext.Empty}, Reason{Kind: gridtext.Empty}
	puzzle, answer := s.info.Roles.Puzzle, s.info.Roles.Answer
	malformed := s.eachField(b, i, func(column int, field []byte) {
		if inGrid(column, puzzle) {
			setCell(&b.Puzzles[i], column-puzzle, b.unquoted(field), &reason)
		}
		if inGrid(column, answer) {
			setCell(&b.answerGrids[i], column-answer, b.unquoted(field), &answered)
		}
	})
	if s.info.HasAnswers {
		b.setAnswer(i, answered)
	}
	return cmp.Or(malformed, reason)
}

// inGrid reports whether a column holds a cell of a grid. first is the first column of that grid,
// or -1 if there is no grid.
func inGrid(column, first int) bool {
	return first >= 0 && column >= first && column < first+solver.Cells
}

// setCell sets g[at] to the cell in a field. For the first field of a grid, reason must be
// gridtext.Empty. The first nonempty field clears reason, and the first field that is not a cell
// sets reason to gridtext.BadCell.
func setCell(g *solver.Grid, at int, field []byte, reason *Reason) {
	field = bytes.TrimSpace(field)
	if len(field) > 0 && reason.Kind == gridtext.Empty {
		*reason = Reason{}
	}
	switch cell := cellIn(field); {
	case cell != 0:
		g[at] = cell
	case reason.Kind == gridtext.NoReason:
		*reason = Reason{Kind: gridtext.BadCell, A: int32(at + 1)}
	}
}

// cellIn returns the cell that a field holds: a digit or solver.Blank, which also stands for an
// empty field. If the field does not hold a cell, cellIn returns 0.
func cellIn(field []byte) byte {
	field = bytes.TrimSpace(field)
	switch {
	case len(field) == 1 && field[0]-'1' < 9:
		return field[0]
	case len(field) == 0, len(field) == 1 && solver.IsCell(field[0]):
		return solver.Blank
	}
	return 0
}

// splitRecord returns the fields of a record as written, and their values. Both are nil if the
// record is too long or has unmatched quotes. If spaces separate fields, an odd number of quotes in
// a field also counts as unmatched, because the field may be part of quoted text.
func splitRecord(record []byte, delimiter byte) (raw []string, values [][]byte) {
	fields := scan.FieldsOf(record, delimiter)
	for fields.Next() {
		raw = append(raw, string(fields.Field))
		values = append(values, scan.AppendUnquoted(nil, fields.Field))
	}
	isTorn := func(field string) bool { return strings.Count(field, `"`)%2 != 0 }
	if fields.Bad || len(record) > scan.MaxRow || delimiter == scan.Spaces && slices.ContainsFunc(raw, isTorn) {
		return nil, nil
	}
	return raw, values
}
