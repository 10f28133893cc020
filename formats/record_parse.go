package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/jsonrows"
)

// parse notes the fields of each row of a segment, and parses puzzles, answers and results.
func (s *recordSource) parse(b *Batch, g *segment) error {
	b.block.GrowTyped(g.to)
	if s.info.HasAnswers {
		b.makeAnswers(g.to)
	}
	for i := g.from; i < g.to; i++ {
		reason := s.rows.Parse(&b.block, i, s.lineOf(b, g, i))
		if reason.Kind == gridtext.NoReason {
			b.setPuzzle(i, b.block.Value(i, s.puzzle))
		} else {
			if err := s.damage(b, g, i, reason); err != nil {
				return err
			}
			b.reject(i, reason)
		}
		switch {
		case !s.info.HasAnswers:
		case reason.Kind == gridtext.NoReason:
			b.setAnswer(i, gridtext.Parse(&b.answerGrids[i], b.block.Value(i, s.answer)))
		default:
			b.Answers[i] = NoAnswer
		}
	}
	b.readResults(g, s.readback, s.kept, s.results)
	return nil
}

// damage returns an error if row i is damaged in such a way that later rows cannot be trusted. If
// only row i is invalid, it returns nil.
func (s *recordSource) damage(b *Batch, g *segment, i int, why Reason) error {
	if rows, isJSON := s.rows.(*jsonrows.Reader); isJSON && why.Kind == gridtext.BadJSON {
		return files.InFile(s.path, rows.Damage(s.lineOf(b, g, i), why.A))
	}
	return nil
}

// appendRaw appends the original text of a record if the file is text. Otherwise, it appends the
// record's puzzle.
func (s *recordSource) appendRaw(dst []byte, b *Batch, i int) []byte {
	if s.info.Format.isJSON() {
		return append(dst, b.block.Row(i)...)
	}
	return s.appendPuzzle(dst, b, i)
}

// appendPuzzle appends the puzzle field of row i. If the record could not be split into fields, it
// appends the whole record.
func (s *recordSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	if s.info.Format.isJSON() && b.Reasons[i].Malformed() {
		return append(dst, b.block.Row(i)...)
	}
	return append(dst, b.block.Value(i, s.puzzle)...)
}

func (s *recordSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	return append(dst, b.block.Value(i, s.kept+slices.Index(s.readback, c))...)
}
