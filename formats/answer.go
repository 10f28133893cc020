package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// An AnswerClass says what an answer that came with a puzzle is worth.
type AnswerClass uint8

// The classes of answers.
const (
	NoAnswer   AnswerClass = iota // there is none, or no puzzle to compare it with
	Match                         // the solution that was found, or a valid one where the budget ran out before any was
	Other                         // a valid solution, but not the one that was found
	Wrong                         // a grid that does not solve the puzzle
	Unreadable                    // not a full grid
	NumAnswers = iota             // how many there are

	// unjudged is an answer that Parse could read and Conclude has yet to judge.
	unjudged = AnswerClass(NumAnswers)
)

// String returns the class as it stands in the output.
func (a AnswerClass) String() string { return answerClassNames[a] }

var answerClassNames = [NumAnswers]string{"", "match", "other", "wrong", "unreadable"}

// classify compares an answer that could be read with the puzzle and with what was
// found. Others keep their class. Other does not say that the puzzle has several
// solutions: where the search stopped early, it is not known whether there are more.
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
		return Unreadable
	}
	return Wrong
}

// makeAnswers makes room for the answers of rows up to n.
func (b *Batch) makeAnswers(n int) {
	b.answerGrids = slices.Grow(b.answerGrids, n-len(b.answerGrids))[:n]
	b.Answers = slices.Grow(b.Answers, n-len(b.Answers))[:n]
}

// setAnswer notes what Parse knows of row i's answer, given what is wrong with its
// text: that there is none, that it is no grid, or that it is still to be judged. An
// empty answer is none, so that the output of a run can be the input of another.
func (b *Batch) setAnswer(i int, reading Reason) {
	switch {
	case reading.Kind == gridtext.Empty:
		b.Answers[i] = NoAnswer
	case reading.Kind != gridtext.NoReason:
		b.Answers[i] = Unreadable
	default:
		b.Answers[i] = unjudged
	}
}

// answersReadable notes that the answers of rows [from, to) are still to be judged.
func (b *Batch) answersReadable(from, to int) {
	for i := from; i < to; i++ {
		b.setAnswer(i, Reason{})
	}
}
