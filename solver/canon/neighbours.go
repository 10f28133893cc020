package canon

import "github.com/gridmill/gridmill/solver"

// EachNeighbour removes each clue of a puzzle in turn and calls yield with the canonical form of
// the remaining puzzle. If two puzzles share one of these forms, removing a clue from each can make
// them equivalent. The form has at least one blank, and is valid only until yield returns.
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
