package pipeline

import (
	"fmt"
	"math"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// AllColumns is the set of all columns. Stored totals are compared in all of them.
var AllColumns = formats.ColumnSet{math.MaxUint64, math.MaxUint64}

// Differences returns a sentence for each figure in which t differs from expected, except the
// number of rows. It compares only figures that can be counted from columns. Row 1 of t is row
// before+1 of expected.
func (t *Totals) Differences(expected *Totals, columns formats.ColumnSet, before int64) (found []string) {
	differs := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	if columns.Has(formats.VerdictColumn) {
		for v, n := range t.Verdicts {
			if wanted := expected.Verdicts[v]; n != wanted {
				differs("%d of its rows are %s, expected %d", n, solver.Verdict(v), wanted)
			}
		}
		for clues, n := range t.Clues {
			if wanted := expected.Clues[clues]; n != wanted {
				differs("%d of its puzzles have %d clues, expected %d", n, clues, wanted)
			}
		}
	}
	if columns.Has(formats.AnswerColumn) {
		for a, n := range t.Answers {
			if wanted := expected.Answers[a]; n != wanted {
				differs("%d of its rows have the answer class %q, expected %d", n, answerName(a), wanted)
			}
		}
	}
	if columns.Has(formats.GuessesColumn) {
		t.Guesses.compare(&expected.Guesses, differs)
		t.compareHardest(expected.Hardest, before, differs)
	}
	return found
}

// compare describes how h differs from the expected histogram.
func (h *Histogram) compare(expected *Histogram, differs func(format string, args ...any)) {
	switch {
	case h.sum != expected.sum:
		differs("its guesses add up to %d, expected %d", h.sum, expected.sum)
	case h.max != expected.max:
		differs("its largest number of guesses is %d, expected %d", h.max, expected.max)
	}
	for i, n := range h.counts {
		if wanted := expected.counts[i]; n != wanted {
			differs("%d of its puzzles took %s, expected %d", n, guessesOf(i), wanted)
			return // later differences follow from this one
		}
	}
}

// guessesOf describes the number of guesses that a bucket counts.
func guessesOf(bucket int) string {
	if bucket < exact {
		return fmt.Sprintf("%d guesses", bucket)
	}
	return fmt.Sprintf("about %d guesses", least(bucket))
}

// compareHardest describes the first of the hardest puzzles that differs from the expected one. It
// does not compare files and lines, because results do not contain them.
func (t *Totals) compareHardest(expected []Hard, before int64, differs func(format string, args ...any)) {
	if len(t.Hardest) != len(expected) {
		differs("it lists %d hardest puzzles, expected %d", len(t.Hardest), len(expected))
		return
	}
	for i, h := range t.Hardest {
		switch e := expected[i]; {
		case h.Row+before != e.Row || h.Guesses != e.Guesses:
			differs("its hardest puzzle number %d is row %d with %d guesses, expected row %d with %d", i+1, h.Row, h.Guesses, e.Row-before, e.Guesses)
			return
		case h.Puzzle != e.Puzzle:
			differs("its hardest puzzle number %d, row %d, is a different one, expected %s", i+1, h.Row, &e.Puzzle)
			return
		}
	}
}
