package verify

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats"
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

// checkWeight wants a weight to be that of the puzzle's number of clues, and none where a clue
// can go.
func (c *rowCheck) checkWeight(b *formats.Batch, i int, fault report) {
	if !b.Readback.Weighted[i] {
		return
	}
	if weighted, clues := int(b.Readback.WeightClues[i]), b.Puzzles[i].Clues(); weighted != clues {
		fault("weight is that of puzzles with %d clues, and this one has %d", weighted, clues)
	}
	if c.columns.Has(formats.MinimalColumn) && !b.Readback.Minimal[i] {
		fault("there is a weight, expected none where minimal is false")
	}
}
