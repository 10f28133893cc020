package ladder

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// corpora is the directory of the shared corpora, next to the checkout.
const corpora = "../../../shared/corpora"

// readCorpus returns the puzzles of a corpus. If the file does not exist, it skips the test.
func readCorpus(tb testing.TB, name string) []solver.Grid {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(corpora, name))
	if os.IsNotExist(err) {
		tb.Skipf("%s does not exist; it belongs in shared/corpora, next to the checkout", name)
	}
	return puzzlesIn(tb, text, err)
}

// ownPuzzles returns puzzles that cover all techniques.
func ownPuzzles(tb testing.TB) []solver.Grid {
	tb.Helper()
	text, err := os.ReadFile("testdata/puzzles.txt")
	return puzzlesIn(tb, text, err)
}

func puzzlesIn(tb testing.TB, text []byte, err error) (puzzles []solver.Grid) {
	tb.Helper()
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

func solutionOf(tb testing.TB, puzzle *solver.Grid) solver.Grid {
	tb.Helper()
	s, err := solver.New("mrv", solver.Config{MaxSolutions: 2})
	if err != nil {
		tb.Fatal(err)
	}
	var r [1]solver.Result
	if s.Solve([]solver.Grid{*puzzle}, r[:]); r[0].Verdict != solver.Unique {
		tb.Fatalf("%v is %v", puzzle, r[0].Verdict)
	}
	return r[0].Solution
}

// TestHardestTechniquesOfCorpora counts the puzzles by their hardest technique, and checks the
// counts for all techniques up to HiddenQuad. The expected counts come from another program.
func TestHardestTechniquesOfCorpora(t *testing.T) {
	for name, want := range map[string][]int{
		"17_clue.txt":           {21905, 15470, 2383, 31, 1819, 38, 3, 17, 3, 0, 0, 7489},
		"minimal_20k.txt":       {9721, 2353, 816, 34, 433, 58, 6, 21, 2, 1, 0, 6555},
		"magictour_top1465.txt": {0, 60, 50, 0, 166, 17, 0, 17, 0, 0, 0, 1155},
	} {
		t.Run(name, func(t *testing.T) {
			l := New()
			var got [NumTechniques]int
			for _, p := range readCorpus(t, name) {
				r := l.RateTo(&p, HiddenQuad)
				got[r.Hardest]++
				if r.Solved == (r.Hardest == Extreme) {
					t.Errorf("%v: Solved is %v, but Hardest is %v", &p, r.Solved, r.Hardest)
				}
			}
			for i, n := range want {
				technique := Singles + Technique(i)
				if technique > HiddenQuad {
					technique = Extreme
				}
				if got[technique] != n {
					t.Errorf("%d puzzles need %v, want %d", got[technique], technique, n)
				}
			}
		})
	}
}
