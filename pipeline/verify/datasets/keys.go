package datasets

import (
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// keyFinder finds keys of puzzles.
type keyFinder struct {
	solutions  verify.LeastSolutions
	class      uint64 // of the last one, as columns have it
	symmetries int
	form       canon.Form
}

// of returns the keys of the class of a solution, and of the puzzle with this solution.
func (k *keyFinder) of(puzzle, solution *solver.Grid) (class, whole keysort.Key) {
	k.solutions.Find(solution)
	k.symmetries = k.solutions.Symmetries()
	clues := k.solutions.LeastClues(puzzle)
	class = keysort.KeyOf(k.solutions.Least[:])
	k.class = class.High
	return class, keysort.KeyOf(append(append(make([]byte, 0, 2*solver.Cells), k.solutions.Least[:]...), clues[:]...))
}

// addNeighbours adds the keys of what is left of a puzzle without each of its clues. A search of
// its own would take a millisecond for each, so it is the one that made the splits.
func (k *keyFinder) addNeighbours(keys []keysort.Key, puzzle *solver.Grid) []keysort.Key {
	k.form.EachNeighbour(puzzle, func(form *solver.Grid) { keys = append(keys, keysort.KeyOf(form[:])) })
	return keys
}

// sharedKey returns the key of a puzzle that no two splits may have. Neighbours have others, too.
func sharedKey(by dataset.Criterion, class, puzzle keysort.Key) keysort.Key {
	if by.NeedsSolution() {
		return class
	}
	return puzzle
}
