package formats

import (
	"github.com/gridmill/gridmill/formats/steps"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// stepTexts holds the steps of the rows of a batch, each as a JSON object. The steps of a
// row are separated by commas, so that brackets around them make an array.
type stepTexts struct {
	text []byte
	ends []int32 // where each step ends in text; the next one starts after a comma
	rows []int32 // number of steps up to the end of each row

	add func(*ladder.Step) // addStep as a function; created only once, because a method value allocates
}

func (t *stepTexts) reset() { t.text, t.ends, t.rows = t.text[:0], t.ends[:0], t.rows[:0] }

// of returns the steps of row i, as the range [first, end).
func (t *stepTexts) of(i int) (first, end int32) {
	if i > 0 {
		first = t.rows[i-1]
	}
	return first, t.rows[i]
}

// start returns the position in text where a step starts.
func (t *stepTexts) start(step int32) int32 {
	if step == 0 {
		return 0
	}
	return t.ends[step-1] + 1
}

// appendArray appends the steps of row i as a JSON array, or nothing if there are none.
func (t *stepTexts) appendArray(dst []byte, i int) []byte {
	first, end := t.of(i)
	if first == end {
		return dst
	}
	return append(append(append(dst, '['), t.text[t.start(first):t.ends[end-1]]...), ']')
}

// stepValues returns the steps of row i, in the batch's scratch memory. They are valid until
// the next call.
func (b *Batch) stepValues(i int) [][]byte {
	b.values = b.values[:0]
	t := &b.steps
	first, end := t.of(i)
	for s := first; s < end; s++ {
		b.values = append(b.values, t.text[t.start(s):t.ends[s]])
	}
	return b.values
}

// addRow adds the next row with the steps of a puzzle, and returns its rating. If the ladder does
// not reach the solution, the row has the steps of a search if search is set, and no steps
// otherwise.
func (t *stepTexts) addRow(l *ladder.Ladder, puzzle *solver.Grid, search bool) (r ladder.Rating) {
	if t.add == nil {
		t.add = t.addStep
	}
	if search {
		r = l.ExplainSearch(puzzle, t.add)
		t.endRow()
		return r
	}
	text, ends := len(t.text), len(t.ends)
	if r = l.Explain(puzzle, t.add); !r.Solved {
		t.text, t.ends = t.text[:text], t.ends[:ends]
	}
	t.endRow()
	return r
}

func (t *stepTexts) endRow() { t.rows = append(t.rows, int32(len(t.ends))) }

// addStep adds a step to the current row.
func (t *stepTexts) addStep(s *ladder.Step) {
	t.text = steps.Append(t.text, s)
	t.ends = append(t.ends, int32(len(t.text)))
	t.text = append(t.text, ',')
}
