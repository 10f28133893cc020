package verify

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
)

// A rowCheck checks the rows of a result.
type rowCheck struct {
	columns formats.ColumnSet // columns of the result
	limits  solver.Config     // recorded limits of the search; zero if they are not recorded
	kinds   generate.Mixture  // the puzzles that the run was asked to generate; nil if that is not known
	extras  ExtrasCheck
}

// report is a function that reports an error in the current row.
type report func(format string, args ...any)

// check reports the faults of row i of b. Call c.extras.findOf(b) first.
func (c *rowCheck) check(b *formats.Batch, i int, fault report) {
	if checkReading(b, i, fault) {
		checkSolution(&b.Puzzles[i], &b.Results[i], fault)
		if c.limits != (solver.Config{}) && c.columns.Has(formats.VerdictColumn) {
			if err := impossible(&c.limits, b.Results[i].Verdict); err != nil {
				fault("%w", err)
			}
		}
		c.checkReason(b, i, fault)
		c.checkStatistics(b, i, fault)
		c.checkAnswer(b, i, fault)
		c.checkWeight(b, i, fault)
		if found := c.extras.results; found != nil && found[i].Verdict == b.Results[i].Verdict {
			c.extras.Compare(i, func(dst []byte, column formats.Column) []byte {
				if column == formats.ComputedMinimalColumn && c.columns.Has(formats.MinimalColumn) {
					return strconv.AppendBool(dst, b.Minimal[i])
				}
				return b.AppendExtra(dst, i, column)
			}, fault)
		}
	}
}

// CheckUsable returns an error unless row i can be copied to another result. The row's values must
// be readable, and its solution must be consistent with its verdict, count and puzzle.
func CheckUsable(b *formats.Batch, i int) (err error) {
	fault := func(format string, args ...any) { err = fmt.Errorf(format, args...) }
	if checkReading(b, i, fault) {
		checkSolution(&b.Puzzles[i], &b.Results[i], fault)
	}
	return err
}

// checkReading checks that the values of row i are readable. If the puzzle cannot be read, the
// verdict must be "invalid". If the puzzle can be read, the verdict can be "invalid" only if the
// input row was malformed. checkReading returns false if it reports a fault.
func checkReading(b *formats.Batch, i int, fault report) bool {
	verdict, isPuzzle := b.Results[i].Verdict, b.Puzzles[i][0] != 0
	switch {
	case b.Unsplit(i):
		fault("the row cannot be split into its columns (%s)", b.Reasons[i])
	case b.Readback[i].Damaged != (formats.ColumnSet{}):
		for column := range b.Readback[i].Damaged.All() {
			fault("%s is %s, which gridmill never writes in this column", column, quoted(b.ReadbackText(i, column)))
		}
	case verdict != solver.Invalid && !isPuzzle:
		fault("the verdict is %s, but must be invalid because the puzzle cannot be read (%s)", verdict, b.Reasons[i])
	case verdict == solver.Invalid && isPuzzle && !b.Readback[i].Reason.Malformed():
		fault("the verdict is \"invalid\", but the puzzle can be read")
	default:
		return true
	}
	return false
}

// countsOf lists the minimum and maximum number of solutions for each verdict.
var countsOf = [solver.NumVerdicts][2]int32{
	solver.Unique: {1, 1}, solver.Solved: {1, 1}, solver.Multiple: {2, 1<<31 - 1}, solver.Unfinished: {0, 1},
}

// checkSolution checks that a solution is consistent with the verdict, the count and the puzzle.
func checkSolution(puzzle *solver.Grid, r *solver.Result, fault report) {
	hasSolution := r.Solution[0] != 0
	counts := countsOf[r.Verdict]
	switch {
	case r.Count < counts[0]:
		fault("solution_count is %d, expected at least %d with the verdict %s", r.Count, counts[0], r.Verdict)
	case r.Count > counts[1]:
		fault("solution_count is %d, expected at most %d with the verdict %s", r.Count, counts[1], r.Verdict)
	case r.Count == 0 && hasSolution:
		fault("there is a solution, but solution_count is 0")
	case r.Count > 0 && !hasSolution:
		fault("there is no solution, but solution_count is %d", r.Count)
	}
	if hasSolution && puzzle[0] != 0 {
		if err := CheckSolution(&r.Solution, puzzle); err != nil {
			fault("%w", err)
		}
	}
}

// checkReason checks the reason of a row. An invalid row must have a reason. A row in which a clue
// repeats in a house must have a reason that says so. All other rows must have no reason.
func (c *rowCheck) checkReason(b *formats.Batch, i int, fault report) {
	if !c.columns.Has(formats.ReasonColumn) {
		return
	}
	r := &b.Results[i]
	claimed, expected := b.Readback[i].Reason, formats.Reason{}
	if r.Verdict == solver.Invalid {
		if claimed == expected {
			fault("the verdict is \"invalid\", but the reason is missing")
		}
		return
	}
	if r.Count == 0 {
		if repeat, repeats := b.Puzzles[i].FindRepeat(); repeats {
			expected = formats.RepeatReason(repeat)
			if r.Verdict != solver.None {
				fault("%s, so the verdict must be none, but is %s", expected, r.Verdict)
			}
		}
	}
	switch {
	case claimed == expected:
	case expected != formats.Reason{}:
		fault("the reason is %q, expected %q", claimed, expected)
	default:
		fault("the reason is %q, expected no reason", claimed)
	}
}

// checkStatistics counts the clues again. It compares the other statistics with each other and with
// the verdict.
func (c *rowCheck) checkStatistics(b *formats.Batch, i int, fault report) {
	r := &b.Results[i]
	has := c.columns.Has
	clues := int32(0)
	if r.Verdict != solver.Invalid {
		clues = countClues(&b.Puzzles[i])
	}
	if has(formats.CluesColumn) && b.Readback[i].Clues != clues {
		fault("clues is %d, expected %d", b.Readback[i].Clues, clues)
	}
	if r.Verdict == solver.Invalid && r.Stats != (solver.Stats{}) {
		fault("the row is invalid, so all of its statistics should be 0")
		return
	}
	if !has(formats.GuessesColumn) {
		return
	}
	depth, backtracks := has(formats.DepthColumn), has(formats.BacktracksColumn)
	leaves := r.Count + r.Backtracks
	switch {
	case r.Verdict == solver.Unfinished && r.Guesses == 0:
		fault("guesses is 0, but must be at least 1 because the verdict is unfinished")
	case depth && r.MaxDepth > r.Guesses:
		fault("max_depth is %d, but guesses is only %d", r.MaxDepth, r.Guesses)
	case depth && r.MaxDepth == 0 && r.Guesses > 0:
		fault("max_depth is 0, but must be at least 1 because guesses is %d", r.Guesses)
	case backtracks && r.Backtracks > r.Guesses:
		fault("backtracks is %d, but guesses is only %d", r.Backtracks, r.Guesses)
	case backtracks && (r.Verdict == solver.Unique || r.Verdict == solver.None) && r.Guesses-leaves > 0:
		// A search that covers the whole tree with n guesses has n+1 branches. Each branch ends
		// with a solution or a contradiction. A contradiction undoes a guess, unless it ends the
		// search.
		fault("backtracks is %d, but must be at least %d because guesses is %d and the verdict is %s", r.Backtracks, r.Guesses-r.Count, r.Guesses, r.Verdict)
	}
}

// checkAnswer classifies the answer again and compares its class with the class in the result.
func (c *rowCheck) checkAnswer(b *formats.Batch, i int, fault report) {
	if !c.columns.Has(formats.AnswerColumn) || len(b.Answers) == 0 {
		return
	}
	expected := formats.NoAnswer
	// So far, b.Answers says only whether the answer is missing or unreadable.
	if b.Answers[i] != formats.NoAnswer {
		expected = classOf(b.AnswerGrid(i), &b.Puzzles[i], &b.Results[i])
	}
	if claimed := b.Readback[i].Answer; claimed != expected {
		fault("answer is %s, expected %s", quoted(claimed.String()), quoted(expected.String()))
	}
}

// classOf returns the class of a nonempty answer. answer is nil if the answer cannot be read.
func classOf(answer, puzzle *solver.Grid, r *solver.Result) formats.AnswerClass {
	switch {
	case r.Verdict == solver.Invalid:
		return formats.NoAnswer
	case answer == nil:
		return formats.Unreadable
	case countClues(answer) < solver.Cells:
		return formats.Incomplete
	case *answer == r.Solution:
		return formats.Match
	case !isSolution(answer, puzzle):
		return formats.Wrong
	case r.Verdict == solver.Unfinished && r.Count == 0:
		return formats.Match
	}
	return formats.Other
}

// mostQuoted is the maximum number of bytes of a value that a message quotes.
const mostQuoted = 100

func quoted(text string) string {
	if len(text) > mostQuoted {
		return strconv.Quote(text[:mostQuoted]) + "..."
	}
	return strconv.Quote(text)
}

// checkWeight checks that only minimal puzzles have weights, and that each weight fits the number
// of clues. If the options of the run are known, the minimal and weight columns must agree with the
// options.
func (c *rowCheck) checkWeight(b *formats.Batch, i int, fault report) {
	hasMinimal, hasWeight := c.columns.Has(formats.MinimalColumn), c.columns.Has(formats.WeightColumn)
	minimal, weighted, clues := b.Minimal[i], b.Weighted[i], b.Puzzles[i].Clues()
	mayMakeOther := func(p generate.Part) bool { return !p.Harder && !p.Minimal && !p.AllMinimal() }
	if hasMinimal && !minimal && c.kinds != nil && !slices.ContainsFunc(c.kinds, mayMakeOther) {
		fault("minimal is false, but the run made only minimal puzzles")
	}
	switch of := int(b.Readback[i].WeightClues); {
	case weighted && of != clues:
		fault("the weight is for puzzles with %d clues, but this puzzle has %d", of, clues)
	case weighted && hasMinimal && !minimal:
		fault("minimal is false, so there should be no weight")
	case weighted && c.kinds != nil && !c.kinds.Weighted():
		fault("there is a weight, but the options of the run that wrote the result do not allow weights")
	case !weighted && hasWeight && c.kinds.Weighted() && formats.HasWeight(clues):
		fault("the weight for puzzles with %d clues is missing", clues)
	}
}
