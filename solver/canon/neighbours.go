package canon

import "github.com/gridmill/gridmill/solver"

// EachNeighbour calls yield with the least form of what is left of a puzzle without each of its
// clues. Two puzzles that share one are images of each other after one clue less each. None is a
// solution, as it has a blank. What yield gets is valid until it returns.
func (f *Form) EachNeighbour(puzzle *solver.Grid, yield func(form *solver.Grid)) {
	less, form := *puzzle, solver.Grid{}
	for cell, clue := range puzzle {
		if clue == solver.Blank {
			continue
		}
		less[cell] = solver.Blank
		if f.Minlex(&form, &less) {
			yield(&form)
		}
		less[cell] = clue
	}
}
