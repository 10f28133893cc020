package canon

import (
	"github.com/gridmill/gridmill/solver"
	"math/bits"
)

// A Key says whether puzzles with a single solution are images of each other: exactly then
// their keys are equal, but for a chance of 2^-64 that classes of solutions share one.
type Key struct {
	// Class is the key of the class of the solution.
	Class uint64
	// Clues are the cells that hold clues in the solution's form, nine bits a row, of which the
	// highest is the first cell. Where several images of the solution are the form, these are the
	// least, compared as numbers row by row.
	Clues [9]uint16
}

// Key returns the key of a puzzle with its solution, and how many symmetries the solution has.
// It takes less time than Minlex and Solution would. It returns 0 symmetries if the solution
// is none, and does not check that it is the puzzle's.
func (f *Form) Key(puzzle, solution *solver.Grid) (key Key, symmetries int) {
	var form solver.Grid
	if symmetries = f.Solution(&form, solution); symmetries == 0 {
		return Key{}, 0
	}
	key = Key{Class: Class(&form)}
	var image solver.Grid
	for i := range f.candidates {
		f.candidates[i].Apply(&image, puzzle)
		less := i == 0
		for r := range key.Clues {
			clues := bits.Reverse16(clueMask((*[9]byte)(image[9*r:]))) >> (16 - 9)
			if !less && clues > key.Clues[r] {
				break
			}
			less = less || clues < key.Clues[r]
			key.Clues[r] = clues
		}
	}
	return key, symmetries
}
