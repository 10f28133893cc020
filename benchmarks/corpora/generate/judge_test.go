package generate

import (
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver"
)

// variant is the solver that this package uses for every decision. The solver is fixed, so that a
// new default solver does not change the corpora. The search order affects only totalGuesses.
const variant = "mrv"

func solveAll(puzzles []solver.Grid, c solver.Config) []solver.Result {
	s, err := solver.New(variant, c)
	if err != nil {
		panic(err) // cannot happen, because the name and every Config are valid
	}
	results := make([]solver.Result, len(puzzles))
	s.Solve(puzzles, results)
	return results
}

func solve(p *solver.Grid, c solver.Config) solver.Result {
	return solveAll([]solver.Grid{*p}, c)[0]
}

// solutions counts the solutions of p, and stops at limit.
func solutions(p *solver.Grid, limit int32) int32 {
	return solve(p, solver.Config{MaxSolutions: limit}).Count
}

func isUnique(p *solver.Grid) bool { return solutions(p, 2) == 1 }

func hasNone(p *solver.Grid) bool { return solutions(p, 1) == 0 }

// bySingles fills in naked and hidden singles until none are left. It returns Unique if the grid is
// then full, None if there is a contradiction, and Unfinished otherwise. MaxGuesses is 1, because 0
// would mean no limit.
func bySingles(p *solver.Grid) solver.Verdict {
	r := solve(p, solver.Config{MaxSolutions: 2, MaxGuesses: 1})
	if r.Guesses > 0 {
		return solver.Unfinished
	}
	return r.Verdict
}

func fewClues(p *solver.Grid) int { return -p.Clues() }

// copies is how many copies of a puzzle totalGuesses solves.
const copies = 10

// totalGuesses solves several shuffled copies of p, proves that each copy has only one solution,
// and returns the total number of guesses. One copy is not enough, because a bad order of cells can
// cause many guesses. The generator of t-dillon/tdoku uses the same score.
func totalGuesses(p *solver.Grid) int {
	rng := rand.New(rand.NewPCG(0, 0))
	var puzzles [copies]solver.Grid
	for i := range puzzles {
		puzzles[i] = shuffled(rng, p)
	}
	total := 0
	for _, r := range solveAll(puzzles[:], solver.Config{MaxSolutions: 2}) {
		total += int(r.Guesses)
	}
	return total
}

// shuffled applies a random symmetry to p, but never transposes the grid.
func shuffled(rng *rand.Rand, p *solver.Grid) (q solver.Grid) {
	rows, cols, digits := shuffledLines(rng), shuffledLines(rng), rng.Perm(9)
	for cell := range q {
		c := p[9*rows[cell/9]+cols[cell%9]]
		if c != solver.Blank {
			c = '1' + byte(digits[c-'1'])
		}
		q[cell] = c
	}
	return q
}

// shuffledLines returns the nine rows or columns in a random order. The three lines of each band or
// stack remain adjacent.
func shuffledLines(rng *rand.Rand) (lines [9]int) {
	for i, chute := range rng.Perm(3) {
		for j, line := range rng.Perm(3) {
			lines[3*i+j] = 3*chute + line
		}
	}
	return lines
}
