package formats

import (
	"github.com/gridmill/gridmill/formats/steps"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// stepTexts holds the steps of a batch's rows. Each step is a JSON object followed by a comma. The
// steps of a row, without the last comma, are the contents of a JSON array.
type stepTexts struct {
	text []byte
	ends []int32 // index in text of the comma after each step
	rows []int32 // number of steps up to the end of each row

	add func(*ladder.Step) // method value of addStep; created only once, because creating it allocates
}

func (t *stepTexts) reset() { t.text, t.ends, t.rows = t.text[:0], t.ends[:0], t.rows[:0] }

func (t *stepTexts) of(i int) (first, end int32) {
	if i > 0 {
		first = t.rows[i-1]
	}
	return first, t.rows[i]
}

func (t *stepTexts) start(step int32) int32 {
	if step == 0 {
		return 0
	}
	return t.ends[step-1] + 1
}

// appendArray appends the steps of row i as a JSON array, unless there are none.
func (t *stepTexts) appendArray(dst []byte, i int) []byte {
	first, end := t.of(i)
	if first == end {
		return dst
	}
	return append(append(append(dst, '['), t.text[t.start(first):t.ends[end-1]]...), ']')
}

// stepValues returns the steps of row i. The steps are valid until the next call.
func (b *Batch) stepValues(i int) [][]byte {
	b.values = b.values[:0]
	t := &b.steps
	first, end := t.of(i)
	for s := first; s < end; s++ {
		b.values = append(b.values, t.text[t.start(s):t.ends[s]])
	}
	return b.values
}

// addRow adds a row with the steps of a puzzle, and returns the puzzle's rating. If the techniques
// do not solve the puzzle, the row has the steps of a search or, if search is false, no steps.
func (t *stepTexts) addRow(l *ladder.Ladder, puzzle *solver.Grid, search bool) (r ladder.Rating) {
	if t.add == nil {
		t.add = t.addStep
	}
	text, ends := len(t.text), len(t.ends)
	if search {
		r = l.ExplainSearch(puzzle, t.add)
	} else if r = l.Explain(puzzle, t.add); !r.Solved {
		t.text, t.ends = t.text[:text], t.ends[:ends]
	}
	t.endRow()
	return r
}

func (t *stepTexts) endRow() { t.rows = append(t.rows, int32(len(t.ends))) }

func (t *stepTexts) addStep(s *ladder.Step) {
	t.text = steps.Append(t.text, s)
	t.ends = append(t.ends, int32(len(t.text)))
	t.text = append(t.text, ',')
}
