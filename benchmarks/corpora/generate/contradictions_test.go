package generate

import (
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver"
)

// The kinds of contradiction are the labels in no-solution.txt. Comments in that file explain them.
const (
	repeated    = "repeat"
	early       = "early"
	late        = "late"
	irreducible = "irreducible"
)

// contradictory returns a random puzzle with the given kind of contradiction.
func contradictory(rng *rand.Rand, kind string) solver.Grid {
	if kind == irreducible {
		return irreducibleContradiction(rng)
	}
	for {
		sound := minimal(rng)
		for range maxTries {
			p := sound
			p[randomBlank(rng, &p)] = randomDigit(rng)
			if contradiction(&p) == kind {
				return p
			}
		}
	}
}

// maxTries is the maximum number of clues to try in the same puzzle. There must be a maximum,
// because in some puzzles, no additional clue causes a late contradiction.
const maxTries = 50

// irreducibleContradiction starts with a puzzle that has a late contradiction. It removes the clues
// in random order, but keeps a clue if the puzzle would have a solution without that clue. It
// rejects results with fewer than fewestClues clues, because one puzzle with so few clues took more
// guesses than the rest of the corpus.
func irreducibleContradiction(rng *rand.Rand) solver.Grid {
	for {
		p := contradictory(rng, late)
		thin(rng, &p, hasNone)
		if p.Clues() >= fewestClues {
			return p
		}
	}
}

// fewestClues is the minimum number of clues in an irreducible contradiction of the corpus. Puzzles
// with one solution have the same minimum.
const fewestClues = 17

// contradiction returns the kind of contradiction in p. It returns "" if p has a solution.
func contradiction(p *solver.Grid) string {
	if _, found := p.FindRepeat(); found {
		return repeated
	}
	switch {
	case bySingles(p) == solver.None:
		return early
	case hasNone(p):
		return late
	}
	return ""
}
