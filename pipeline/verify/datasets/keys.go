package datasets

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// of returns the keys of the class of a solution, and of the puzzle with this solution.
func (k *keyFinder) of(puzzle, solution *solver.Grid) (class, whole keysort.Key) {
	k.solutions.Find(solution)
	k.symmetries = k.solutions.Symmetries()
	clues := k.solutions.LeastClues(puzzle)
	class = keyOf(k.solutions.Least[:])
	k.class = class.High
	return class, keyOf(append(append(make([]byte, 0, 2*solver.Cells), k.solutions.Least[:]...), clues[:]...))
}

func keyOf(text []byte) keysort.Key {
	sum := sha256.Sum256(text)
	return keysort.Key{High: binary.BigEndian.Uint64(sum[:]), Low: binary.BigEndian.Uint64(sum[8:])}
}

// neighbourForms finds the forms of puzzles without a clue. A search of its own would take a
// millisecond for each, so it is the one that made the splits.
type neighbourForms struct{ form canon.Form }

// addNeighbours adds the keys of what is left of a puzzle without each of its clues. None is
// that of a solution.
func (n *neighbourForms) addNeighbours(keys []keysort.Key, puzzle *solver.Grid) []keysort.Key {
	less, form := *puzzle, solver.Grid{}
	for cell, clue := range puzzle {
		if clue == solver.Blank {
			continue
		}
		less[cell] = solver.Blank
		if n.form.Minlex(&form, &less) {
			keys = append(keys, keyOf(form[:]))
		}
		less[cell] = clue
	}
	return keys
}
