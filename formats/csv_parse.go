package formats

import "slices"

// stripRows is how many rows of a result are parsed together: a few, which are still in the
// processor's first cache when what they say is read.
const stripRows = 64

// parse splits each row, notes the fields that pass through, and reads puzzle
// and answer.
func (s *csvSource) parse(b *Batch, g *segment) error {
	s.makeRoom(b, g.to)
	b.parseText(s, g)
	return nil
}

// makeRoom makes room for what is read of rows up to n.
func (s *csvSource) makeRoom(b *Batch, n int) {
	b.makeFields(n, s.kept)
	if s.info.HasAnswers {
		b.makeAnswers(n)
	}
	if s.own != nil {
		b.makeRecorded(n)
	}
}

// parseAlone parses one row.
func (s *csvSource) parseAlone(b *Batch, i int) {
	if s.own != nil {
		b.clearRecord(i)
	}
	if !s.safeDelimiter || !s.parseSimple(b, i) {
		if reason := s.parseRow(b, i); reason.kind != noReason {
			b.reject(i, reason)
		}
	}
	if s.own != nil {
		b.endRecord(i, s.results)
	}
}

// makeFields makes room for the kept fields of rows up to n.
func (b *Batch) makeFields(n, kept int) {
	b.fields = slices.Grow(b.fields, max(n*kept-len(b.fields), 0))[:n*kept]
}

// parseSimple parses a row that has a field for each column and grids of 81
// characters, and reports whether it is one. Others are left to parseRow, which
// says the same of these, with more effort.
func (s *csvSource) parseSimple(b *Batch, i int) bool {
	row := b.rows[i].span
	text, kept := b.text(row), b.fields[i*s.kept:(i+1)*s.kept]
	if len(text) > maxRow {
		return false
	}
	pos := 0 // behind the text, and a delimiter, once all fields are read
	for c := range s.uses {
		use, length := &s.uses[c], -1
		switch {
		case pos > len(text): // a field is missing
		case use.puzzle:
			length = gridAt(&b.Puzzles[i], text[pos:], s.delimiter)
		case use.answer:
			length = gridAt(&b.answerGrids[i], text[pos:], s.delimiter)
			b.setAnswer(i, Reason{})
		default:
			length = fieldAt(text[pos:], s.delimiter)
		}
		if length < 0 {
			return false
		}
		if use.kept >= 0 {
			start := row.start + uint32(pos)
			kept[use.kept] = span{start, start + uint32(length)}
		}
		if use.own != PuzzleColumn {
			b.record(use.own, i, b.unquoted(text[pos:pos+length]))
		}
		pos += length + 1
	}
	b.Reasons[i] = Reason{}
	return pos == len(text)+1
}

// parseRow parses any row, and returns the reason where it is invalid.
func (s *csvSource) parseRow(b *Batch, i int) Reason {
	kept := b.fields[i*s.kept : (i+1)*s.kept]
	for k := range kept {
		kept[k] = absent
	}
	if s.info.HasAnswers {
		b.Answers[i] = NoAnswer
	}
	text := b.text(b.rows[i].span)
	if len(text) > maxRow {
		return Reason{kind: tooLong, a: maxRow}
	}
	var reason Reason
	fields, column := fieldsOf(text, s.delimiter), 0
	for ; fields.next(); column++ {
		if column >= len(s.uses) {
			continue
		}
		use := &s.uses[column]
		if use.kept >= 0 {
			start := b.rows[i].start + uint32(fields.start)
			kept[use.kept] = span{start, start + uint32(len(fields.field))}
		}
		if use.puzzle {
			reason = parseGrid(&b.Puzzles[i], b.unquoted(fields.field))
		}
		if use.answer {
			b.setAnswer(i, parseGrid(&b.answerGrids[i], b.unquoted(fields.field)))
		}
		if use.own != PuzzleColumn {
			b.record(use.own, i, b.unquoted(fields.field))
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

// unquoted returns what a field says, using the batch's scratch memory where it
// is quoted.
func (b *Batch) unquoted(field []byte) []byte {
	if len(field) == 0 || field[0] != '"' {
		return field
	}
	b.scratch = unquote(b.scratch[:0], field)
	return b.scratch
}
