package score

import (
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/solver"
)

// TestComparesLikeCellByCell checks that comparing random outputs, most of them damaged, gives the
// same scores as a loop over the cells.
func TestComparesLikeCellByCell(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	solution := solver.Grid([]byte(solutionText))
	for range 5000 {
		puzzle, grid := solution, solution
		share := random.IntN(5)
		for i := range grid {
			if random.IntN(3) > 0 {
				puzzle[i] = solver.Blank
			}
			if random.IntN(5) < share {
				grid[i] = solver.Blank
			} else if random.IntN(20) == 0 {
				grid[i] = '1' + byte(random.IntN(9))
			}
		}
		r := solver.Result{Verdict: solver.Unique, Count: 1, Solution: solution}
		if random.IntN(2) == 0 {
			r.Verdict = solver.Multiple
		}
		want := Score{Kind: lineKind, Cells: solver.Cells, CellsRight: Unknown}
		if r.Verdict == solver.Unique {
			want.CellsRight = 0
		}
		changed, wrong := cellByCell(&want, &puzzle, &r, &grid)
		filled := puzzle
		for i, c := range grid {
			if puzzle[i] == solver.Blank {
				filled[i] = c
			}
		}
		if got := position(&puzzle, &grid); got != filled {
			t.Fatalf("the position is %s, want %s", got, filled)
		}
		want.Exact = grid == solution
		switch unique := r.Verdict == solver.Unique; {
		case changed || want.Conflicts > 0:
		case want.Filled == solver.Cells:
			want.Solved, want.Consistent = true, true
		case unique:
			want.Consistent = !wrong
		}
		found := extract.Found{Grid: grid, Shape: extract.Line, Cells: solver.Cells}
		got, isOpen := scoreOf(&puzzle, &r, &solution, &found)
		if got != want {
			t.Fatalf("%s\n%s\n%+v, want\n%+v", puzzle, grid, got, want)
		}
		if wantOpen := r.Verdict == solver.Multiple && !changed && want.Conflicts == 0 && !want.Solved; isOpen != wantOpen {
			t.Fatalf("%s\n%s\nopen is %v", puzzle, grid, isOpen)
		}
	}
}

// cellByCell computes the counts of a score by comparing one cell at a time.
func cellByCell(s *Score, puzzle *solver.Grid, r *solver.Result, grid *solver.Grid) (changed, wrong bool) {
	for i, c := range grid {
		clue := puzzle[i] != solver.Blank
		if c == solver.Blank {
			continue
		}
		s.Filled++
		for j, other := range grid {
			if i != j && c == other && (i/9 == j/9 || i%9 == j%9 || i/27 == j/27 && i%9/3 == j%9/3) {
				s.Conflicts++
				break
			}
		}
		switch {
		case clue && c == puzzle[i]:
			s.CluesKept++
		case clue:
			changed = true
		case s.CellsRight != Unknown && c == r.Solution[i]:
			s.CellsRight++
		default:
			wrong = true
		}
	}
	return changed, wrong
}
