package canon

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// corpora is the directory of the shared corpora, next to the checkout.
const corpora = "../../../shared/corpora"

// readCorpus returns the puzzles of a corpus. If the file does not exist, it skips the test.
func readCorpus(tb testing.TB, name string) (puzzles []solver.Grid) {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(corpora, name))
	if os.IsNotExist(err) {
		tb.Skipf("%s does not exist; it belongs in shared/corpora, next to the checkout", name)
	}
	if err != nil {
		tb.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var g solver.Grid
		if len(line) >= solver.Cells && solver.Parse(&g, line) < 0 {
			puzzles = append(puzzles, g)
		}
	}
	return puzzles
}

// solutionsOf returns the solutions of puzzles. Each puzzle must have a unique solution.
func solutionsOf(tb testing.TB, puzzles []solver.Grid) []solver.Grid {
	tb.Helper()
	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	if err != nil {
		tb.Fatal(err)
	}
	results := make([]solver.Result, len(puzzles))
	s.Solve(puzzles, results)
	solutions := make([]solver.Grid, len(puzzles))
	for i := range results {
		if results[i].Verdict != solver.Unique {
			tb.Fatalf("%v is %v", &puzzles[i], results[i].Verdict)
		}
		solutions[i] = results[i].Solution
	}
	return solutions
}

// TestFormsOfCorpora compares the forms of whole corpora with the results of three other programs.
// It compares the number of different forms, and the hash of a text that holds one form per line.
func TestFormsOfCorpora(t *testing.T) {
	for _, c := range []struct {
		name                   string
		puzzles, classes       int
		puzzleSum, solutionSum string
	}{
		{"17_clue.txt", 49158, 46301, "bba7abb2bdf0ffaa", "73e79829f4522783"},
		{"magictour_top1465.txt", 1464, 1423, "1672d5946953f987", "023a4b719c3e3623"},
		{"hardest_5000.txt", 5000, 4917, "6dca9b075cc108da", "f1d318d9f9ca3dd6"},
		{"minimal_20k.txt", 20000, 19973, "166c3045ee7b6c3f", "a3a59e0c33aa82f9"},
		{"easy_40k.csv", 40000, 19973, "944c3bf9625301ff", "353dd34e54a43eb1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			puzzles := readCorpus(t, c.name)
			if testing.Short() && len(puzzles) > 5000 {
				t.Skip("the corpus is large")
			}
			solutions := solutionsOf(t, puzzles)
			var f Form
			keys, classes := map[Key]bool{}, map[uint64]bool{}
			distinct := map[solver.Grid]bool{}
			hash, hashOfSolutions := sha256.New(), sha256.New()
			for i := range puzzles {
				var form, solved solver.Grid
				if !f.Minlex(&form, &puzzles[i]) || f.Solution(&solved, &solutions[i]) == 0 {
					t.Fatalf("%v has no form", &puzzles[i])
				}
				hash.Write(append(form[:], '\n'))
				hashOfSolutions.Write(append(solved[:], '\n'))
				distinct[form] = true
				key, _ := f.Key(&puzzles[i], &solutions[i])
				keys[key], classes[key.Class] = true, true
				if key.Class != Class(&solved) {
					t.Fatalf("%v has class %x", &puzzles[i], key.Class)
				}
			}
			if len(distinct) != c.puzzles || len(keys) != c.puzzles || len(classes) != c.classes {
				t.Errorf("%d forms, %d keys, %d classes of solutions; want %d forms and keys, and %d classes", len(distinct), len(keys), len(classes), c.puzzles, c.classes)
			}
			if sum := hex.EncodeToString(hash.Sum(nil))[:16]; sum != c.puzzleSum {
				t.Errorf("the hash of the puzzles' forms starts with %s, want %s", sum, c.puzzleSum)
			}
			if sum := hex.EncodeToString(hashOfSolutions.Sum(nil))[:16]; sum != c.solutionSum {
				t.Errorf("the hash of the solutions' forms starts with %s, want %s", sum, c.solutionSum)
			}
		})
	}
}
