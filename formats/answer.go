package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// An AnswerClass is the result of comparing the answer that came with a puzzle with the solution.
type AnswerClass uint8

// The classes of answers.
const (
	NoAnswer   AnswerClass = iota // there is no answer, or no puzzle to compare it with
	Match                         // the solution that was found, or a valid one if the budget ran out before any was found
	Other                         // a valid solution, but not the one that was found
	Wrong                         // a grid that does not solve the puzzle
	Incomplete                    // a grid with blanks
	Unreadable                    // not a grid
	NumAnswers = iota             // number of classes

	// unjudged is the class of an answer that Parse could read and that Conclude has not classified
	// yet.
	unjudged = AnswerClass(NumAnswers)
)

// String returns the name of the class in outputs.
func (a AnswerClass) String() string { return answerClassNames[a] }

var answerClassNames = []string{"", "match", "other", "wrong", "incomplete", "unreadable"}

// classify compares a readable answer with the puzzle and with the result of the search. Answers
// that could not be read keep their class. Other does not imply that the puzzle has several
// solutions: if the search stopped early, it is not known whether there are more.
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

// makeAnswers makes room for the answers of n rows.
func (b *Batch) makeAnswers(n int) {
	b.answerGrids = slices.Grow(b.answerGrids, n-len(b.answerGrids))[:n]
	b.Answers = slices.Grow(b.Answers, n-len(b.Answers))[:n]
}

// setAnswer records what Parse knows about row i's answer. reading is the reason why the answer's
// text is not a grid, if any. An empty answer counts as missing, so that the output of one run can
// be the input of another.
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

// answersReadable records that the answers of rows [from, to) could be read and have yet to be
// classified.
func (b *Batch) answersReadable(from, to int) {
	for i := from; i < to; i++ {
		b.setAnswer(i, Reason{})
	}
}
