package generate

import (
	"fmt"
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver"
)

// A recipe specifies how to make one corpus.
type recipe struct {
	file    string
	seed    uint64
	rows    int
	columns string // header of a CSV file; empty for text
	about   string // comment at the top of a text file: its contents, how they were made, and their bias
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
Minimal puzzles: one solution, and more than one without any of the clues.
Made: a random solved grid loses clues in random order as long as one solution
is left.
Bias: such a generator meets puzzles with few clues far more often than they
are among all minimal puzzles: its mean is 24.4 clues, theirs about 26.6
(D. Berthier, Unbiased Statistics of a Constraint Satisfaction Problem, 2009).
Four in ten are solved by singles.`,
		row: func(rng *rand.Rand, _ int) string {
			p := minimal(rng)
			return p.String()
		},
	},
	{
		file: "sparse.txt", seed: 3, rows: 200,
		about: `
Minimal puzzles with few clues, 19 to 22.
Made: each is the end of a climb of its own from a random minimal puzzle: 150
times two random clues are exchanged for others, and the outcome is taken unless
it has more clues.
Bias: clues are few, nothing else was selected; most such puzzles are easy. The
least possible, 17, is out of reach of so short a climb.`,
		row: func(rng *rand.Rand, _ int) string {
			// Exchanging two clues works better than exchanging one or three.
			p := climb{steps: 150, exchange: 2, score: fewClues}.run(rng)
			return p.String()
		},
	},
	{
		file: "hard.txt", seed: 4, rows: 200,
		about: `
Minimal puzzles that take many guesses. The number behind each is its measure:
the guesses of solver mrv on ten copies of the puzzle, the same ten shuffles of
rows, columns and digits for all.
Made: each is the end of a climb of its own from a random minimal puzzle: 300
times a random clue is exchanged for others, and the outcome is taken unless its
measure is less.
Bias: against solvers that know naked and hidden singles only and branch on the
cell with the fewest candidates, as mrv does. Much harder puzzles are known;
these are what a short climb finds.`,
		row: func(rng *rand.Rand, _ int) string {
			// Exchanging one clue works better than exchanging two.
			p := climb{steps: 300, exchange: 1, score: totalGuesses}.run(rng)
			return fmt.Sprintf("%s:%d", &p, totalGuesses(&p))
		},
	},
	{
		file: "many-solutions.txt", seed: 5, rows: 500,
		about: `
Puzzles with 2 to 512 solutions. The number behind each is how many it has.
Made: a random solved grid loses clues in random order as long as no more
solutions are left than a limit, drawn from 2, 4, 8, ... 512 alike.
Bias: numbers of solutions lie close under powers of two, and no clue can go
without exceeding the limit.`,
		row: manySolutionsRow,
	},
	{
		file: "no-solution.txt", seed: 6, rows: 500,
		about: `
Puzzles without a solution. The word behind each says how that comes to light:
repeat        a clue stands twice in a house; every 20th puzzle
early         naked and hidden singles end in a contradiction
late          they do not, a search is needed
irreducible   every clue matters: without any of them there is a solution
Made: a random minimal puzzle gets one more clue that is wrong; irreducible
ones come from late ones, which lose clues in random order as long as there is
no solution, and have 17 clues or more.
Bias: all have a single flaw in an otherwise sound puzzle, as a misread digit
makes. Irreducible ones take more guesses than misread ones do.`,
		row: noSolutionRow,
	},
}

// easyRow makes a puzzle with 30 to 40 clues that singles solve, and its solution.
func easyRow(rng *rand.Rand, _ int) string {
	solution := solvedGrid(rng)
	puzzle, clues := solution, 30+rng.IntN(11)
	thin(rng, &puzzle, func(p *solver.Grid) bool {
		return p.Clues() >= clues && bySingles(p) == solver.Unique
	})
	return fmt.Sprintf("%s,%s", &puzzle, &solution)
}

// manySolutionsRow makes a puzzle with more than one solution. It rejects a grid if removing any
// clue goes directly from one solution to more than the limit.
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

// noSolutionRow makes a puzzle without a solution. The row number determines its kind, so that the
// kinds alternate throughout the corpus.
func noSolutionRow(rng *rand.Rand, i int) string {
	kind := [...]string{early, late, irreducible}[i%3]
	if i%20 == 0 {
		kind = repeated
	}
	p := contradictory(rng, kind)
	return fmt.Sprintf("%s:%s", &p, kind)
}
