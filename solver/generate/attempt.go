package generate

import "github.com/gridmill/gridmill/solver"

// attempt removes clues from a solution grid, in random order, as long as it stays the only
// solution. The outcome is that of trying one orbit of cells after the other: it depends on
// the grid and the order alone. What is left is to ask for as few searches as possible.
type attempt struct {
	*row
	number int
	order  [solver.Cells]uint8 // of the orbits
	// last says, for each place in the order, which known sets have their last orbit there.
	last [solver.Cells]setMask
	// kept are the known sets that have a clue which stays. Any other set loses all its cells
	// in turn, so that its last orbit has to stay.
	kept    setMask
	place   int // the next in the order, or the next cell in the stages of single cells
	clues   int
	target  int // the number of clues at which removal stops; 0 if it does not
	stage   stage
	minimal bool // no single clue can go
	good    bool // the puzzle is one that is wanted
}

// stage is what an attempt is waiting to learn.
type stage uint8

const (
	removingMany stage = iota // whether the first orbits can go together
	removing                  // whether an orbit can go
	checking                  // whether a clue of the puzzle can go
	grading                   // what the search for the puzzle takes
)

// start starts an attempt and asks its first question.
func (a *attempt) start(g *Generator, q *solver.Question) {
	random := newStream(g.Seed, forAttempt, uint64(a.index), uint64(a.number))
	random.shuffle(a.order[:len(g.orbits)])
	a.stage, a.minimal, a.good = removingMany, false, false
	q.Known = &a.grid
	a.removeMany(g, q)
}

// removeMany removes the first orbits, but for those that known sets require, and asks
// whether that leaves another solution. Most clues that can go are among them, and
// asking for each would take nearly all searches.
func (a *attempt) removeMany(g *Generator, q *solver.Question) {
	seen := setMask(0)
	for i := len(g.orbits) - 1; i >= 0; i-- {
		sets := a.sets[a.order[i]]
		a.last[i] = sets &^ seen
		seen |= sets
	}
	q.Puzzle = a.grid
	a.kept, a.clues = 0, solver.Cells
	for a.place = 0; a.place < g.together; a.place++ {
		if !a.keepIfNeeded(g) {
			a.remove(g, q)
		}
	}
	q.Cell = solver.Cells
}

// keepIfNeeded keeps the current orbit if it is known without a search that it cannot go, and
// reports whether it did.
func (a *attempt) keepIfNeeded(g *Generator) (kept bool) {
	orbit := a.order[a.place]
	if a.last[a.place]&^a.kept != 0 || a.clues-len(g.orbits[orbit]) < a.target {
		a.kept |= a.sets[orbit]
		return true
	}
	return false
}

// remove removes the current orbit.
func (a *attempt) remove(g *Generator, q *solver.Question) {
	orbit := g.orbits[a.order[a.place]]
	for _, cell := range orbit {
		q.Puzzle[cell] = solver.Blank
	}
	a.clues -= len(orbit)
}

// restore takes back the removal of the current orbit.
func (a *attempt) restore(g *Generator, q *solver.Question) {
	orbit := g.orbits[a.order[a.place]]
	for _, cell := range orbit {
		q.Puzzle[cell] = a.grid[cell]
	}
	a.clues += len(orbit)
	a.kept |= a.sets[a.order[a.place]]
}

// goOn takes the answer to a question and asks the next one, or reports that the attempt
// has ended.
func (a *attempt) goOn(g *Generator, q *solver.Question) (asks bool) {
	otherSolution := q.Result.Count > 0
	switch a.stage {
	case removingMany:
		if otherSolution && !a.addDifference(&q.Result.Solution) {
			a.place = g.together
			return a.removeFromStart(g, q)
		}
		if otherSolution {
			a.removeMany(g, q)
			return true
		}
		a.stage = removing
		return a.removeNext(g, q)
	case removing:
		if otherSolution {
			a.restore(g, q)
		}
		a.place++
		return a.removeNext(g, q)
	case checking:
		q.Puzzle[a.place] = a.grid[a.place]
		if !otherSolution {
			return a.checked(g, q, false)
		}
		a.place++
		return a.checkNext(g, q)
	}
	a.good = g.Guesses.contains(int(q.Result.Guesses))
	return false
}

// removeFromStart removes one orbit after the other from the full grid.
func (a *attempt) removeFromStart(g *Generator, q *solver.Question) (asks bool) {
	q.Puzzle = a.grid
	a.kept, a.clues, a.place, a.stage = 0, solver.Cells, 0, removing
	return a.removeNext(g, q)
}

// removeNext asks whether the next orbit can go of which that is not known.
func (a *attempt) removeNext(g *Generator, q *solver.Question) (asks bool) {
	for ; a.place < len(g.orbits) && a.clues > a.target; a.place++ {
		if a.keepIfNeeded(g) {
			continue
		}
		a.remove(g, q)
		if orbit := g.orbits[a.order[a.place]]; len(orbit) == 1 {
			q.Cell = orbit[0]
		} else {
			q.Cell = solver.Cells
		}
		return true
	}
	switch {
	case a.target > 0 && a.clues != a.target:
		return false
	case g.Minimal && g.Clues != nil && !g.Clues.contains(a.clues):
		return false
	case a.target == 0 && g.Symmetry == None:
		return a.checked(g, q, true)
	}
	a.place, a.stage = 0, checking
	return a.checkNext(g, q)
}

// checkNext asks whether the next clue can go.
func (a *attempt) checkNext(g *Generator, q *solver.Question) (asks bool) {
	for ; a.place < solver.Cells; a.place++ {
		if q.Puzzle[a.place] != solver.Blank {
			q.Puzzle[a.place] = solver.Blank
			q.Cell = uint8(a.place)
			return true
		}
	}
	return a.checked(g, q, true)
}

// checked ends an attempt with a puzzle that is minimal or not, or asks what its search takes.
func (a *attempt) checked(g *Generator, q *solver.Question, minimal bool) (asks bool) {
	a.minimal = minimal
	switch {
	case g.Minimal && !minimal, !g.asDifficult(&q.Puzzle):
		return false
	case g.Guesses == nil:
		a.good = true
		return false
	}
	q.Cell, a.stage = solver.Cells, grading
	return true
}

// asDifficult reports whether a puzzle is as difficult as is wanted.
func (g *Generator) asDifficult(puzzle *solver.Grid) bool {
	if g.Difficulty == nil {
		return true
	}
	r := g.ladder.RateTo(puzzle, g.Difficulty.To.Last())
	d := r.Hardest.Difficulty()
	return g.Difficulty.From <= d && d <= g.Difficulty.To
}
