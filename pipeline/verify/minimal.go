package verify

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/solver"
)

// checkMinimal removes each clue of a puzzle with one solution, and says in which way that
// excludes what is recorded of it: that no clue can go, or that one can. Where the budget
// ends a search, nothing is excluded.
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
				return fmt.Errorf("minimal is true, but the solution stays the only one without the clue in %s", place(cell))
			}
			return nil
		case solver.Unfinished:
			cut = true
		}
	}
	if !minimal && !cut {
		return errors.New("minimal is false, but no clue can go")
	}
	return nil
}
