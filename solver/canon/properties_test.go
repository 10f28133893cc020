package canon

import (
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// TestMorphsHaveOneForm checks that morphs of a puzzle have the same canonical form as the puzzle.
// The form must have as many clues as the puzzle, and must be its own canonical form.
func TestMorphsHaveOneForm(t *testing.T) {
	solutions := anySolutions(t)
	r := rand.New(rand.NewPCG(3, 4))
	var f Form
	for i := range 2000 {
		puzzle := subgrid(r, &solutions[i%len(solutions)], i%(solver.Cells+1))
		var form, again solver.Grid
		f.Minlex(&form, &puzzle)
		for k := range uint64(10) {
			var morphed solver.Grid
			var m morph.Morph
			m.Draw(5, uint64(i), k)
			m.Apply(&morphed, &puzzle)
			if f.Minlex(&again, &morphed); again != form {
				t.Fatalf("%v has the form %v, but its morph %v has %v", &puzzle, &form, &morphed, &again)
			}
		}
		if f.Minlex(&again, &form); again != form || form.Clues() != puzzle.Clues() {
			t.Fatalf("%v has the form %v, which has the form %v", &puzzle, &form, &again)
		}
	}
}

// TestKeysOfMorphs checks that morphs of a puzzle have the same key, and that puzzles with equal
// keys have equal forms. Puzzles with equal forms and at least 40 clues must also have equal keys.
// The puzzles are derived from two solutions, one of which has 648 symmetries.
func TestKeysOfMorphs(t *testing.T) {
	puzzles, _ := examples(t)
	solutions := []solver.Grid{puzzles[13], puzzles[14]}
	r := rand.New(rand.NewPCG(5, 6))
	var f Form
	forms, keys := map[Key]solver.Grid{}, map[solver.Grid]Key{}
	repeated, n := 0, 2000
	if testing.Short() {
		n = 400
	}
	for i := range n {
		var m morph.Morph
		m.Draw(6, uint64(i), 0)
		clues := []int{3, 40, 79, 80}[i%4]
		solution := solutions[r.IntN(2)]
		puzzle := subgrid(r, &solution, clues)
		var morphed, morphedSolution, form solver.Grid
		m.Apply(&morphed, &puzzle)
		m.Apply(&morphedSolution, &solution)
		key, symmetries := f.Key(&morphed, &morphedSolution)
		if want, _ := f.Key(&puzzle, &solution); symmetries == 0 || key != want {
			t.Fatalf("%v has the key %v, but its morph has %v", &puzzle, want, key)
		}
		f.Minlex(&form, &morphed)
		if before, found := forms[key]; found && before != form {
			t.Fatalf("%v and %v both have the key %v", &before, &form, key)
		}
		if before, found := keys[form]; found && clues > 3 {
			repeated++
			if before != key {
				t.Fatalf("%v has the keys %v and %v", &form, before, key)
			}
		}
		forms[key], keys[form] = form, key
	}
	if repeated < n/40 {
		t.Errorf("only %d puzzles were equivalent to others", repeated)
	}
}

// TestSymmetriesOfSolutions compares the number of symmetries of a solution with the number of
// arrangements for which sameUnderNames returns true. Example 14 must have 648 symmetries.
func TestSymmetriesOfSolutions(t *testing.T) {
	puzzles, _ := examples(t)
	var f Form
	var form solver.Grid
	if n := f.Solution(&form, &puzzles[13]); n != 648 {
		t.Errorf("example 14 has %d symmetries", n)
	}
	solutions := anySolutions(t)[:2]
	solutions = append(solutions, puzzles[13], puzzles[14])
	if testing.Short() {
		solutions = solutions[len(solutions)-2:]
	}
	for _, g := range solutions {
		want := 0
		for a := range morph.Arrangements {
			if sameUnderNames(&g, a) {
				want++
			}
		}
		if n := f.Solution(&form, &g); n != want {
			t.Errorf("%v has %d symmetries, want %d", &g, n, want)
		}
	}
}

// sameUnderNames reports whether an arrangement has the same effect on a grid as renaming digits.
func sameUnderNames(g *solver.Grid, arrangement int) bool {
	var m morph.Morph
	m.Set(arrangement, 0)
	var names [10]byte
	for place, cell := range g {
		d := g[m.Rows[place/9]+m.Columns[place%9]] - '0'
		if names[d] == 0 {
			names[d] = cell
		}
		if names[d] != cell {
			return false
		}
	}
	return true
}

// TestInvalidGridsHaveNoForm checks the zero Grid and grids that repeat a digit in a house.
func TestInvalidGridsHaveNoForm(t *testing.T) {
	var f Form
	var form, zero solver.Grid
	blank := gridOf(t, examplesBlank)
	if f.Minlex(&form, &zero) || f.Solution(&form, &zero) != 0 || f.Solution(&form, &blank) != 0 {
		t.Error("the zero Grid has a form, or a blank grid is a solution")
	}
	for _, cells := range [][2]int{{0, 8}, {0, 72}, {0, 20}, {80, 79}, {40, 67}} {
		g := blank
		g[cells[0]], g[cells[1]] = '5', '5'
		if f.Minlex(&form, &g) {
			t.Errorf("%v has a form", &g)
		}
		g[cells[1]] = '6'
		if !f.Minlex(&form, &g) {
			t.Errorf("%v has no form", &g)
		}
	}
	puzzles, _ := examples(t)
	solution := puzzles[13]
	solution[3], solution[4] = solution[4], solution[3]
	if f.Minlex(&form, &solution) || f.Solution(&form, &solution) != 0 {
		t.Error("a full grid with a digit twice in a column has a form")
	}
}

// TestOnlySolutionsHaveForms changes a few cells of solutions. In some of the changed grids, every
// row and column still holds all digits. A grid must have a form if and only if it is a solution.
func TestOnlySolutionsHaveForms(t *testing.T) {
	solutions := anySolutions(t)
	r := rand.New(rand.NewPCG(7, 8))
	var f Form
	var form solver.Grid
	n := 100_000
	if testing.Short() {
		n = 20_000
	}
	good := 0
	for i := range n {
		g := solutions[i%len(solutions)]
		at := r.IntN(solver.Cells)
		for range r.IntN(4) {
			row, column := at/9, at%9
			switch r.IntN(4) {
			case 0: // swap two cells of a row
				other := 9*row + r.IntN(9)
				g[at], g[other] = g[other], g[at]
			case 1: // swap two cells of a column
				other := 9*r.IntN(9) + column
				g[at], g[other] = g[other], g[at]
			case 2:
				cell := 9*(row/3*3+r.IntN(3)) + column/3*3 + r.IntN(3)
				g[cell] = '1' + byte(r.IntN(9))
			case 3: // swap two digits at a rectangle's corners; rows and columns keep their digits
				end := r.IntN(9)
				a, b := g[at], g[9*row+end]
				for other := range 9 {
					if g[9*other+column] == b && g[9*other+end] == a {
						g[at], g[9*row+end], g[9*other+column], g[9*other+end] = b, a, a, b
					}
				}
			}
		}
		_, repeats := g.FindRepeat()
		if !repeats {
			good++
		}
		if n := f.Solution(&form, &g); (n == 0) != repeats {
			t.Fatalf("%v has %d symmetries, and repeats a digit: %v", &g, n, repeats)
		}
	}
	if good == 0 || good == n {
		t.Errorf("%d of %d grids were solutions", good, n)
	}
}

const examplesBlank = "................................................................................."

func TestFormsDoNotAllocate(t *testing.T) {
	puzzles, _ := examples(t)
	solutions := anySolutions(t)
	var f Form
	var form solver.Grid
	all := func() {
		for i := range puzzles {
			f.Minlex(&form, &puzzles[i])
		}
		for i := range solutions {
			f.Key(&puzzles[i], &solutions[i])
		}
	}
	all()
	if n := testing.AllocsPerRun(10, all); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzMinlex compares the canonical forms of arbitrary grids with those of their morphs, and with
// those that the oracle finds.
func FuzzMinlex(f *testing.F) {
	puzzles, _ := examples(f)
	for i := range puzzles {
		f.Add(puzzles[i][:], uint64(i))
	}
	var forms Form
	f.Fuzz(func(t *testing.T, cells []byte, seed uint64) {
		var puzzle, morphed, form, again solver.Grid
		for i := range puzzle {
			puzzle[i] = solver.Blank
			if i < len(cells) && cells[i] >= '1' && cells[i] <= '9' {
				puzzle[i] = cells[i]
			}
		}
		var m morph.Morph
		m.Draw(seed, 0, 0)
		m.Apply(&morphed, &puzzle)
		good := forms.Minlex(&form, &puzzle)
		if goodAgain := forms.Minlex(&again, &morphed); good != goodAgain || good && form != again {
			t.Fatalf("%v has the form %v, but its morph %v has %v", &puzzle, &form, &morphed, &again)
		}
		if _, repeats := puzzle.FindRepeat(); repeats == good {
			t.Fatalf("%v has a form: %v", &puzzle, good)
		}
		if !good {
			return // the oracle can be slow if a house repeats a digit
		}
		if want := plainMinlex(&puzzle); form != want {
			t.Fatalf("%v has the form %v, want %v", &puzzle, &form, &want)
		}
	})
}
