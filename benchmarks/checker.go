package benchmarks

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// checker compares the answers of variants with those of the reference. It also writes all answers,
// including those of external programs, to Progress.Diff.
type checker struct {
	budget int32       // maximum number of guesses per puzzle
	diff   *csv.Writer // nil if no diff was requested
	found  DisagreementError
}

// diffColumns lists the columns of the diff. puzzle is the morph that the solver received.
// corpus_puzzle is its original, and line is the line of the original in the corpus file.
var diffColumns = []string{"corpus", "line", "puzzle", "solver", "kernel", "verdict", "solution_count", "solution", "guesses", "backtracks", "max_depth", "passes", "disagreement", "corpus_puzzle"}

func newChecker(budget int32, diff io.Writer) *checker {
	c := &checker{budget: budget}
	if diff != nil {
		c.diff = csv.NewWriter(diff)
		_ = c.diff.Write(diffColumns) // c.err reports errors
	}
	return c
}

// check checks r, a variant's result for puzzle i of s, and writes r to the diff.
func (c *checker) check(v *variant, s *puzzleSet, i int, r *solver.Result) {
	why := disagreement(&s.puzzles[i], r, s.truth(i), c.budget)
	if why != "" {
		if c.found.Count++; len(c.found.First) < shownDisagreements {
			d := Disagreement{s.corpus.Name, v.name, v.kernel, s.line(i), *s.original(i), s.puzzles[i], why}
			c.found.First = append(c.found.First, d)
		}
	}
	if c.diff == nil {
		return
	}
	number := func(n int32) string { return strconv.Itoa(int(n)) }
	c.write(s, i, v.name, v.kernel, r.Verdict.String(), number(r.Count), textOf(&r.Solution),
		number(r.Guesses), number(r.Backtracks), number(r.MaxDepth), number(r.Passes), why)
}

// writeProgram writes a row of the diff for a program's answer to puzzle i of s. Values that the
// program does not print are empty.
func (c *checker) writeProgram(name string, s *puzzleSet, i int, a *programAnswer) {
	count := ""
	if a.counted {
		count = strconv.Itoa(a.count)
	}
	c.write(s, i, name, "", "", count, textOf(&a.solution), "", "", "", "", a.wrong)
}

// write writes a row of the diff. answer holds the columns between puzzle and corpus_puzzle.
func (c *checker) write(s *puzzleSet, i int, answer ...string) {
	row := append([]string{s.corpus.Name, strconv.FormatInt(s.line(i), 10), s.puzzles[i].String()}, answer...)
	_ = c.diff.Write(append(row, s.original(i).String())) // c.err reports errors
}

// textOf returns g as text, or "" if g is the zero Grid.
func textOf(g *solver.Grid) string {
	if *g == (solver.Grid{}) {
		return ""
	}
	return g.String()
}

// err returns an error if any disagreements were found, or if the diff could not be written.
func (c *checker) err() error {
	if c.diff != nil {
		c.diff.Flush()
		if err := c.diff.Error(); err != nil {
			return err
		}
	}
	switch {
	case c.found.Count > len(c.found.First):
		return &option.Error{Options: []option.Name{option.Diff}, Err: &c.found}
	case c.found.Count > 0:
		return &c.found
	}
	return nil
}

// disagreement describes what is wrong with a result. It returns "" if nothing is wrong. If the
// budget cut off a search, the result may be incomplete but must not contradict the truth.
func disagreement(puzzle *solver.Grid, r *solver.Result, want truth, budget int32) string {
	cutOff := budget > 0 && (r.Verdict == solver.Unfinished || r.Verdict == solver.Multiple && r.Guesses >= budget)
	switch {
	case r.Count > 0 && !r.Solution.SolutionOf(puzzle):
		return "its solution does not solve the puzzle"
	case r.Count == 0 && r.Solution != (solver.Grid{}):
		return "it returned a solution but counted none"
	case cutOff && r.Count > want.count:
		return fmt.Sprintf("its solution count is %d, expected at most %d", r.Count, want.count)
	case cutOff:
		return ""
	case r.Verdict != want.verdict:
		return fmt.Sprintf("it reported %s, but the correct verdict is %s", r.Verdict, want.verdict)
	case r.Count != want.count:
		return fmt.Sprintf("its solution count is %d, expected %d", r.Count, want.count)
	}
	return ""
}

// A Disagreement is a wrong answer given by a variant.
type Disagreement struct {
	Corpus, Solver, Kernel string
	Line                   int64       // line number in the corpus file
	Original               solver.Grid // puzzle on that line
	Puzzle                 solver.Grid // morph of Original, as the solver received it
	Why                    string
}

// shownDisagreements is the maximum number of disagreements that an error lists.
const shownDisagreements = 20

// DisagreementError reports that variants contradict the reference.
type DisagreementError struct {
	Count int
	First []Disagreement // at most the first 20 disagreements
}

// Error returns a message that lists the disagreements in e.First.
func (e *DisagreementError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "nothing was timed, because solvers disagree with the reference solver %s on these puzzles:", reference)
	for _, d := range e.First {
		fmt.Fprintf(&b, "\n  %s %s (a morph of %s, line %d of %s): %s", strings.TrimSpace(d.Solver+" "+d.Kernel), d.Puzzle.String(), d.Original.String(), d.Line, d.Corpus, d.Why)
	}
	if more := e.Count - len(e.First); more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	return b.String()
}
