package formats

import (
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// parse splits each row, notes the fields that pass through, and reads puzzle
// and answer.
func (s *csvSource) parse(b *Batch, g *segment) error {
	b.makeFields(g.to, s.kept)
	if s.info.HasAnswers {
		b.makeAnswers(g.to)
	}
	if s.own != nil {
		b.makeRecorded(g.to)
	}
	for i := g.from; i < g.to; i++ {
		if s.own != nil {
			b.clearRecord(i)
		}
		if reason := s.parseRow(b, i); reason.kind != noReason {
			b.reject(i, reason)
		}
		if s.own != nil {
			b.endRecord(i, s.results)
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
	fields, column := fieldsOf(text, s.delimiter), 0
	for k := range s.wanted {
		w := &s.wanted[k]
		for column < w.column && fields.next() {
			column++
		}
		if column < w.column {
			break
		}
		var found bool
		switch {
		case w.puzzle:
			reason, found = s.readGrid(b, &b.Puzzles[i], &fields)
		case w.answer:
			var reading Reason
			if reading, found = s.readGrid(b, &b.answerGrids[i], &fields); found {
				b.setAnswer(i, reading)
			}
		default:
			found = fields.next()
		}
		if !found {
			break
		}
		column++
		if w.own != PuzzleColumn {
			b.record(w.own, i, b.unquoted(fields.field))
		}
		if w.kept >= 0 {
			start := b.rows[i].start + uint32(fields.start)
			kept[w.kept] = span{start, start + uint32(len(fields.field))}
		}
	}
	for fields.next() {
		column++
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

// readGrid reads the next field as a grid, and reports whether there is one.
func (s *csvSource) readGrid(b *Batch, g *solver.Grid, fields *fieldIterator) (Reason, bool) {
	if s.plain && fields.nextGrid(g) {
		return Reason{}, true
	}
	if !fields.next() {
		return Reason{}, false
	}
	return parseGrid(g, b.unquoted(fields.field)), true
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
