package formats

import (
	"github.com/gridmill/gridmill/formats/steps"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// stepTexts holds the steps of a batch's rows. Each step is a JSON object followed by a comma. The
// steps of a row, without the last comma, are the contents of a JSON array.
type stepTexts struct {
	text   []byte
	starts []int // step s is text[starts[s]:starts[s+1]]
	rows   []int // the steps of row i have the indices [rows[i], rows[i+1])

	add func(*ladder.Step) // the method value t.addStep; created only once, because creating it allocates
}

func (t *stepTexts) reset() {
	t.text, t.starts, t.rows = t.text[:0], append(t.starts[:0], 0), append(t.rows[:0], 0)
}

// appendArray appends the steps of row i, if it has any, as a JSON array.
func (t *stepTexts) appendArray(dst []byte, i int) []byte {
	start, end := t.starts[t.rows[i]], t.starts[t.rows[i+1]]
	if start == end {
		return dst
	}
	return append(append(append(dst, '['), t.text[start:end-1]...), ']')
}

// stepValues returns the steps of row i. The steps are valid until the next call.
func (b *Batch) stepValues(i int) [][]byte {
	b.values = b.values[:0]
	t := &b.steps
	for s := t.rows[i]; s < t.rows[i+1]; s++ {
		b.values = append(b.values, t.text[t.starts[s]:t.starts[s+1]-1])
	}
	return b.values
}

// addRow adds a row with the steps of a puzzle, and returns the puzzle's rating. If the techniques
// do not solve the puzzle, the row has the steps of a search or, if search is false, no steps.
func (t *stepTexts) addRow(l *ladder.Ladder, puzzle *solver.Grid, search bool) (r ladder.Rating) {
	if t.add == nil {
		t.add = t.addStep
	}
	text, starts := len(t.text), len(t.starts)
	if search {
		r = l.ExplainSearch(puzzle, t.add)
	} else if r = l.Explain(puzzle, t.add); !r.Solved {
		t.text, t.starts = t.text[:text], t.starts[:starts]
	}
	t.endRow()
	return r
}

func (t *stepTexts) endRow() { t.rows = append(t.rows, len(t.starts)-1) }

func (t *stepTexts) addStep(s *ladder.Step) {
	t.text = append(steps.Append(t.text, s), ',')
	t.starts = append(t.starts, len(t.text))
}
