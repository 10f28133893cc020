package formats

import (
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// parse splits each row of a segment, notes where its fields are, and reads puzzles,
// answers and results.
func (s *csvSource) parse(b *Batch, g *segment) error {
	b.block.GrowFields(g.to)
	if s.info.HasAnswers {
		b.makeAnswers(g.to)
	}
	return b.parseStrips(g, s.readback, s.kept, s.results, func(from, to int) error {
		s.parseRows(b, from, to)
		return nil
	})
}

// parseRows parses rows [from, to), consecutive simple ones in one call.
func (s *csvSource) parseRows(b *Batch, from, to int) {
	var answers []solver.Grid
	if s.info.HasAnswers {
		answers = b.answerGrids
	}
	for i := from; i < to; i++ {
		next := s.simple.Parse(&b.block, i, to, b.Puzzles, answers)
		clear(b.Reasons[i:next])
		if s.info.HasAnswers {
			b.answersReadable(i, next)
		}
		if i = next; i == to {
			return
		}
		if reason := s.parseRow(b, i); reason.Kind != gridtext.NoReason {
			b.reject(i, reason)
		}
	}
}

// parseRow parses any row, and returns the reason if it is invalid.
func (s *csvSource) parseRow(b *Batch, i int) Reason {
	if s.info.HasAnswers {
		b.Answers[i] = NoAnswer
	}
	var reason Reason
	malformed := s.eachField(b, i, func(column int, field []byte) {
		if s.uses[column].Puzzle {
			reason = parseValue(&b.Puzzles[i], b.unquoted(field), s.leftPad)
		}
		if s.uses[column].Answer {
			b.setAnswer(i, gridtext.Parse(&b.answerGrids[i], b.unquoted(field)))
		}
	})
	if malformed.Kind != gridtext.NoReason { // the fields before the error still pass through
		return malformed
	}
	b.Reasons[i] = reason
	return reason
}

// eachField notes the fields of row i, and calls parse with the field of each column. It returns
// the reason if the row cannot be split into its columns.
func (s *csvSource) eachField(b *Batch, i int, parse func(column int, field []byte)) Reason {
	noted := b.block.FieldsOf(i)
	for k := range noted {
		noted[k] = scan.Absent
	}
	text := b.block.Row(i)
	if len(text) > scan.MaxRow {
		return Reason{Kind: gridtext.RowTooLong, A: scan.MaxRow}
	}
	fields, n := scan.FieldsOf(text, s.info.Delimiter), 0
	for ; fields.Next(); n++ {
		if n >= len(s.uses) {
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
		return Reason{Kind: gridtext.BadQuotes}
	case n != len(s.uses):
		return Reason{Kind: gridtext.WrongFields, A: int32(n), B: int32(len(s.uses))}
	}
	return Reason{}
}

// unquoted returns the content of a field. If it is quoted, the result is in the batch's
// scratch memory.
func (b *Batch) unquoted(field []byte) []byte {
	if len(field) == 0 || field[0] != '"' {
		return field
	}
	b.scratch = scan.AppendUnquoted(b.scratch[:0], field)
	return b.scratch
}
