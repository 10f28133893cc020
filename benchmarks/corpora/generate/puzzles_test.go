package generate

import (
	"bytes"
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver"
)

func emptyGrid() (p solver.Grid) {
	copy(p[:], bytes.Repeat([]byte{solver.Blank}, solver.Cells))
	return p
}

func solvedGrid(rng *rand.Rand) solver.Grid {
	p := emptyGrid()
	return grow(rng, &p)
}

// grow adds random clues to p until p has only one solution, and returns that solution. The clues
// are random, because clues from a solution found by a search would make the corpora depend on the
// search order and favor grids with low digits at the top.
func grow(rng *rand.Rand, p *solver.Grid) solver.Grid {
	for {
		r := solve(p, solver.Config{MaxSolutions: 2})
		if r.Verdict == solver.Unique {
			return r.Solution
		}
		cell := randomBlank(rng, p)
		p[cell] = randomDigit(rng)
		for hasNone(p) {
			p[cell] = randomDigit(rng)
		}
	}
}

// thin removes the clues of p in random order. It puts a clue back if keep rejects the puzzle
// without that clue. If keep rejects a puzzle, it must still reject the puzzle after more clues are
// removed. Therefore, one pass is enough.
func thin(rng *rand.Rand, p *solver.Grid, keep func(*solver.Grid) bool) {
	for _, cell := range rng.Perm(solver.Cells) {
		clue := p[cell]
		if clue == solver.Blank {
			continue
		}
		p[cell] = solver.Blank
		if !keep(p) {
			p[cell] = clue
		}
	}
}

func minimal(rng *rand.Rand) solver.Grid {
	p := solvedGrid(rng)
	thin(rng, &p, isUnique)
	return p
}

// A climb is a search for puzzles with high scores.
type climb struct {
	steps    int
	exchange int // number of clues that a step removes before it adds new clues
	score    func(*solver.Grid) int
}

// run starts with a random minimal puzzle and takes random steps to neighbors. It rejects steps
// that lower the score. To leave plateaus, it accepts steps that do not change the score. Every run
// starts with a new puzzle, so the puzzles of a corpus are unrelated.
func (c climb) run(rng *rand.Rand) solver.Grid {
	best := minimal(rng)
	bestScore := c.score(&best)
	for range c.steps {
		next := c.neighbor(rng, best)
		if s := c.score(&next); s >= bestScore {
			best, bestScore = next, s
		}
	}
	return best
}

// neighbor removes a few clues from the minimal puzzle p. It then adds clues until the solution is
// unique again, and makes the puzzle minimal. The solution can change.
func (c climb) neighbor(rng *rand.Rand, p solver.Grid) solver.Grid {
	for range c.exchange {
		p[randomClue(rng, &p)] = solver.Blank
	}
	grow(rng, &p)
	thin(rng, &p, isUnique)
	return p
}

func randomDigit(rng *rand.Rand) byte { return '1' + byte(rng.IntN(9)) }

func randomBlank(rng *rand.Rand, p *solver.Grid) int {
	for {
		if cell := rng.IntN(solver.Cells); p[cell] == solver.Blank {
			return cell
		}
	}
}

// randomClue returns the cell of a random clue of p.
func randomClue(rng *rand.Rand, p *solver.Grid) int {
	for {
		if cell := rng.IntN(solver.Cells); p[cell] != solver.Blank {
			return cell
		}
	}
}
