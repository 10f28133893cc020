package main

import (
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver"
)

// The kinds of contradiction, explained on top of the corpus. They are its
// labels.
const (
	repeated    = "repeat"
	early       = "early"
	late        = "late"
	irreducible = "irreducible"
)

// contradictory returns a random puzzle without a solution, of the given kind.
func contradictory(rng *rand.Rand, kind string) solver.Grid {
	if kind == irreducible {
		return irreducibleContradiction(rng)
	}
	for {
		sound := minimal(rng)
		for range flaws {
			p := sound
			p[randomBlank(rng, &p)] = randomDigit(rng)
			if contradiction(&p) == kind {
				return p
			}
		}
	}
}

// flaws is how many random clues are tried on one sound puzzle. In a puzzle that
// singles solve they refute every wrong clue, so a late contradiction may need
// another one.
const flaws = 50

// irreducibleContradiction takes every clue that does not matter out of a late
// contradiction. Where few are left it starts again: one such puzzle took more
// guesses than all others of the corpus together.
func irreducibleContradiction(rng *rand.Rand) solver.Grid {
	for {
		p := contradictory(rng, late)
		thin(rng, &p, hasNone)
		if p.Clues() >= fewestClues {
			return p
		}
	}
}

// fewestClues is how many clues an irreducible contradiction has at least: as
// many as a puzzle with one solution.
const fewestClues = 17

// contradiction returns the kind of contradiction in p, or nothing where p has a
// solution.
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
