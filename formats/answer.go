package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// An AnswerClass is the result of comparing an answer in the input with the solution.
type AnswerClass uint8

// The classes of answers.
const (
	NoAnswer   AnswerClass = iota // there is no answer or no puzzle
	Match                         // the solution that gridmill found, or any valid solution if gridmill found none
	Other                         // a valid solution, but not the one that gridmill found
	Wrong                         // a full grid that does not solve the puzzle
	Incomplete                    // a grid with blanks
	Unreadable                    // not a grid
	NumAnswers = iota             // number of classes

	// unjudged is the class of a readable answer until CompleteResults classifies it.
	unjudged = AnswerClass(NumAnswers)
)

// String returns the name of the class in outputs. For NoAnswer, it is the empty string.
func (a AnswerClass) String() string { return answerClassNames[a] }

var answerClassNames = []string{"", "match", "other", "wrong", "incomplete", "unreadable"}

// classify returns NoAnswer if there is no puzzle. If class is unjudged, classify determines the
// class from the answer, the puzzle and the result of the search. Otherwise, it returns class.
func classify(class AnswerClass, answer, puzzle *solver.Grid, r *solver.Result) AnswerClass {
	switch {
	case r.Verdict == solver.Invalid:
		return NoAnswer
	case class != unjudged:
		return class
	case *answer == r.Solution, r.Verdict == solver.Unfinished && r.Count == 0 && answer.SolutionOf(puzzle):
		return Match
	case answer.SolutionOf(puzzle):
		return Other
	case !answer.Full():
		return Incomplete
	}
	return Wrong
}

// makeAnswers makes room for the answers of n rows. It marks new answers as unjudged.
func (b *Batch) makeAnswers(n int) {
	had := len(b.Answers)
	b.answerGrids = slices.Grow(b.answerGrids, n-had)[:n]
	b.Answers = slices.Grow(b.Answers, n-had)[:n]
	for i := had; i < n; i++ {
		b.Answers[i] = unjudged
	}
}

// setAnswer sets the class of row i's answer. If the answer is not a grid, reason says why. An
// empty answer, as in the solution column of an earlier run, counts as missing.
func (b *Batch) setAnswer(i int, reason Reason) {
	switch {
	case reason.Kind == gridtext.Empty:
		b.Answers[i] = NoAnswer
	case reason.Kind != gridtext.NoReason:
		b.Answers[i] = Unreadable
	default:
		b.Answers[i] = unjudged
	}
}

// AnswerGrid returns the grid of row i's answer, or nil if the row has no readable answer.
func (b *Batch) AnswerGrid(i int) *solver.Grid {
	if len(b.Answers) == 0 || b.Answers[i] == NoAnswer || b.Answers[i] == Unreadable {
		return nil
	}
	return &b.answerGrids[i]
}
