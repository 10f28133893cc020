// Package score compares the output of a model with the puzzle that the model had to solve. The
// puzzle can have several solutions. A grid with a changed clue is not a solution.
package score

import (
	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/solver"
)

// A Score rates one output. If the output has no whole grid, all booleans are false, and all
// numbers except Kind and Cells are 0 or Unknown.
type Score struct {
	// Kind is the result of extract.Found.Kind.
	Kind int32
	// Cells has the same meaning as extract.Found.Cells. It is 81 for a whole grid.
	Cells int32
	// Filled is the number of cells that hold a digit.
	Filled int32
	// CluesKept is the number of unchanged clues.
	CluesKept int32
	// Conflicts is the number of cells that share a digit with another cell in the same house.
	Conflicts int32
	// CellsRight is the number of blanks filled as in the solution. It is Unknown unless the puzzle
	// has exactly one solution.
	CellsRight int32
	// Solved is set if the grid is full, has no conflicts, and keeps all clues.
	Solved bool
	// Exact is set if the grid equals the data set's answer.
	Exact bool
	// Consistent is set if some solution has all digits of the grid in the same cells.
	Consistent bool
}

// Unknown is the value of CellsRight if the puzzle does not have exactly one solution.
const Unknown = -1

// A Scorer scores outputs. It reuses memory, so each goroutine needs its own Scorer.
type Scorer struct {
	queued *solver.Searches[open] // grids and moves that require a search
	game   game
	play   func(extract.Move) // method value game.play, stored because creating it allocates
}

// open holds an open question: does a grid, or the position after a move, have a solution?
type open struct {
	grid   *Score // the score of a grid; nil for moves
	moves  *Moves
	number int64 // number of the move, counted from 1
}

// New returns a Scorer.
func New() *Scorer {
	queued, _ := solver.NewSearches(1, func(o open, found *solver.Result) {
		if isConsistent := found.Count > 0; o.grid != nil {
			o.grid.Consistent = isConsistent
		} else {
			o.moves.judge(o.number, isConsistent)
		}
	}) // cannot fail, because the default solver runs on every machine
	s := &Scorer{queued: queued}
	s.play = s.game.play
	return s
}

// Queue stores in *to the score of what was found in an output. found may lack a whole grid. r is
// the result of a search for up to two solutions of the puzzle. answer is the data set's answer, or
// nil. The next Flush runs the remaining searches and completes *to. Until then, do not copy *to.
func (s *Scorer) Queue(to *Score, puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, found *extract.Found) {
	var isOpen bool
	if *to, isOpen = scoreOf(puzzle, r, answer, found); isOpen {
		*s.queued.Next(open{grid: to}) = position(puzzle, &found.Grid)
	}
}

// Flush completes all queued scores.
func (s *Scorer) Flush() { s.queued.Flush() }

// scoreOf returns the score of a grid, as far as possible without a search. If isOpen is set, the
// caller must search for a solution of position(puzzle, &found.Grid) to determine Consistent.
func scoreOf(puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, found *extract.Found) (s Score, isOpen bool) {
	s = Score{Kind: int32(found.Kind()), Cells: found.Cells, CellsRight: Unknown}
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
	case puzzle[0] == 0 || changed || s.Conflicts > 0: // puzzle[0] is 0 if there is no puzzle
	case unique:
		s.Consistent = !wrong
	case s.Filled == solver.Cells:
		s.Solved, s.Consistent = true, true
	default:
		isOpen = r.Count > 0 || r.Verdict == solver.Unfinished
	}
	return s, isOpen
}
