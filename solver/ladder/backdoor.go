package ladder

import "github.com/gridmill/gridmill/solver"

// NoBackdoor says that there is no backdoor of up to two cells, or that the grid is no puzzle with
// a solution.
const NoBackdoor = -1

// Backdoor returns how many cells have to be filled at least, as in the solution, for singles
// to solve the rest: 0, 1, 2 or NoBackdoor. The solution must be the only one of the puzzle.
func (l *Ladder) Backdoor(puzzle, solution *solver.Grid) int {
	var s state
	if !s.read(puzzle) || s.propagate(allWaves) < 0 {
		return NoBackdoor
	}
	if s.open.empty() {
		return 0
	}
	if l.opens(&s, s.open, solution, 1) {
		return 1
	}
	if l.opens(&s, s.open, solution, 2) {
		return 2
	}
	return NoBackdoor
}

// opens reports whether so many cells, one or two of those that are left, open a state in
// which singles are stuck. What follows from a cell that another one leads to follows from
// that one too, so it need not be tried.
func (l *Ladder) opens(s *state, left Cells, solution *solver.Grid, cells int) bool {
	for ; !left.empty(); left = left.Rest() {
		cell := left.First()
		next := *s
		l.placements = Candidates{}
		l.placements[solution[cell]-'1'] = cellBits[cell]
		next.placeAll(&l.placements)
		if next.propagate(allWaves) < 0 {
			return false // there is another solution, or none
		}
		if next.open.empty() || cells > 1 && l.opens(&next, left.and(next.open), solution, cells-1) {
			return true
		}
		// Rest takes away the first cell, which must be this one still.
		left = left.and(next.open).or(cellBits[cell])
	}
	return false
}
