package benchmarks

import (
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// shipped returns a shipped corpus.
func shipped(t *testing.T, name string) *Corpus {
	t.Helper()
	all, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("%s is not shipped", name)
	return nil
}

// TestSymmetriesKeepSolutions transforms puzzles of all kinds and their solutions:
// verdicts and counts stay, and the image of a solution solves the image of its
// puzzle.
func TestSymmetriesKeepSolutions(t *testing.T) {
	s, err := solver.New(reference, solver.Config{MaxSolutions: 1000})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"minimal.txt", "many-solutions.txt", "no-solution.txt"} {
		puzzles := shipped(t, name).Puzzles[:100]
		images, results, imageResults := make([]solver.Grid, 100), make([]solver.Result, 100), make([]solver.Result, 100)
		symmetries := make([]*symmetry, 100)
		for i := range puzzles {
			symmetries[i] = randomSymmetry(r)
			images[i] = symmetries[i].apply(&puzzles[i])
		}
		s.Solve(puzzles, results)
		s.Solve(images, imageResults)
		for i := range puzzles {
			a, b := &results[i], &imageResults[i]
			if a.Verdict != b.Verdict || a.Count != b.Count {
				t.Errorf("%s %d: %v of %d solutions, its image %v of %d", name, i, a.Verdict, a.Count, b.Verdict, b.Count)
			}
			if images[i] == puzzles[i] {
				t.Errorf("%s %d: the image is the puzzle", name, i)
			}
			if a.Count == 0 {
				continue
			}
			if image := symmetries[i].apply(&a.Solution); !image.SolutionOf(&images[i]) {
				t.Errorf("%s %d: the image of a solution solves nothing", name, i)
			}
		}
	}
}

// TestSymmetriesFavourNothing counts where one clue goes: to all cells and digits
// about equally often.
func TestSymmetriesFavourNothing(t *testing.T) {
	var puzzle solver.Grid
	for i := range puzzle {
		puzzle[i] = solver.Blank
	}
	puzzle[0] = '1'
	const draws = 81 * 9 * 100
	var cells [solver.Cells]int
	var digits [10]int
	r := rand.New(rand.NewPCG(3, 4))
	for range draws {
		image := randomSymmetry(r).apply(&puzzle)
		for cell, c := range image {
			if c != solver.Blank {
				cells[cell]++
				digits[c-'0']++
			}
		}
	}
	for cell, n := range cells {
		if want := draws / 81; n < want*8/10 || n > want*12/10 {
			t.Errorf("cell %d was drawn %d times of %d", cell, n, want)
		}
	}
	for d, n := range digits[1:] {
		if want := draws / 9; n < want*9/10 || n > want*11/10 {
			t.Errorf("digit %d was drawn %d times of %d", d+1, n, want)
		}
	}
}
