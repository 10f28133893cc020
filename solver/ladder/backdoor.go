package ladder

import "github.com/gridmill/gridmill/solver"

// NoBackdoor means that the puzzle has no solution, or that more than two cells must be filled.
const NoBackdoor = -1

// Backdoor returns the smallest number of cells that must be filled from solution so that singles
// fill the rest: 0, 1, 2 or NoBackdoor. solution must be the only solution of puzzle.
func (l *Ladder) Backdoor(puzzle, solution *solver.Grid) int {
	var s state
	if !s.read(puzzle) || s.propagate(allWaves) < 0 {
		return NoBackdoor
	}
	if s.open.empty() {
		return 0
	}
	for cells := 1; cells <= 2; cells++ {
		if l.opens(&s, s.open, solution, cells) {
			return cells
		}
	}
	return NoBackdoor
}

// opens reports whether the given number of untried cells can be filled from solution so that
// singles fill the rest. All singles must already be placed in s. If filling cell A lets singles
// fill cell B, filling B instead never fills more cells. If A failed, opens therefore skips B.
func (l *Ladder) opens(s *state, untried Cells, solution *solver.Grid, cells int) bool {
	for !untried.empty() {
		cell := untried.First()
		next := *s
		l.placements = Candidates{}
		l.placements[solution[cell]-'1'] = cellBits[cell]
		next.placeAll(&l.placements)
		if next.propagate(allWaves) < 0 {
			return false // solution does not solve the puzzle
		}
		if next.open.empty() || cells > 1 && l.opens(&next, untried.and(next.open), solution, cells-1) {
			return true
		}
		untried = untried.and(next.open)
	}
	return false
}
