package verify

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/morph"
)

// TestLeastImages holds the searches against package canon.
func TestLeastImages(t *testing.T) {
	var puzzles []solver.Grid
	for _, line := range strings.Split(strings.TrimSpace(testkit.Puzzles(t, 100)), "\n")[1:] {
		_, puzzle, _ := strings.Cut(line, ",")
		var g solver.Grid
		if len(puzzle) >= solver.Cells && solver.Parse(&g, []byte(puzzle)) < 0 {
			puzzles = append(puzzles, g)
		}
	}
	if len(puzzles) < 50 {
		t.Fatalf("only %d puzzles", len(puzzles))
	}
	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 1})
	if err != nil {
		t.Fatal(err)
	}
	results := make([]solver.Result, len(puzzles))
	s.Solve(puzzles, results)
	var f canon.Form
	for i := range puzzles {
		var form solver.Grid
		if f.Minlex(&form, &puzzles[i]) {
			if least := leastPuzzle(&puzzles[i]); least != form {
				t.Errorf("%v has the least image %v, not %v", &puzzles[i], &least, &form)
			}
		}
		if results[i].Count > 0 {
			n := f.Solution(&form, &results[i].Solution)
			if least, symmetries := leastSolution(&results[i].Solution); least != form || symmetries != n {
				t.Errorf("%v has the least image %v and %d symmetries, not %v and %d", &results[i].Solution, &least, symmetries, &form, n)
			}
		}
	}
	// Solutions with many symmetries.
	for text, want := range map[string]int{
		"123456789456789123789123456231564897564897231897231564312645978645978312978312645": 648,
	} {
		g := solver.Grid([]byte(text))
		if least, n := leastSolution(&g); n != want || least != g {
			t.Errorf("%s has the least image %v and %d symmetries", text, &least, n)
		}
	}
}

// TestLeastClues holds what tells images of puzzles from other puzzles against the least
// images of puzzles: of some in other guises, and the same with a clue more or another one.
func TestLeastClues(t *testing.T) {
	solution := solver.Grid([]byte("123456789456789123789123456231564897564897231897231564312645978645978312978312645"))
	other := solver.Grid([]byte("534678912672195348198342567859761423426853791713924856961537284287419635345286179"))
	r := rand.New(rand.NewPCG(20, 2))
	var s LeastSolutions
	var f canon.Form
	keys, forms := map[solver.Grid]solver.Grid{}, map[solver.Grid]solver.Grid{}
	for i := range 600 {
		grid, puzzle, image, imageSolution := &solution, solver.Grid{}, solver.Grid{}, solver.Grid{}
		if i%2 == 0 {
			grid = &other
		}
		for cell := range puzzle {
			puzzle[cell] = solver.Blank
		}
		for k := range 1 + r.IntN(3) { // so few that many are images of each other
			cell := r.IntN(solver.Cells - k)
			puzzle[cell] = grid[cell]
		}
		var m morph.Morph
		m.Draw(1, uint64(i), 0)
		m.Apply(&image, &puzzle)
		m.Apply(&imageSolution, grid)
		s.Find(&imageSolution)
		clues := s.LeastClues(&image)
		// The pattern of clues in the least solution stands for the puzzle with these clues.
		var in, form solver.Grid
		for cell := range in {
			if in[cell] = solver.Blank; clues[cell] == 1 {
				in[cell] = s.Least[cell]
			}
		}
		if !f.Minlex(&form, &in) || form != minlexOf(t, &f, &puzzle) {
			t.Fatalf("%v became %v, which is no image of it", &puzzle, &in)
		}
		s.Find(grid)
		if again := s.LeastClues(&puzzle); again != clues {
			t.Fatalf("%v and its image %v have other clues: %v and %v", &puzzle, &image, &again, &clues)
		}
		keys[clues], forms[form] = form, clues
	}
	if len(keys) < 20 || len(forms) < 10 {
		t.Errorf("%d different patterns of %d puzzles show little", len(keys), len(forms))
	}
}

func minlexOf(t *testing.T, f *canon.Form, puzzle *solver.Grid) (form solver.Grid) {
	t.Helper()
	if !f.Minlex(&form, puzzle) {
		t.Fatalf("%v has no form", puzzle)
	}
	return form
}

func BenchmarkLeast(b *testing.B) {
	grid := solver.Grid([]byte("534678912672195348198342567859761423426853791713924856961537284287419635345286179"))
	puzzle := solver.Grid([]byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	b.Run("puzzle", func(b *testing.B) {
		for b.Loop() {
			leastPuzzle(&puzzle)
		}
	})
	b.Run("solution", func(b *testing.B) {
		for b.Loop() {
			leastSolution(&grid)
		}
	})
}
