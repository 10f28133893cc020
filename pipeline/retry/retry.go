// Package retry repeats the unfinished searches of an earlier run with a larger budget (limit on
// guesses), and copies all other rows. The output is the same as if all puzzles had been solved with
// the new budget. The earlier run must have used the same solver and limit on solutions.
package retry

import (
	"cmp"
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
)

// Apply changes c so that its run continues from the result in files. c is the configuration of a
// run that uses the named solver with config. c.Reader must be opened with formats.TakeResults.
// solverUnknown is true if no file records a solver. If the result records a different solver or
// solution limit, Apply returns a *parts.ClashError. If a row is damaged, the run fails with a
// pipeline.Fault. If config cannot have produced a row, the Fault wraps an option.Error.
func Apply(c *pipeline.Config, name string, config solver.Config, files []string) (solverUnknown bool, err error) {
	solverUnknown = true
	for _, made := range append(parts.RecipesOf(files), parts.ProvenanceOf(c.Reader.Schema()).Recipe) {
		solverUnknown = solverUnknown && made.Solver == ""
		if err := checkRecipe(&made, name, config.MaxSolutions); err != nil {
			return false, err
		}
	}
	newSolver := c.NewSolver
	c.NewSolver = func() (solver.Solver, error) {
		s, err := newSolver()
		return &retrySolver{solver: s, config: config}, err
	}
	return solverUnknown, nil
}

// checkRecipe returns an error if the result was created with a different solver or solution limit.
func checkRecipe(made *parts.Recipe, name string, maxSolutions int32) error {
	if made.Solver != "" && made.Solver != parts.NoSolver && made.Solver != name {
		return &parts.ClashError{Origin: "the result", Setting: "solver", Made: made.Solver, Requested: name}
	}
	limits, err := made.Limits()
	if limit := limits.MaxSolutions; err == nil && limit > 0 && limit != maxSolutions {
		return &parts.ClashError{
			Origin: "the result", Setting: "max_solutions",
			Made: strconv.Itoa(int(limit)), Requested: strconv.Itoa(int(maxSolutions)),
		}
	}
	return nil
}

// clash returns an error if the options of the retry could not have produced result.
func (s *retrySolver) clash(result *solver.Result) error {
	limit, budget := s.config.MaxSolutions, s.config.MaxGuesses
	proven := result.Verdict == solver.Unique || result.Verdict == solver.Multiple
	switch {
	case result.Verdict == solver.Solved && limit > 1:
		return option.Misuse(option.MaxSolutions, "its verdict is \"solved\", so its search stopped at the first solution, not at solution %d", limit)
	case proven && limit == 1, result.Count > limit:
		return option.Misuse(option.MaxSolutions, "its verdict is %q and its solution_count is %d, so its search continued past solution %d",
			result.Verdict, result.Count, limit)
	case budget > 0 && result.Guesses > budget:
		return option.Misuse(option.LargerBudget, "it took %d guesses, more than the limit of %d", result.Guesses, budget)
	}
	return nil
}

// A retrySolver solves only the puzzles whose search may have been cut off. It collects these
// puzzles first, because some solvers work on many puzzles at once.
type retrySolver struct {
	solver  solver.Solver
	config  solver.Config
	rows    []int // index of each collected puzzle in its batch
	puzzles []solver.Grid
	results []solver.Result
}

// Solve implements solver.Solver. Before the call, results must hold the earlier run's results.
func (s *retrySolver) Solve(puzzles []solver.Grid, results []solver.Result) {
	s.rows, s.puzzles, s.results = s.rows[:0], s.puzzles[:0], s.results[:0]
	for i := range results {
		// A search whose verdict is Multiple may have been cut off before it reached MaxSolutions.
		r := &results[i]
		isCutOff := r.Verdict == solver.Unfinished || r.Verdict == solver.Multiple && r.Count > 1 && r.Count < s.config.MaxSolutions
		if isCutOff && puzzles[i][0] != 0 {
			s.rows = append(s.rows, i)
			s.puzzles = append(s.puzzles, puzzles[i])
			s.results = append(s.results, solver.Result{})
		}
	}
	s.solver.Solve(s.puzzles, s.results)
	for k, i := range s.rows {
		results[i] = s.results[k]
	}
}

// Check returns an error if a row of the batch contradicts the options or is inconsistent. The batch
// must be the one that s has just solved.
func (s *retrySolver) Check(b *formats.Batch) error {
	b.Events.Retried = int64(len(s.rows))
	for i := range b.Len() {
		if err := cmp.Or(verify.CheckUsable(b, i), s.clash(&b.Results[i])); err != nil {
			return pipeline.RowFault(b, i, err)
		}
	}
	return nil
}
