// Package score compares the output of a model with the puzzle that it had to solve. All values are
// also meaningful for puzzles with several solutions, and count changed clues as errors.
package score

import (
	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/solver"
)

// A Score rates one output. If there is no whole grid, CellsRight is Unknown, other numbers except
// Cells are zero, and booleans are false.
type Score struct {
	Shape extract.Shape
	Place extract.Place
	// Cells is the number of cells found: 81 for a grid.
	Cells int32
	// Filled is the number of cells that hold a digit.
	Filled int32
	// CluesKept is the number of unchanged clues.
	CluesKept int32
	// Conflicts is the number of cells whose digit occurs again in one of their houses.
	Conflicts int32
	// CellsRight is the number of blanks that are filled as in the solution, or Unknown if the
	// puzzle does not have exactly one.
	CellsRight int32
	// Solved is set if the grid is full, without conflicts, and keeps all clues.
	Solved bool
	// Exact is set if the grid is equal to the answer of the data set.
	Exact bool
	// Consistent is set if the grid and the clues can still be completed to a solution.
	Consistent bool
}

// Unknown is the value of CellsRight if there is no single solution to compare with.
const Unknown = -1

// A Scorer scores outputs. It reuses memory between calls, so each goroutine needs its own.
type Scorer struct {
	solver  solver.Solver
	puzzle  [1]solver.Grid
	results [1]solver.Result
	game    game
	play    func(cell int, digit byte) // a method of the game; made once, as a method value allocates
}

// New returns a Scorer.
func New() (*Scorer, error) {
	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 1})
	if err != nil {
		return nil, err
	}
	scorer := &Scorer{solver: s}
	scorer.game.Scorer = scorer
	scorer.play = scorer.game.play
	return scorer, nil
}

// Text finds the grid in an output and scores it. r is the result of a search for two solutions of
// the puzzle. answer, the answer of the data set, may be nil.
func (s *Scorer) Text(puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, output []byte) Score {
	found := extract.Last(output)
	return s.Grid(puzzle, r, answer, &found)
}

// Grid scores what was found in an output, which may be no grid.
func (s *Scorer) Grid(puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, found *extract.Found) Score {
	score, open := Of(puzzle, r, answer, found)
	if open {
		s.puzzle[0] = Position(puzzle, &found.Grid)
		score.Consistent = s.completes()
	}
	return score
}

// completes reports whether the puzzle in the Scorer has a solution.
func (s *Scorer) completes() bool {
	s.solver.Solve(s.puzzle[:], s.results[:])
	return s.results[0].Count > 0
}

// Of scores a grid as far as possible without a search. If open is set, Consistent is not known
// yet: the grid is consistent if its Position has a solution.
func Of(puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, found *extract.Found) (s Score, open bool) {
	s = Score{Shape: found.Shape, Place: found.Place, Cells: found.Cells, CellsRight: Unknown}
	unique := r.Verdict == solver.Unique
	if unique {
		s.CellsRight = 0
	}
	if !found.Whole() {
		return s, false
	}
	grid := &found.Grid
	s.Exact = answer != nil && *grid == *answer
	s.Filled = int32(grid.Clues())
	if unique && *grid == r.Solution {
		s.CluesKept = int32(puzzle.Clues())
		s.CellsRight = solver.Cells - s.CluesKept
		s.Solved, s.Consistent = true, true
		return s, false
	}
	s.Conflicts = conflicts(grid)
	changed, wrong := s.compare(puzzle, r, grid)
	switch {
	case puzzle[0] == 0 || changed || s.Conflicts > 0: // without a puzzle nothing is known
	case unique:
		s.Consistent = !wrong
	case s.Filled == solver.Cells:
		s.Solved, s.Consistent = true, true
	default:
		open = r.Count > 0 || r.Verdict == solver.Unfinished
	}
	return s, open
}

// compare counts the unchanged clues and the correct cells. It reports whether a clue is changed to
// another digit, and whether a digit differs from the only solution.
func (s *Score) compare(puzzle *solver.Grid, r *solver.Result, grid *solver.Grid) (changed, wrong bool) {
	for i, clue := range puzzle {
		c := grid[i]
		switch {
		case clue >= '1':
			if c == clue {
				s.CluesKept++
			}
			changed = changed || c != clue && c != solver.Blank
		case s.CellsRight != Unknown && c == r.Solution[i]:
			s.CellsRight++
		default:
			wrong = wrong || c != solver.Blank
		}
	}
	return changed, wrong
}

// Position returns the clues of a puzzle with the digits of a grid in its blanks.
func Position(puzzle, grid *solver.Grid) solver.Grid {
	position := *puzzle
	for i, c := range grid {
		if position[i] == solver.Blank {
			position[i] = c
		}
	}
	return position
}
