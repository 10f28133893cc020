package formats

import (
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// ResultsUse specifies how to read a result, which is an input that gridmill wrote.
type ResultsUse int

// The ways to read results.
const (
	// IgnoreResults treats gridmill's columns like all other columns.
	IgnoreResults ResultsUse = iota
	// CheckResults reads gridmill's columns of a result into fields of each batch, such as Results
	// and Readback, and records which values cannot be read.
	CheckResults
	// TakeResults reads the same values as CheckResults, for a run that continues from the result.
	TakeResults
)

// Readback holds the values of a result row that do not have their own fields in Batch.
type Readback struct {
	Clues       int32
	WeightClues int8 // number of clues to which the row's weight applies; 0 if the row has no weight
	Answer      AnswerClass
	Reason      Reason
	Damaged     ColumnSet // columns whose values cannot be read
}

// makeReadback makes room for the results of a segment, and sets them to zero.
func (b *Batch) makeReadback(seg *segment) {
	clear(b.Results[seg.from:seg.to])
	b.Readback = grown(b.Readback, seg.to)
	b.Minimal = grown(b.Minimal, seg.to)
	b.Weighted = grown(b.Weighted, seg.to)
	b.SearchSteps = grown(b.SearchSteps, seg.to)
	b.makeExtras(seg.to)
}

// grown returns rows, extended to n elements. The new elements are zero.
func grown[T any](rows []T, n int) []T {
	return append(rows, make([]T, n-len(rows))...)
}

// readResults reads gridmill's columns from consecutive fields, starting with firstField. It reads
// one column at a time, because this makes branches more predictable.
func (b *Batch) readResults(seg *segment, readback []Column, firstField int, use ResultsUse) {
	if readback == nil {
		return
	}
	b.makeReadback(seg)
	for k, c := range readback {
		for i := seg.from; i < seg.to; i++ {
			if b.Reasons[i].Malformed() {
				continue
			}
			value := b.block.Value(i, firstField+k)
			if len(b.block.Kinds) == 0 {
				value = b.unquoted(value)
			}
			b.readValue(c, i, value)
		}
	}
	b.endReadback(seg, use)
}

func (b *Batch) readValue(c Column, i int, text []byte) {
	output := &outputColumns[c]
	var good bool
	if output.readback != nil {
		*output.readback(b, i), good = gridtext.ParseNumber(text)
	} else {
		good = output.parse(b, i, text)
	}
	if !good {
		b.Readback[i].Damaged.add(c)
	}
}

// endReadback completes a segment after all columns have been read. If a row could not be split
// into columns, all its values count as damaged. With TakeResults, undamaged rows that the file
// calls invalid stay invalid, even if their puzzles can now be read.
func (b *Batch) endReadback(seg *segment, use ResultsUse) {
	for i := seg.from; i < seg.to; i++ {
		switch r := &b.Readback[i]; {
		case b.Reasons[i].Malformed():
			r.Damaged = wholeRow
		case use == TakeResults && r.Damaged == (ColumnSet{}) && b.Results[i].Verdict == solver.Invalid:
			b.reject(i, r.Reason)
		}
	}
}

// deriveVerdicts sets the verdicts of rows [from, to) from their numbers of solutions.
func (b *Batch) deriveVerdicts(from, to int) {
	for i := from; i < to; i++ {
		switch r := &b.Results[i]; {
		case b.Reasons[i].Malformed():
		case b.Reasons[i].Kind != gridtext.NoReason:
			r.Verdict = solver.Invalid
		case r.Count == 0:
			r.Verdict = solver.None
		case r.Count == 1:
			r.Verdict = solver.Unique
		default:
			r.Verdict = solver.Multiple
		}
	}
}

// ReadbackText returns the text of column c in row i of a result.
func (b *Batch) ReadbackText(i int, c Column) string {
	return string(b.segmentOf(i).source.(resultParser).appendReadback(nil, b, i, c))
}

// Unsplit reports whether row i of a result could not be split into its columns.
func (b *Batch) Unsplit(i int) bool { return b.Readback[i].Damaged == wholeRow }

// ReadStored returns the options for reading back a file that was written with the schema. Answers
// are ignored. If source is set, the columns with the input file and line of each row are kept.
func (s *Schema) ReadStored(source bool) ReadOptions {
	o := ReadOptions{Results: TakeResults, Column: s.freeName(PuzzleColumn.String()), AnswerColumn: "none"}
	o.Keep.names = s.keptNames()
	if source {
		o.Keep.names = append(o.Keep.names, s.freeName(FileColumn.String()), s.freeName(LineColumn.String()))
	}
	return o
}
