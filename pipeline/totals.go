package pipeline

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// Totals sums up a run, a part or a batch.
type Totals struct {
	Rows     int64
	Verdicts [solver.NumVerdicts]int64
	Answers  [formats.NumAnswers]int64
	Clues    [solver.Cells + 1]int64 // valid puzzles by their number of clues
	Guesses  Histogram               // guesses of each valid puzzle
	Hardest  []Hard                  // at most ten puzzles that took guesses, most guesses first, without duplicates
	// Reasons counts the invalid rows and the puzzles with repeated clues, by kind of reason.
	Reasons formats.ReasonCounts
	// Scores counts the scores of model outputs. It is empty if nothing is scored.
	Scores         formats.ScoreCounts
	formats.Events // empty in the totals of a batch (see Batch.Events)
}

// Hard is a puzzle that took many guesses.
type Hard struct {
	Row     int64       `json:"row"` // number in the data set, counted from 1
	File    string      `json:"file"`
	Line    int64       `json:"line"` // counted from 1; the row number if the format has no lines
	Guesses int32       `json:"guesses"`
	Puzzle  solver.Grid `json:"puzzle"`
}

const hardest = 10

// add adds the rows of a batch. These rows must follow the rows counted so far.
func (t *Totals) add(b *formats.Batch) {
	t.Rows += int64(b.Len())
	bar := t.bar()
	for i := range b.Results {
		r := &b.Results[i]
		t.Verdicts[r.Verdict]++
		if r.Verdict == solver.Invalid || r.Verdict == solver.None && r.Guesses == 0 {
			t.Reasons.Add(b, i)
		}
		if r.Verdict == solver.Invalid {
			continue
		}
		t.Clues[b.Puzzles[i].Clues()]++
		t.Guesses.Add(r.Guesses)
		if int64(r.Guesses) >= bar {
			file, line := b.Origin(i)
			t.insert(Hard{b.First + int64(i) + 1, file, line, r.Guesses, b.Puzzles[i]})
			bar = t.bar()
		}
	}
	for _, a := range b.Answers {
		t.Answers[a]++
	}
	b.CountMisfits()
	t.Scores.Add(b)
}

// reset sets the totals to zero but keeps their memory.
func (t *Totals) reset() {
	t.Scores.Reset()
	*t = Totals{Guesses: Histogram{counts: t.Guesses.counts[:0]}, Hardest: t.Hardest[:0], Reasons: t.Reasons[:0], Scores: t.Scores}
}

// bar returns the minimum number of guesses with which a later row can enter Hardest.
func (t *Totals) bar() int64 {
	if len(t.Hardest) < hardest {
		return 1
	}
	return int64(t.Hardest[hardest-1].Guesses) + 1
}

// insert inserts h into Hardest, which is sorted by guesses in descending order and then by row.
// A puzzle that occurs several times is listed once, for the row with the most guesses.
func (t *Totals) insert(h Hard) {
	at, _ := slices.BinarySearchFunc(t.Hardest, h, func(a, b Hard) int {
		return cmp.Or(cmp.Compare(b.Guesses, a.Guesses), cmp.Compare(a.Row, b.Row))
	})
	if same := slices.IndexFunc(t.Hardest, func(o Hard) bool { return o.Puzzle == h.Puzzle }); same >= 0 {
		if same < at {
			return
		}
		t.Hardest = slices.Delete(t.Hardest, same, same+1)
	}
	t.Hardest = slices.Insert(t.Hardest, at, h)
	t.Hardest = t.Hardest[:min(len(t.Hardest), hardest)]
}

// Merge adds the totals in o to t.
func (t *Totals) Merge(o *Totals) {
	t.Rows += o.Rows
	addCounts(t.Verdicts[:], o.Verdicts[:])
	addCounts(t.Answers[:], o.Answers[:])
	addCounts(t.Clues[:], o.Clues[:])
	t.Guesses.merge(&o.Guesses)
	for _, h := range o.Hardest {
		t.insert(h)
	}
	t.Reasons.Merge(o.Reasons)
	t.Events.Merge(&o.Events)
	t.Scores.Merge(&o.Scores)
}

func addCounts(to, from []int64) {
	for i, n := range from {
		to[i] += n
	}
}

// Differences returns the names of the figures in which t differs from expected. t holds the totals
// of a part's file, and before is the number of rows that precede the part. Differences skips
// figures whose column is not in columns. It ignores Hard.File and Hard.Line. In t, they refer to
// the part's file. In expected, they refer to an input.
func (t *Totals) Differences(expected *Totals, columns formats.ColumnSet, before int64) (figures []string) {
	for _, figure := range []struct {
		name    string
		column  formats.Column
		differs bool
	}{
		{"verdicts", formats.VerdictColumn, t.Verdicts != expected.Verdicts},
		{"clues", formats.VerdictColumn, t.Clues != expected.Clues},
		{"answers", formats.AnswerColumn, t.Answers != expected.Answers},
		{"guesses", formats.GuessesColumn, !reflect.DeepEqual(t.Guesses, expected.Guesses)},
		{"hardest puzzles", formats.GuessesColumn, !slices.EqualFunc(t.Hardest, expected.Hardest, func(a, b Hard) bool {
			return a.Row+before == b.Row && a.Guesses == b.Guesses && a.Puzzle == b.Puzzle
		})},
	} {
		if figure.differs && columns.Has(figure.column) {
			figures = append(figures, figure.name)
		}
	}
	return figures
}

// AnswerCounts returns the number of rows in each class of answers, keyed by the class name. Rows
// without an answer are in the class "missing". If no answers were checked, AnswerCounts returns
// nil.
func (t *Totals) AnswerCounts() map[string]int64 {
	if slices.Max(t.Answers[:]) == 0 {
		return nil
	}
	counts := map[string]int64{"missing": t.Answers[formats.NoAnswer]}
	for a := formats.Match; a < formats.NumAnswers; a++ {
		counts[a.String()] = t.Answers[a]
	}
	return counts
}

// Full returns the number of puzzles without blank cells.
func (t *Totals) Full() int64 { return t.Clues[solver.Cells] }

// AllInvalid reports whether t counts invalid rows and no other rows.
func (t *Totals) AllInvalid() bool { return t.Rows > 0 && t.Verdicts[solver.Invalid] == t.Rows }

// Unsolved returns the number of rows without a proven solution: invalid rows, puzzles without a
// solution, and unfinished puzzles.
func (t *Totals) Unsolved() int64 {
	return t.Verdicts[solver.Invalid] + t.Verdicts[solver.None] + t.Verdicts[solver.Unfinished]
}

// WrongAnswers returns the number of rows whose answer does not solve the puzzle.
func (t *Totals) WrongAnswers() int64 {
	return t.Answers[formats.Wrong] + t.Answers[formats.Incomplete] + t.Answers[formats.Unreadable]
}
