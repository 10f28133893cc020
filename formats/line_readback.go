package formats

import (
	"bytes"
	"errors"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// expectResults prepares for lines puzzle:count:solution.
func (s *lineSource) expectResults(head []byte, use ResultsUse) error {
	if use == TakeResults {
		return option.Misuse(option.Results, "lines of text have no verdicts; results to go on from must be CSV or Parquet")
	}
	first, _, _ := bytes.Cut(head, []byte{'\n'})
	if len(first) > 0 && bytes.Count(first, []byte{':'}) != 2 {
		return errors.New("this is no result of gridmill: its lines are not puzzle:count:solution; give what gridmill solve wrote")
	}
	s.results = true
	s.info.Results = setOf([]Column{SolutionColumn, CountColumn})
	return nil
}

// parseResults reads lines puzzle:count:solution. They have no verdict; the count
// stands for it as far as it can.
func (s *lineSource) parseResults(b *Batch, g *segment) {
	b.makeReadback(g.to)
	for i := g.from; i < g.to; i++ {
		b.clearReadback(i, i+1)
		line := b.block.Row(i)
		puzzle, count, solution, good := resultFields(line)
		if !good {
			b.reject(i, Reason{wrongFields, int32(bytes.Count(line, []byte{':'}) + 1), 3})
		} else {
			b.setPuzzle(i, puzzle)
			b.readValue(CountColumn, i, count)
			b.readValue(SolutionColumn, i, solution)
			b.Results[i].Verdict = verdictOfCount(b.Results[i].Count, b.Reasons[i])
		}
		b.endReadback(i, CheckResults)
	}
}

func resultFields(line []byte) (puzzle, count, solution []byte, good bool) {
	puzzle, rest, good := bytes.Cut(line, []byte{':'})
	if !good || len(line) > scan.MaxRow {
		return nil, nil, nil, false
	}
	count, solution, good = bytes.Cut(rest, []byte{':'})
	return puzzle, count, solution, good
}

func verdictOfCount(count int32, r Reason) solver.Verdict {
	switch {
	case r.kind != noReason:
		return solver.Invalid
	case count == 0:
		return solver.None
	case count == 1:
		return solver.Unique
	}
	return solver.Multiple
}

func (s *lineSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	_, count, solution, _ := resultFields(b.block.Row(i))
	if c == CountColumn {
		return append(dst, count...)
	}
	return append(dst, solution...)
}
