package verify

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// A Proof checks a result by solving its puzzles again. By default, it uses a different solver than
// the run that produced the result.
type Proof struct {
	Solver string // name of the solver; if empty, SolverFor chooses one
	// Config holds the search limits of the run that produced the result. The proof uses the same
	// limits. A limit of 0 means the limit that the result records or, if it records none, the
	// default. If MaxGuesses limits the search, some searches of the run or the proof may be
	// unfinished.
	Config solver.Config
}

// SolverFor returns the name of the solver that proves results of the named solver. If p.Solver is
// empty, SolverFor chooses a solver with a different algorithm. Otherwise, it returns p.Solver.
func (p *Proof) SolverFor(name string) string {
	if p.Solver == "" && name == "dlx" {
		return "mrv"
	}
	return cmp.Or(p.Solver, "dlx")
}

// of returns the Proof to use for a file of results. It returns an error if p contradicts the
// limits that the file records.
func (p *Proof) of(file, solverOfRun string, recorded solver.Config) (*Proof, error) {
	given := p.Config
	limits := cmp.Or(recorded, solver.Config{MaxSolutions: cmp.Or(given.MaxSolutions, 2), MaxGuesses: given.MaxGuesses})
	switch {
	case given.MaxSolutions != 0 && given.MaxSolutions != limits.MaxSolutions:
		return nil, option.Misuse(option.MaxSolutions, "%s: the recorded limit on solutions is %d, not %d", file, limits.MaxSolutions, given.MaxSolutions)
	case given.MaxGuesses != 0 && given.MaxGuesses != limits.MaxGuesses:
		return nil, option.Misuse(option.MaxGuesses, "%s: the recorded limit on guesses is %d (0 means no limit), not %d", file, limits.MaxGuesses, given.MaxGuesses)
	}
	return &Proof{p.SolverFor(solverOfRun), limits}, nil
}

// A prover solves the puzzles of a batch again to check their results.
type prover struct {
	*Proof
	solver  solver.Solver
	columns formats.ColumnSet // columns of the result
	// guessed is set if the rows have no verdict, as in plain text. In that case, package formats
	// has derived the verdict from the number of solutions.
	guessed bool
	puzzles []solver.Grid // one per row of a batch; the zero Grid if the row has nothing to prove
	results []solver.Result
	single  [1]solver.Result // result for a puzzle without one of its clues
}

// impossible returns an error if no run with options c can report verdict v.
func impossible(c *solver.Config, v solver.Verdict) error {
	switch {
	case v == solver.Unfinished && c.MaxGuesses == 0:
		return option.Errorf(option.MaxGuesses, "the verdict is \"unfinished\", but only runs with a limit on guesses report this verdict")
	case v == solver.Solved && c.MaxSolutions != 1:
		return option.Errorf(option.MaxSolutions, "the verdict is \"solved\", but only runs that look for one solution report this verdict")
	case (v == solver.Unique || v == solver.Multiple) && c.MaxSolutions == 1:
		return option.Errorf(option.MaxSolutions, "the verdict is %q, but runs that look for one solution never report this verdict", v)
	}
	return nil
}

// find solves the puzzles of a batch. If MaxSolutions is 1, it first changes guessed verdicts (see
// prover.guessed) from unique to solved.
func (p *prover) find(b *formats.Batch) {
	p.puzzles = append(p.puzzles[:0], b.Puzzles...)
	for i := range p.puzzles {
		verdict := &b.Results[i].Verdict
		if p.guessed && *verdict == solver.Unique && p.Config.MaxSolutions == 1 {
			*verdict = solver.Solved
		}
		if isUnsolved(*verdict) {
			p.puzzles[i] = solver.Grid{}
		}
	}
	p.results = slices.Grow(p.results[:0], b.Len())[:b.Len()]
	p.solver.Solve(p.puzzles, p.results)
}

// isUnsolved reports whether v says nothing about the solutions of a puzzle.
func isUnsolved(v solver.Verdict) bool { return v == solver.Invalid || v == solver.Unfinished }

// mayBeUnfinished reports whether the search for r may have run out of guesses. It returns false
// unless the verdict of r was derived from the number of solutions (see prover.guessed).
func (p *prover) mayBeUnfinished(r *solver.Result) bool {
	return p.guessed && p.Config.MaxGuesses > 0 && (r.Verdict == solver.None || r.Verdict == solver.Unique)
}

// check compares the result in row i with the result of the proof, and counts the outcome. Call
// p.find(b) first.
func (p *prover) check(b *formats.Batch, i int, tally *Tally) error {
	claimed, found := &b.Results[i], &p.results[i]
	if err := impossible(&p.Config, claimed.Verdict); err != nil || isUnsolved(claimed.Verdict) {
		return err
	}
	err := p.compare(claimed, found)
	if err == nil && p.columns.Has(formats.MinimalColumn) && found.Verdict == solver.Unique {
		err = p.checkMinimal(&b.Puzzles[i], b.Minimal[i])
	}
	switch {
	case err != nil:
	case found.Verdict == solver.Unfinished, p.mayBeUnfinished(claimed) && found.Verdict != claimed.Verdict:
		tally.Unproven++
	default:
		tally.Proven++
	}
	return err
}

// compare returns an error if a row's result contradicts the result of the proof.
func (p *prover) compare(claimed, found *solver.Result) error {
	limit := p.Config.MaxSolutions
	switch {
	case p.mayBeUnfinished(claimed) && found.Count > claimed.Count:
		return nil
	case claimed.Verdict == solver.None && found.Count > 0,
		found.Verdict == solver.None && claimed.Count > 0,
		claimed.Verdict == solver.Unique && found.Count > 1,
		found.Verdict == solver.Unique && claimed.Count > 1:
		if p.guessed {
			return option.Errorf(option.SearchLimits, "solution_count is %d, but solving the puzzle again with %s gives the verdict %s", claimed.Count, p.Solver, found.Verdict)
		}
		return fmt.Errorf("the verdict is %s, but solving the puzzle again with %s gives the verdict %s", claimed.Verdict, p.Solver, found.Verdict)
	case claimed.Count > limit:
		return option.Errorf(option.MaxSolutions, "solution_count is %d, more than the limit of %d", claimed.Count, limit)
	case found.Verdict == solver.Unfinished || claimed.Verdict == solver.Solved:
		return nil
	case found.Count != claimed.Count && p.Config.MaxGuesses == 0 && limit > 1:
		return fmt.Errorf("solution_count is %d, but solving the puzzle again with %s gives %d", claimed.Count, p.Solver, found.Count)
	case claimed.Verdict == solver.Unique && found.Solution != claimed.Solution:
		return errors.New("the solution differs from the solution that " + p.Solver + " finds")
	}
	return nil
}

// checkMinimal returns an error if the recorded value, minimal, is wrong. The puzzle must have one
// solution. checkMinimal removes one clue at a time and solves the remaining puzzle. If the limit
// on guesses is too low to decide, checkMinimal accepts either value.
func (p *prover) checkMinimal(puzzle *solver.Grid, minimal bool) error {
	cut := false
	for cell, clue := range puzzle {
		if clue == solver.Blank {
			continue
		}
		less := [1]solver.Grid{*puzzle}
		less[0][cell] = solver.Blank
		p.solver.Solve(less[:], p.single[:])
		switch p.single[0].Verdict {
		case solver.Unique:
			if minimal {
				return fmt.Errorf("minimal is true, but the solution remains unique without the clue in %s", place(cell))
			}
			return nil
		case solver.Unfinished:
			cut = true
		}
	}
	if !minimal && !cut {
		return errors.New("minimal is false, but no clue can be removed")
	}
	return nil
}
