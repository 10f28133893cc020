package formats

import (
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// isResultText reports whether the text is a result with lines of the form puzzle:count:solution.
func (h *head) isResultText() bool {
	t := h.table(':')
	return t.fields == 3 && len(t.rows) > 0 && len(t.rows[0]) == 3 && isNumber(t.rows[0][1])
}

// newResultText returns a source for lines of the form puzzle:count:solution. Such files have
// neither a header nor verdicts.
func newResultText(t textSource, h *head) (source, error) {
	o, first := h.options, h.table(':')
	switch {
	case o.Results == TakeResults:
		return nil, option.Misuse(option.Results, "lines of text have no verdicts; only a result in CSV or Parquet can be solved again")
	case len(o.Keep.names) > 0:
		return nil, option.Misuse(option.TextAsCSV, "lines of text have no columns to keep")
	}
	s := &csvSource{textSource: t, results: o.Results}
	first.hasHeader = false
	raw := s.takeTable(first)
	readback := []Column{CountColumn, SolutionColumn}
	s.info.Columns, s.info.Roles, s.info.Results = s.columns, Roles{Answer: -1, PuzzleWhy: byValues}, setOf(readback)
	s.setColumns(columnPlan{readback: readback, firstReadback: 1}, raw)
	return s, nil
}

// deriveVerdicts sets the verdicts of a result that does not contain them, based on the numbers of
// solutions.
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
