package canon

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// oracle finds canonical forms by trying every order of the rows and columns, for the grid and for
// the transposed grid. It abandons an order of rows when the resulting grid exceeds the best grid
// so far.
type oracle struct {
	cells [9][9]uint8 // the grid with its columns in the current order
	best  [9][9]uint8
}

// plainMinlex returns the canonical form of a puzzle.
func plainMinlex(puzzle *solver.Grid) (least solver.Grid) {
	var o oracle
	for r := range o.best {
		for c := range o.best[r] {
			o.best[r][c] = 255
		}
	}
	var m morph.Morph
	for i := range morph.LineOrders {
		m.Set(i, 0)
		order := m.Columns
		for side := range 2 {
			for r := range 9 {
				for c, column := range order {
					cell := puzzle[9*r+int(column)]
					if side == 1 {
						cell = puzzle[9*int(column)+r]
					}
					o.cells[r][c] = 0
					if cell != solver.Blank {
						o.cells[r][c] = cell - '0'
					}
				}
			}
			o.rows(0, 0, [10]uint8{}, 0)
		}
	}
	for i := range least {
		least[i] = solver.Blank
		if d := o.best[i/9][i%9]; d > 0 {
			least[i] = '0' + d
		}
	}
	return least
}

// rows tries all choices for the row whose index is level. used has a bit for each row that is
// already at a lower index.
func (o *oracle) rows(level int, used uint16, names [10]uint8, named uint8) {
	if level == 9 {
		return
	}
	triedBlank := uint16(0) // bands in which a blank row was tried
	for r := range 9 {
		band := r / 3
		if used>>r&1 != 0 {
			continue
		}
		if begun := used >> (3 * band) & 7; level%3 != 0 && begun == 0 {
			continue
		}
		if o.cells[r] == [9]uint8{} {
			if triedBlank>>band&1 != 0 {
				continue // another blank row of the band would yield the same grids
			}
			triedBlank |= 1 << band
		}
		o.row(level, r, used, names, named)
	}
}

func (o *oracle) row(level, r int, used uint16, names [10]uint8, named uint8) {
	var row [9]uint8
	for c, d := range o.cells[r] {
		if d == 0 {
			continue
		}
		if names[d] == 0 {
			named++
			names[d] = named
		}
		row[c] = names[d]
	}
	for c := range row {
		if row[c] > o.best[level][c] {
			return
		}
		if row[c] < o.best[level][c] {
			o.best[level] = row
			for l := level + 1; l < 9; l++ {
				o.best[l][0] = 255
			}
			break
		}
	}
	o.rows(level+1, used|1<<r, names, named)
}

// subgrid returns a puzzle with the given number of clues, chosen at random from solution.
func subgrid(r *rand.Rand, solution *solver.Grid, clues int) (g solver.Grid) {
	for i := range g {
		g[i] = solver.Blank
	}
	for _, cell := range r.Perm(solver.Cells)[:clues] {
		g[cell] = solution[cell]
	}
	return g
}

// anySolutions returns one solution of each example that has a solution.
func anySolutions(t testing.TB) (solutions []solver.Grid) {
	t.Helper()
	puzzles, _ := examples(t)
	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 1})
	if err != nil {
		t.Fatal(err)
	}
	results := make([]solver.Result, len(puzzles))
	s.Solve(puzzles, results)
	for i := range results {
		if results[i].Count > 0 {
			solutions = append(solutions, results[i].Solution)
		}
	}
	return solutions
}

// TestMinlexAgreesWithOracle compares the forms of random puzzles with the forms that the oracle
// finds. The number of clues varies from 0 to 81. GRIDMILL_SUBGRIDS sets the number of puzzles.
func TestMinlexAgreesWithOracle(t *testing.T) {
	n := 5 * (solver.Cells + 1)
	if testing.Short() {
		n = 100
	}
	if text := os.Getenv("GRIDMILL_SUBGRIDS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	solutions := anySolutions(t)
	r := rand.New(rand.NewPCG(1, uint64(n)))
	var f Form
	for i := range n {
		var solution solver.Grid
		var m morph.Morph
		m.Draw(2, uint64(i), 0)
		m.Apply(&solution, &solutions[r.IntN(len(solutions))])
		puzzle := subgrid(r, &solution, i%(solver.Cells+1))
		var form solver.Grid
		good := f.Minlex(&form, &puzzle)
		if want := plainMinlex(&puzzle); !good || form != want {
			t.Fatalf("%v has the form %v, want %v", &puzzle, &form, &want)
		}
	}
}
