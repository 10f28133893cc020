// Package score compares the output of a model with the puzzle that it had to solve. All values
// also make sense for puzzles with several solutions, and count changed clues as errors.
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
	// Cells is the number of cells found, which is 81 for a grid.
	Cells int32
	// Filled is the number of cells that hold a digit.
	Filled int32
	// CluesKept is the number of unchanged clues.
	CluesKept int32
	// Conflicts is the number of cells whose digit occurs again in one of their houses.
	Conflicts int32
	// CellsRight is the number of blanks that are filled as in the solution. It is Unknown unless the
	// puzzle has exactly one solution.
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
	queued  *solver.Searches[*Score] // scores that require a search
	solver  solver.Solver
	puzzle  [1]solver.Grid
	results [1]solver.Result
	game    game
	play    func(cell int, digit byte) // a method of the game, created only once because a method value allocates
}

// New returns a Scorer.
func New() (*Scorer, error) {
	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 1})
	if err != nil {
		return nil, err
	}
	queued, err := solver.NewSearches(1, func(s *Score, found *solver.Result) { s.Consistent = found.Count > 0 })
	if err != nil {
		return nil, err
	}
	scorer := &Scorer{solver: s, queued: queued}
	scorer.game.Scorer = scorer
	scorer.play = scorer.game.play
	return scorer, nil
}

// Grid scores what was found in an output, which may not be a grid. r is the result of a search for
// two solutions of the puzzle. answer is the answer of the data set, and may be nil.
func (s *Scorer) Grid(puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, found *extract.Found) Score {
	score, open := of(puzzle, r, answer, found)
	if open {
		s.puzzle[0] = position(puzzle, &found.Grid)
		score.Consistent = s.completes()
	}
	return score
}

// Queue scores a grid like Grid, but leaves the search for a completion to Flush. Searching for
// several grids together is several times as fast. The score must not move before Flush.
func (s *Scorer) Queue(to *Score, puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, found *extract.Found) {
	var open bool
	if *to, open = of(puzzle, r, answer, found); open {
		*s.queued.Next(to) = position(puzzle, &found.Grid)
	}
}

// Flush completes the scores of all queued grids.
func (s *Scorer) Flush() { s.queued.Flush() }

// completes reports whether the puzzle in the Scorer has a solution.
func (s *Scorer) completes() bool {
	s.solver.Solve(s.puzzle[:], s.results[:])
	return s.results[0].Count > 0
}

// of scores a grid as far as possible without a search. If open is set, Consistent is not yet
// known: the grid is consistent if its position has a solution.
func of(puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, found *extract.Found) (s Score, open bool) {
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
	case puzzle[0] == 0 || changed || s.Conflicts > 0: // without a puzzle, nothing is known
	case unique:
		s.Consistent = !wrong
	case s.Filled == solver.Cells:
		s.Solved, s.Consistent = true, true
	default:
		open = r.Count > 0 || r.Verdict == solver.Unfinished
	}
	return s, open
}
