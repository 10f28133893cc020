//go:build !purego

package formats

// parseSimpleResults is parseSimpleRows for rows of a result. It parses a strip of them, and
// then reads what they say of themselves while that is still in the processor's first cache.
func (s *csvSource) parseSimpleResults(b *Batch, from, end int) int {
	b.noted = resize(b.noted, stripRows*s.notedFields())
	for from < end {
		to := min(from+stripRows, end)
		done := s.parseSimpleFields(b, from, to, b.noted)
		s.recordStrip(b, from, done)
		from = done
		if done < to {
			break
		}
	}
	return from
}

// recordStrip does for rows [from, to), whose noted fields stand in b.noted, what
// parseAlone does for each beside parseSimple: one column after the other, since the
// processor foresees what the rows of a column have in common.
func (s *csvSource) recordStrip(b *Batch, from, to int) {
	b.clearRecords(from, to)
	step := s.notedFields()
	for k, c := range s.own {
		b.recordFields(c, from, to, b.noted[s.kept+k:], step)
	}
	for i := from; i < to && s.kept > 0; i++ {
		copy(b.fields[i*s.kept:(i+1)*s.kept], b.noted[(i-from)*step:])
	}
	for i := from; i < to && s.results == TakeResults; i++ { // the others are complete
		b.endRecord(i, s.results)
	}
}

// recordFields is record for rows [from, to). The fields of a row stand step further than
// those of the one before.
func (b *Batch) recordFields(c Column, from, to int, fields []span, step int) {
	for i, at := from, 0; i < to; i, at = i+1, at+step {
		b.record(c, i, b.unquoted(b.text(fields[at])))
	}
}
