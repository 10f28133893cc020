package benchmarks

import (
	"sync"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// shippedOnce reads the shipped corpora once for all tests. Tests must not change the corpora.
var shippedOnce = sync.OnceValues(func() ([]*Corpus, error) { return Load(nil, formats.ReadOptions{}, itself) })

func shipped(t *testing.T, name string) *Corpus {
	t.Helper()
	all, err := shippedOnce()
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

// TestMorphsKeepSolutions checks that a puzzle and its morph have the same verdict and the same
// number of solutions. The morph of the solution must solve the morph of the puzzle.
func TestMorphsKeepSolutions(t *testing.T) {
	s, err := solver.New(reference, solver.Config{MaxSolutions: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"minimal.txt", "many-solutions.txt", "no-solution.txt"} {
		puzzles := shipped(t, name).Puzzles[:100]
		morphed, results, morphedResults := make([]solver.Grid, 100), make([]solver.Result, 100), make([]solver.Result, 100)
		var morphs [100]morph.Morph
		for i := range puzzles {
			morphs[i].Draw(1, uint64(i), 2)
			morphs[i].Apply(&morphed[i], &puzzles[i])
		}
		s.Solve(puzzles, results)
		s.Solve(morphed, morphedResults)
		for i := range puzzles {
			a, b := &results[i], &morphedResults[i]
			if a.Verdict != b.Verdict || a.Count != b.Count {
				t.Errorf("%s %d: %v with %d solutions, but its morph is %v with %d", name, i, a.Verdict, a.Count, b.Verdict, b.Count)
			}
			if morphed[i] == puzzles[i] {
				t.Errorf("%s %d: the morph is the puzzle", name, i)
			}
			if a.Count == 0 {
				continue
			}
			var solution solver.Grid
			if morphs[i].Apply(&solution, &a.Solution); !solution.SolutionOf(&morphed[i]) {
				t.Errorf("%s %d: the morph of a solution is not a solution", name, i)
			}
		}
	}
}
