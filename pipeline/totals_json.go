package pipeline

import (
	"encoding/json"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
	"github.com/gridmill/gridmill/solver"
)

// totalsJSON is the form in which totals are stored next to parts. It has names instead of numbers
// and is exact, so that a resumed run has the same totals as an uninterrupted one.
type totalsJSON struct {
	Rows     int64            `json:"rows"`
	Verdicts map[string]int64 `json:"verdicts"`
	Answers  map[string]int64 `json:"answers,omitempty"`
	Clues    map[int]int64    `json:"clues,omitempty"`
	Guesses  *Histogram       `json:"guesses"`
	Hardest  []Hard           `json:"hardest"`
	Reasons  []reasonJSON     `json:"reasons,omitempty"`
	Misfits  map[string]int64 `json:"misfit_values,omitempty"` // by column
}

type reasonJSON struct {
	Reason string `json:"reason"` // the code of the first row
	Rows   int64  `json:"rows"`
	Row    int64  `json:"row"` // its number
	File   string `json:"file"`
	Line   int64  `json:"line"`
	Text   string `json:"text,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (t *Totals) MarshalJSON() ([]byte, error) {
	j := totalsJSON{
		Rows: t.Rows, Verdicts: CountsBy(t.Verdicts[:], verdictName), Answers: CountsBy(t.Answers[:], answerName),
		Clues:   CountsBy(t.Clues[:], func(clues int) int { return clues }),
		Guesses: &t.Guesses, Hardest: append([]Hard{}, t.Hardest...), Misfits: t.Misfits.ByColumn(),
	}
	for _, r := range t.Reasons {
		j.Reasons = append(j.Reasons, reasonJSON{r.First.Code(), r.Rows, r.Row, r.File, r.Line, r.Text.String()})
	}
	return json.Marshal(j)
}

// CountsBy maps the name of each index to its count, without counts of 0.
func CountsBy[K comparable](counts []int64, name func(i int) K) map[K]int64 {
	named := map[K]int64{}
	for i, n := range counts {
		if n > 0 {
			named[name(i)] = n
		}
	}
	return named
}

// UnmarshalJSON implements json.Unmarshaler. It rejects impossible totals.
func (t *Totals) UnmarshalJSON(text []byte) error {
	j := totalsJSON{Guesses: &Histogram{}}
	if err := exactjson.Decode(text, &j); err != nil {
		return err
	}
	if j.Guesses == nil {
		j.Guesses = &Histogram{}
	}
	*t = Totals{Rows: j.Rows, Guesses: *j.Guesses, Misfits: formats.MisfitsOf(j.Misfits)}
	if err := takeCounts(t.Verdicts[:], j.Verdicts, verdictName); err != nil {
		return err
	}
	if err := takeCounts(t.Answers[:], j.Answers, answerName); err != nil {
		return err
	}
	rows := int64(0)
	for _, n := range t.Verdicts {
		rows += n
	}
	if rows != t.Rows {
		return fmt.Errorf("the verdicts of %d rows add up to %d", t.Rows, rows)
	}
	if err := t.takeClues(j.Clues); err != nil {
		return err
	}
	for _, h := range j.Hardest {
		if h.Row < 1 || h.Line < 0 || h.Guesses < 0 {
			return fmt.Errorf("a puzzle cannot be in row %d, line %d, and take %d guesses", h.Row, h.Line, h.Guesses)
		}
		t.insert(h)
	}
	return t.takeReasons(j.Reasons)
}

// takeClues sets the counts of puzzles by clues.
func (t *Totals) takeClues(clues map[int]int64) error {
	puzzles := int64(0)
	for n, count := range clues {
		if n < 0 || n > solver.Cells || count < 1 {
			return fmt.Errorf("%d puzzles cannot have %d clues", count, n)
		}
		t.Clues[n] = count
		puzzles += count
	}
	if want := t.Rows - t.Verdicts[solver.Invalid]; puzzles != want {
		return fmt.Errorf("it has the clues of %d puzzles, but counts %d", puzzles, want)
	}
	return nil
}

// takeReasons sets the counts of invalid rows by reason, which may be incomplete.
func (t *Totals) takeReasons(reasons []reasonJSON) error {
	for _, r := range reasons {
		first, known := formats.ParseReason(r.Reason)
		if !known {
			return fmt.Errorf("%q is not the code of a reason", r.Reason)
		}
		if r.Rows < 1 || r.Row < 1 || r.Line < 0 {
			return fmt.Errorf("%d rows from row %d, line %d, on cannot be invalid", r.Rows, r.Row, r.Line)
		}
		t.Reasons.Merge(formats.ReasonCounts{{First: first, Rows: r.Rows, Row: r.Row, File: r.File, Line: r.Line, Text: formats.ExcerptOf(r.Text)}})
	}
	if rows, invalid := t.Reasons.Rows(), t.Verdicts[solver.Invalid]; rows > invalid {
		return fmt.Errorf("it has reasons for %d invalid rows, but counts %d", rows, invalid)
	}
	return nil
}

// takeCounts sets counts from a map of names to counts. All names must be known.
func takeCounts(counts []int64, named map[string]int64, nameOf func(int) string) error {
	known := 0
	for i := range counts {
		n, given := named[nameOf(i)]
		if n < 0 {
			return fmt.Errorf("%d rows cannot be %q", n, nameOf(i))
		}
		if given {
			known++
		}
		counts[i] = n
	}
	if known < len(named) {
		return fmt.Errorf("it counts %d classes of rows that do not exist", len(named)-known)
	}
	return nil
}

func verdictName(v int) string { return solver.Verdict(v).String() }

// answerName returns the name of an answer class, or "no answer".
func answerName(a int) string {
	if a == int(formats.NoAnswer) {
		return "no answer"
	}
	return formats.AnswerClass(a).String()
}

// histogramJSON holds the counts that are not 0, each with the smallest number of its bucket.
type histogramJSON struct {
	Sum    int64      `json:"sum"`
	Max    int32      `json:"max"`
	Counts [][2]int64 `json:"counts"`
}

// MarshalJSON implements json.Marshaler.
func (h *Histogram) MarshalJSON() ([]byte, error) {
	j := histogramJSON{Sum: h.sum, Max: h.max, Counts: [][2]int64{}}
	for i, n := range h.used() {
		if n > 0 {
			j.Counts = append(j.Counts, [2]int64{int64(least(i)), n})
		}
	}
	return json.Marshal(j)
}

// UnmarshalJSON implements json.Unmarshaler.
func (h *Histogram) UnmarshalJSON(text []byte) error {
	var j histogramJSON
	if err := exactjson.Decode(text, &j); err != nil {
		return err
	}
	if j.Sum < 0 || j.Max < 0 {
		return fmt.Errorf("a histogram cannot have the sum %d and the maximum %d", j.Sum, j.Max)
	}
	*h = Histogram{sum: j.Sum, max: j.Max}
	for _, c := range j.Counts {
		number, n := c[0], c[1]
		if number < 0 || number > int64(j.Max) || n < 1 {
			return fmt.Errorf("a histogram up to %d cannot count %d %d times", j.Max, number, n)
		}
		h.counts[bucket(int32(number))] += n
		h.n += n
	}
	return nil
}
