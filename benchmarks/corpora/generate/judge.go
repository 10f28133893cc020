package main

import (
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver"
)

// variant is the solver behind every decision made here. It is named, so that a
// new default leaves the corpora as they are. Nor do they depend on its search
// order: only verdicts, numbers of solutions, the solutions of unique puzzles,
// and whether singles alone end the search are used. The one exception is
// totalGuesses, the measure of the hard corpus.
const variant = "mrv"

// solveAll returns what the variant says of each puzzle.
func solveAll(puzzles []solver.Grid, c solver.Config) []solver.Result {
	s, err := solver.New(variant, c)
	if err != nil {
		panic(err) // the name and every Config are written in this program
	}
	results := make([]solver.Result, len(puzzles))
	s.Solve(puzzles, results)
	return results
}

// solve returns what the variant says of p.
func solve(p *solver.Grid, c solver.Config) solver.Result {
	return solveAll([]solver.Grid{*p}, c)[0]
}

// solutions returns the number of solutions of p, counted up to limit.
func solutions(p *solver.Grid, limit int32) int32 {
	return solve(p, solver.Config{MaxSolutions: limit}).Count
}

func isUnique(p *solver.Grid) bool { return solutions(p, 2) == 1 }

func hasNone(p *solver.Grid) bool { return solutions(p, 1) == 0 }

// bySingles follows naked and hidden singles as far as they go and returns what
// they prove: Unique where they fill the grid, None where they end in a
// contradiction, and otherwise Unfinished. Singles take nothing back, so the
// order in which they are found makes no difference. There is no budget of no
// guesses; one is wasted where singles are not enough.
func bySingles(p *solver.Grid) solver.Verdict {
	r := solve(p, solver.Config{MaxSolutions: 2, MaxGuesses: 1})
	if r.Guesses > 0 {
		return solver.Unfinished
	}
	return r.Verdict
}

// fewClues scores a puzzle higher the fewer clues it has.
func fewClues(p *solver.Grid) int { return -p.Clues() }

// copies is on how many copies of a puzzle its guesses are counted.
const copies = 10

// totalGuesses scores a puzzle by the guesses that proving its solution unique
// takes on copies of it that differ in the order of houses and the names of
// digits. One copy would select for bad luck: ties between branch cells go to
// whichever comes first. The copies are made the same way for every puzzle. The
// puzzle generator of t-dillon/tdoku measures guesses like this too.
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

// shuffled returns a puzzle equivalent to p: rows change places within bands,
// bands among themselves, columns and stacks likewise, and digits change names.
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

// shuffledLines returns an order of the nine rows, or columns, that keeps each
// three that share boxes together.
func shuffledLines(rng *rand.Rand) (lines [9]int) {
	for i, chute := range rng.Perm(3) {
		for j, line := range rng.Perm(3) {
			lines[3*i+j] = 3*chute + line
		}
	}
	return lines
}
