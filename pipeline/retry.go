package pipeline

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// A Retry goes on from a result: it solves only the puzzles whose search was cut
// off, and takes over what is recorded of the others. What comes out is what
// solving everything with the new budget gives, if the other options are those
// with which the result was made.
type Retry struct {
	Config  solver.Config
	solvers []*retrySolver
}

// Wrap makes a solver of one worker leave alone what is recorded.
func (r *Retry) Wrap(s solver.Solver) solver.Solver {
	w := &retrySolver{solver: s, limit: r.Config.MaxSolutions}
	r.solvers = append(r.solvers, w)
	return w
}

// Tried returns how many puzzles were solved again, and how many of them are still
// unfinished, after the run.
func (r *Retry) Tried() (tried, unfinished int64) {
	for _, s := range r.solvers {
		tried += s.tried
		unfinished += s.unfinished
	}
	return tried, unfinished
}

// retrySolver gathers the puzzles that are to be solved again, so that a solver of
// many at once gets many.
type retrySolver struct {
	solver solver.Solver
	limit  int32 // solutions to count
	tried  int64
	// unfinished counts those of the tried that still are.
	unfinished int64
	rows       []int
	puzzles    []solver.Grid
	results    []solver.Result
}

// Solve expects what is recorded of the puzzles in results.
func (s *retrySolver) Solve(puzzles []solver.Grid, results []solver.Result) {
	s.rows, s.puzzles, s.results = s.rows[:0], s.puzzles[:0], s.results[:0]
	for i := range results {
		if s.cutOff(&results[i]) && puzzles[i][0] != 0 {
			s.rows = append(s.rows, i)
			s.puzzles = append(s.puzzles, puzzles[i])
			s.results = append(s.results, solver.Result{})
		}
	}
	s.solver.Solve(s.puzzles, s.results)
	for k, i := range s.rows {
		results[i] = s.results[k]
		if results[i].Verdict == solver.Unfinished {
			s.unfinished++
		}
	}
	s.tried += int64(len(s.rows))
}

// cutOff reports whether a search may have ended for want of guesses. A second
// solution makes a verdict of multiple certain, but not the count.
func (s *retrySolver) cutOff(r *solver.Result) bool {
	return r.Verdict == solver.Unfinished || r.Verdict == solver.Multiple && r.Count > 1 && r.Count < s.limit
}

// KernelName names the kernel of the solver that is wrapped.
func (s *retrySolver) KernelName() string { return solver.KernelOf(s.solver) }

// CheckRecord refuses a result of which Parquet, or the directory of parts that its files
// lie in, says that it was made with another solver or another limit of solutions.
func (r *Retry) CheckRecord(s *formats.Schema, files []string, solverName string) error {
	for _, made := range append(recipesBeside(files), recipeOf(s)) {
		if err := r.checkRecipe(&made, solverName); err != nil {
			return err
		}
	}
	return nil
}

func (r *Retry) checkRecipe(made *Recipe, solverName string) error {
	if made.Solver != "" && made.Solver != solverName {
		return fmt.Errorf("the result was made with --solver %s, and this asks for %s; give what it was made with", made.Solver, solverName)
	}
	limit, _, err := made.limits()
	if err == nil && limit > 0 && limit != r.Config.MaxSolutions {
		return fmt.Errorf("the result was made with --max-solutions %d, and this asks for %d; give what it was made with", limit, r.Config.MaxSolutions)
	}
	return nil
}

// A ClashError says that a result was made with other options than those that it
// is to be completed with.
type ClashError struct{ Fault }

func (e *ClashError) Error() string { return e.String() }

// Guard returns a writer that refuses what cannot be taken over, and passes the
// rest on to another.
func (r *Retry) Guard(w formats.Writer) formats.Writer { return &guard{w, r} }

type guard struct {
	formats.Writer
	retry *Retry
}

// Encode implements formats.Writer.
func (g *guard) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	for i := range b.Len() {
		if err := g.retry.refuse(b, i); err != nil {
			return nil, err
		}
	}
	return g.Writer.Encode(b, reuse)
}

// refuse returns an error if row i contradicts itself or the options.
func (r *Retry) refuse(b *formats.Batch, i int) error {
	problem := ""
	fault := func(format string, args ...any) { problem = fmt.Sprintf(format, args...) }
	if checkReading(b, i, fault) {
		checkSolution(&b.Puzzles[i], &b.Results[i], fault)
	}
	if problem != "" {
		return errors.New(faultAt(b, i, problem+"; gridmill verify tells of all such rows").String())
	}
	if problem = r.clash(&b.Results[i]); problem != "" {
		return &ClashError{faultAt(b, i, problem)}
	}
	return nil
}

// clash says which option a recorded result cannot have been made with.
func (r *Retry) clash(result *solver.Result) string {
	limit, budget := r.Config.MaxSolutions, r.Config.MaxGuesses
	proven := result.Verdict == solver.Unique || result.Verdict == solver.Multiple
	switch {
	case result.Verdict == solver.Solved && limit > 1:
		return fmt.Sprintf("its verdict is solved, so it was made with --max-solutions 1 and not %d; give what it was made with", limit)
	case proven && limit == 1, result.Count > limit:
		return fmt.Sprintf("its verdict is %s and its solution_count %d, so it was not made with --max-solutions %d; give what it was made with", result.Verdict, result.Count, limit)
	case budget > 0 && result.Guesses > budget:
		return fmt.Sprintf("it took %d guesses, more than --max-guesses %d; give at least the budget that it was made with", result.Guesses, budget)
	}
	return ""
}
