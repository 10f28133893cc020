package canon

import (
	"os"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

func gridOf(t testing.TB, text string) (g solver.Grid) {
	t.Helper()
	if bad := solver.Parse(&g, []byte(text)); bad >= 0 {
		t.Fatalf("%q is not a grid", text)
	}
	return g
}

// examples returns puzzles with their canonical forms. The forms were found by trying all 2 x 6^8
// arrangements of each puzzle.
func examples(t testing.TB) (puzzles, forms []solver.Grid) {
	t.Helper()
	text, err := os.ReadFile("testdata/minlex.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		puzzle, form, _ := strings.Cut(strings.TrimSpace(line), " ")
		puzzles = append(puzzles, gridOf(t, puzzle))
		forms = append(forms, gridOf(t, form))
	}
	return puzzles, forms
}

func TestMinlexOfExamples(t *testing.T) {
	puzzles, forms := examples(t)
	if len(puzzles) != 20 {
		t.Fatalf("got %d examples, want 20", len(puzzles))
	}
	var f Form
	for i := range puzzles {
		for k := range uint64(100) {
			var morphed, form solver.Grid
			var m morph.Morph
			m.Draw(1, uint64(i), k)
			m.Apply(&morphed, &puzzles[i])
			if !f.Minlex(&form, &morphed) || form != forms[i] {
				t.Fatalf("example %d, %v, has the form %v, want %v", i+1, &morphed, &form, &forms[i])
			}
		}
	}
}
