package canon

import (
	"math/bits"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// A Key identifies a puzzle up to equivalence. The puzzle must have a unique solution. Equivalent
// puzzles have equal keys. Puzzles with equal keys are equivalent, unless their solutions are in
// different classes with the same hash. Two classes have the same hash with a probability of 2^-64.
type Key struct {
	// Class identifies the equivalence class of the solution.
	Class uint64
	// Clues marks the cells of the solution's canonical form that are clues of the puzzle. Each row
	// has nine bits, and its first cell is in the highest bit. If several symmetries map the
	// solution to this form, Clues has the smallest value, compared row by row.
	Clues [9]uint16
}

// Key returns the key of a puzzle with the given solution, and the number of symmetries of the
// solution. It is faster than calling Minlex and Solution. If solution is not a full grid that
// follows the rules, symmetries is 0. Key does not check that solution solves the puzzle.
func (f *Form) Key(puzzle, solution *solver.Grid) (key Key, symmetries int) {
	var form solver.Grid
	if symmetries = f.Solution(&form, solution); symmetries == 0 {
		return Key{}, 0
	}
	key = Key{Class: Class(&form)}
	var morphed solver.Grid
	for i := range f.candidates {
		f.candidates[i].Apply(&morphed, puzzle)
		var clues [9]uint16
		for r := range clues {
			clues[r] = bits.Reverse16(clueMask((*[9]byte)(morphed[9*r:]))) >> (16 - 9)
		}
		if i == 0 || slices.Compare(clues[:], key.Clues[:]) < 0 {
			key.Clues = clues
		}
	}
	return key, symmetries
}
