package generate

import (
	"fmt"
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver"
)

// A recipe specifies how to generate one corpus.
type recipe struct {
	file    string
	seed    uint64
	rows    int
	columns string // header of a CSV file; empty for a text file
	about   string // comment at the top of a text file: its contents, origin and bias
	row     func(rng *rand.Rand, i int) string
}

var recipes = []recipe{
	{
		file: "easy.csv", seed: 1, rows: 2000,
		columns: "puzzle,solution",
		row:     easyRow,
	},
	{
		file: "minimal.txt", seed: 2, rows: 1000,
		about: `
Minimal puzzles: they have one solution, and more without any one of the clues.
Made: removes clues from a random solved grid, in random order, as long as only
one solution is left.
Bias: puzzles with few clues are far more common here than among all minimal
puzzles: the average is 24.4 clues, compared with about 26.6 for all of them
(D. Berthier, Unbiased Statistics of a Constraint Satisfaction Problem, 2009).
Singles solve 40% of the puzzles.`,
		row: func(rng *rand.Rand, _ int) string {
			p := minimal(rng)
			return p.String()
		},
	},
	{
		file: "sparse.txt", seed: 3, rows: 200,
		about: `
Minimal puzzles with few clues, 19 to 22.
Made: each is the result of a climb from its own random minimal puzzle. A step
exchanges two random clues for others, and keeps the new puzzle unless it has
more clues. A climb has 150 steps.
Bias: the puzzles are selected only for having few clues. Most of them are easy.
Such a short climb does not reach the minimum of 17 clues.`,
		row: func(rng *rand.Rand, _ int) string {
			// Exchanging two clues per step works better than exchanging one or three.
			p := climb{steps: 150, exchange: 2, score: fewClues}.run(rng)
			return p.String()
		},
	},
	{
		file: "hard.txt", seed: 4, rows: 200,
		about: `
Minimal puzzles that take many guesses. The number after each is its score: the
guesses of the solver mrv on ten copies of the puzzle. The rows, columns and
digits of the copies are shuffled in the same ten ways for all puzzles.
Made: each is the result of a climb from its own random minimal puzzle. A step
exchanges a random clue for others, and keeps the new puzzle unless its score is
lower. A climb has 300 steps.
Bias: the corpus is hardest for solvers like mrv, which use only singles and
branch on the cell with the fewest candidates. Much harder puzzles are known;
these are what a short climb finds.`,
		row: func(rng *rand.Rand, _ int) string {
			// Exchanging one clue per step works better than exchanging two.
			p := climb{steps: 300, exchange: 1, score: totalGuesses}.run(rng)
			return fmt.Sprintf("%s:%d", &p, totalGuesses(&p))
		},
	},
	{
		file: "many-solutions.txt", seed: 5, rows: 500,
		about: `
Puzzles with 2 to 512 solutions. The number after each is its solution count.
Made: removes clues from a random solved grid, in random order, as long as the
number of solutions does not exceed a limit: 2, 4, 8, ... or 512, at random.
Bias: the numbers of solutions are just below powers of two, and removing any
other clue would exceed the limit.`,
		row: manySolutionsRow,
	},
	{
		file: "no-solution.txt", seed: 6, rows: 500,
		about: `
Puzzles without a solution. The word after each is the kind of contradiction:
repeat        a clue occurs twice in a house; every 20th puzzle
early         naked and hidden singles lead to a contradiction
late          finding the contradiction requires a search
irreducible   every clue matters: without any one of them, there is a solution
Made: adds one wrong clue to a random minimal puzzle. An irreducible puzzle is a
late one from which clues were removed, in random order, as long as there was no
solution and at least 17 clues remained.
Bias: each puzzle has a single flaw, as if a digit had been misread. Irreducible
puzzles take more guesses than misread ones do.`,
		row: noSolutionRow,
	},
}

// easyRow generates a row with a puzzle and its solution. The puzzle has 30 to 40 clues, and
// singles are enough to solve it.
func easyRow(rng *rand.Rand, _ int) string {
	solution := solvedGrid(rng)
	puzzle, clues := solution, 30+rng.IntN(11)
	thin(rng, &puzzle, func(p *solver.Grid) bool {
		return p.Clues() >= clues && bySingles(p) == solver.Unique
	})
	return fmt.Sprintf("%s,%s", &puzzle, &solution)
}

// manySolutionsRow generates a row with a puzzle and its number of solutions. This number is at
// least 2 and at most a random limit.
func manySolutionsRow(rng *rand.Rand, _ int) string {
	for {
		limit := int32(2) << rng.IntN(9)
		p := solvedGrid(rng)
		thin(rng, &p, func(p *solver.Grid) bool { return solutions(p, limit+1) <= limit })
		if n := solutions(&p, limit); n > 1 {
			return fmt.Sprintf("%s:%d", &p, n)
		}
	}
}

// noSolutionRow generates a row with a puzzle that has no solution. The row number determines the
// kind of contradiction.
func noSolutionRow(rng *rand.Rand, i int) string {
	kind := [...]string{early, late, irreducible}[i%3]
	if i%20 == 0 {
		kind = repeated
	}
	p := contradictory(rng, kind)
	return fmt.Sprintf("%s:%s", &p, kind)
}
