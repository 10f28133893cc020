package canon

import "github.com/gridmill/gridmill/solver"

// EachNeighbour removes each clue of a puzzle in turn and calls yield with the canonical form of
// the rest. Two puzzles that have one of these forms in common become equivalent when each loses
// a clue. The form has at least one blank. It is valid until yield returns.
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
