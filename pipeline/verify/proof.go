package verify

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// A Proof solves the puzzles of a result again and compares the results. By default, it uses a
// different solver than the run that made the result.
type Proof struct {
	Solver string // name of the solver; if empty, For chooses one
	// Config holds the search limits of the run that made the result. The proof uses the same
	// limits. If MaxGuesses is not 0, some searches of the run or the proof may be unfinished.
	Config solver.Config
}

// For returns a copy of p for results of the named solver. If p.Solver is empty, the copy uses a
// solver with a different algorithm.
func (p *Proof) For(name string) *Proof {
	q := *p
	if q.Solver == "" {
		q.Solver = "dlx"
		if name == "dlx" {
			q.Solver = "mrv"
		}
	}
	return &q
}

// newProver returns the prover for the rows of a result with the given columns.
func (p *Proof) newProver(columns formats.ColumnSet) (*prover, error) {
	s, err := solver.New(p.Solver, p.Config)
	if err != nil {
		return nil, err
	}
	return &prover{Proof: p, solver: s, columns: columns, guessed: !columns.Has(formats.VerdictColumn)}, nil
}

// A prover solves the puzzles of a batch again to check the results in the rows.
type prover struct {
	*Proof
	solver  solver.Solver
	columns formats.ColumnSet // columns of the result
	// guessed is set if the rows have no verdict, as in plain text. In that case, package formats
	// has derived the verdict from the number of solutions.
	guessed bool
	rows    []int
	puzzles []solver.Grid
	results []solver.Result
	single  [1]solver.Result // result for a puzzle without one of its clues
}

// impossible returns an error if no run with options c can report verdict v.
func impossible(c *solver.Config, v solver.Verdict) error {
	switch {
	case v == solver.Unfinished && c.MaxGuesses == 0:
		return option.Errorf(option.MaxGuesses, "the verdict is \"unfinished\", but without a limit on guesses, every search is completed")
	case v == solver.Solved && c.MaxSolutions != 1:
		return option.Errorf(option.MaxSolutions, "the verdict is \"solved\", but only runs that look for one solution report this verdict")
	case (v == solver.Unique || v == solver.Multiple) && c.MaxSolutions == 1:
		return option.Errorf(option.MaxSolutions, "the verdict is %q, but runs that look for one solution never report this verdict", v)
	}
	return nil
}

// reread changes a guessed verdict (see prover.guessed) from unique to solved if MaxSolutions is 1.
func (p *prover) reread(r *solver.Result) {
	if p.guessed && r.Verdict == solver.Unique && p.Config.MaxSolutions == 1 {
		r.Verdict = solver.Solved
	}
}

// mayBeUnfinished reports whether the verdict of r was derived from the number of solutions (see
// prover.guessed) and the search may have ended at the limit on guesses.
func (p *prover) mayBeUnfinished(r *solver.Result) bool {
	return p.guessed && p.Config.MaxGuesses > 0 && (r.Verdict == solver.None || r.Verdict == solver.Unique)
}

// take adds row i to the rows to solve, unless the row has nothing to prove.
func (p *prover) take(b *formats.Batch, i int) {
	if v := b.Results[i].Verdict; v != solver.Invalid && v != solver.Unfinished {
		p.rows = append(p.rows, i)
		p.puzzles = append(p.puzzles, b.Puzzles[i])
		p.results = append(p.results, solver.Result{})
	}
}

// prove solves the rows that take has added, compares the results, and clears the list of rows.
func (p *prover) prove(b *formats.Batch, c *checkedBatch) {
	p.solver.Solve(p.puzzles, p.results)
	for k, i := range p.rows {
		claimed, found := &b.Results[i], &p.results[k]
		err := p.compare(claimed, found)
		if err == nil && p.columns.Has(formats.MinimalColumn) && found.Verdict == solver.Unique {
			err = p.checkMinimal(&b.Puzzles[i], b.Minimal[i])
		}
		switch {
		case err != nil:
			c.add(b, i, err)
		case found.Verdict == solver.Unfinished, p.mayBeUnfinished(claimed) && found.Verdict != claimed.Verdict:
			c.tally.Unproven++
		default:
			c.tally.Proven++
		}
	}
	p.rows, p.puzzles, p.results = p.rows[:0], p.puzzles[:0], p.results[:0]
}

// compare returns an error if the result that a row claims contradicts the result of the proof.
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
			return option.Errorf(option.SearchLimits, "solution_count is %d, but %s finds %s", claimed.Count, p.Solver, found.Verdict)
		}
		return fmt.Errorf("the verdict is %s, but %s finds %s", claimed.Verdict, p.Solver, found.Verdict)
	case claimed.Count > limit:
		return option.Errorf(option.MaxSolutions, "solution_count is %d, more than the limit of %d", claimed.Count, limit)
	case found.Verdict == solver.Unfinished || claimed.Verdict == solver.Solved:
		return nil
	case found.Count != claimed.Count && p.Config.MaxGuesses == 0 && limit > 1:
		return fmt.Errorf("solution_count is %d, but %s finds %d", claimed.Count, p.Solver, found.Count)
	case claimed.Verdict == solver.Unique && found.Solution != claimed.Solution:
		return errors.New("the solution is not the one that " + p.Solver + " finds")
	}
	return nil
}

// checkMinimal returns an error if minimal, the value that a row records, is wrong. The puzzle must
// have one solution. checkMinimal removes one clue at a time and solves the remaining puzzle. If
// the budget is too small to decide, it accepts either value.
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
