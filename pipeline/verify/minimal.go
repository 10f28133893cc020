package verify

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
)

// checkMinimal removes each clue of a puzzle with one solution, and returns an error if the
// recorded value of minimal is wrong. If the budget ends a search, the value is not
// contradicted.
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

// madeAs is what the options of a run imply for all its rows.
type madeAs struct {
	limits   *solver.Config // of the search, if they are recorded
	known    bool           // it made puzzles, with options that are recorded
	minimal  bool           // all puzzles are minimal
	weighted bool           // they were made in a way with known weights
}

func (m *provenance) madeAs(mixture generate.Mixture) madeAs {
	known := len(mixture) > 0
	made := madeAs{known: known, minimal: known, weighted: known && mixture.Weighted()}
	for i := range mixture {
		made.minimal = made.minimal && (mixture[i].Harder || mixture[i].Minimal || mixture[i].AllMinimal())
	}
	if maxSolutions, maxGuesses, err := m.recipe.Limits(); err == nil && maxSolutions > 0 {
		made.limits = &solver.Config{MaxSolutions: maxSolutions, MaxGuesses: maxGuesses}
	}
	return made
}

// checkWeight requires the weight that belongs to the puzzle's number of clues, and none if
// the puzzle is not minimal. If the options of the run are known, the weight must be present,
// and the puzzle must be as they say.
func (c *rowCheck) checkWeight(b *formats.Batch, i int, fault report) {
	hasMinimal, hasWeight := c.columns.Has(formats.MinimalColumn), c.columns.Has(formats.WeightColumn)
	minimal, weighted, clues := b.Readback.Minimal[i], b.Readback.Weighted[i], b.Puzzles[i].Clues()
	if hasMinimal && !minimal && c.made.minimal {
		fault("minimal is false, but the run made only minimal puzzles")
	}
	switch of := int(b.Readback.WeightClues[i]); {
	case weighted && of != clues:
		fault("weight is that of puzzles with %d clues, and this one has %d", of, clues)
	case weighted && hasMinimal && !minimal:
		fault("there is a weight, expected none where minimal is false")
	case weighted && c.made.known && !c.made.weighted:
		fault("there is a weight, expected none for puzzles that were made in this way")
	case !weighted && hasWeight && c.made.weighted && formats.HasWeight(clues):
		fault("there is no weight, expected that of puzzles with %d clues", clues)
	}
}
