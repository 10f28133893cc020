package generate

import "github.com/gridmill/gridmill/solver"

// attempt removes clues from a solution grid, in random order, as long as the grid remains the only
// solution. An orbit is a cell and the cells to which Options.Symmetry moves it. The clues of an
// orbit are removed together. To save searches, an attempt tries many orbits at once and uses known
// unavoidable sets. The outcome is the same as if it tried the orbits one by one.
type attempt struct {
	*row
	number int
	order  [solver.Cells]uint8 // indices of the orbits, in random order
	// last[i] holds the known unavoidable sets whose last orbit is order[i].
	last [solver.Cells]setMask
	// kept holds the known unavoidable sets with a cell in a kept orbit.
	kept     setMask
	position int // index into order; in the checking stage, a cell
	clues    int
	target   int // removal stops at this number of clues; 0 means no such limit
	stage    stage
	minimal  bool // no single clue can be removed
	good     bool // the puzzle satisfies the options
}

// A stage identifies the question that an attempt is asking the solver.
type stage uint8

const (
	removingMany stage = iota // can all orbits that removeMany chose be removed?
	removing                  // can an orbit be removed?
	checking                  // can a clue of the finished puzzle be removed?
	grading                   // how many guesses does the puzzle take?
)

// start starts an attempt and stores its first question in q.
func (a *attempt) start(g *Generator, q *solver.Question) {
	random := newStream(g.seed, forAttempt, uint64(a.index), uint64(a.number))
	random.shuffle(a.order[:len(g.orbits)])
	a.stage, a.minimal, a.good = removingMany, false, false
	q.Known = &a.grid
	a.removeMany(g, q)
}

// removeMany removes the first g.together orbits, except those that keepIfNeeded keeps. It then
// asks whether the puzzle has another solution. Most of the removable clues are in these orbits, so
// one question saves most of the searches.
func (a *attempt) removeMany(g *Generator, q *solver.Question) {
	seen := setMask(0)
	for i := len(g.orbits) - 1; i >= 0; i-- {
		sets := a.sets[a.order[i]]
		a.last[i] = sets &^ seen
		seen |= sets
	}
	q.Puzzle = a.grid
	a.kept, a.clues = 0, solver.Cells
	for a.position = 0; a.position < g.together; a.position++ {
		if !a.keepIfNeeded(g) {
			a.remove(g, q)
		}
	}
	q.Cell = solver.Cells
}

// keepIfNeeded keeps the current orbit if known unavoidable sets show that it cannot be removed, or
// if too few clues would remain. It reports whether it kept the orbit.
func (a *attempt) keepIfNeeded(g *Generator) (kept bool) {
	orbit := a.order[a.position]
	if a.last[a.position]&^a.kept != 0 || a.clues-len(g.orbits[orbit]) < a.target {
		a.kept |= a.sets[orbit]
		return true
	}
	return false
}

// remove removes the clues of the current orbit.
func (a *attempt) remove(g *Generator, q *solver.Question) {
	orbit := g.orbits[a.order[a.position]]
	for _, cell := range orbit {
		q.Puzzle[cell] = solver.Blank
	}
	a.clues -= len(orbit)
}

func (a *attempt) restore(g *Generator, q *solver.Question) {
	orbit := g.orbits[a.order[a.position]]
	for _, cell := range orbit {
		q.Puzzle[cell] = a.grid[cell]
	}
	a.clues += len(orbit)
	a.kept |= a.sets[a.order[a.position]]
}

// proceed processes the answer in q and stores the next question there. It returns false if the
// attempt has ended.
func (a *attempt) proceed(g *Generator, q *solver.Question) (asks bool) {
	otherSolution := q.Result.Count > 0
	switch a.stage {
	case removingMany:
		switch {
		case !otherSolution:
			a.stage = removing
		case a.addDifference(&q.Result.Solution):
			a.removeMany(g, q)
			return true
		default: // start over with the full grid, and remove one orbit at a time
			q.Puzzle = a.grid
			a.kept, a.clues, a.position, a.stage = 0, solver.Cells, 0, removing
		}
		return a.removeNext(g, q)
	case removing:
		if otherSolution {
			a.restore(g, q)
		}
		a.position++
		return a.removeNext(g, q)
	case checking:
		q.Puzzle[a.position] = a.grid[a.position]
		if !otherSolution {
			return a.checked(g, q, false)
		}
		a.position++
		return a.checkNext(g, q)
	}
	a.good = g.Guesses.Contains(int(q.Result.Guesses))
	return false
}

// removeNext asks whether the next orbit can be removed. It skips orbits that are known to be
// necessary.
func (a *attempt) removeNext(g *Generator, q *solver.Question) (asks bool) {
	for ; a.position < len(g.orbits) && a.clues > a.target; a.position++ {
		if a.keepIfNeeded(g) {
			continue
		}
		a.remove(g, q)
		if orbit := g.orbits[a.order[a.position]]; len(orbit) == 1 {
			q.Cell = orbit[0]
		} else {
			q.Cell = solver.Cells
		}
		return true
	}
	switch {
	case a.target > 0 && a.clues != a.target, g.Minimal && g.Clues != nil && !g.Clues.Contains(a.clues):
		return false
	case a.target == 0 && g.Symmetry == None:
		return a.checked(g, q, true)
	}
	a.position, a.stage = 0, checking
	return a.checkNext(g, q)
}

// checkNext asks whether the next clue can be removed. If no clues are left to check, the puzzle is
// minimal.
func (a *attempt) checkNext(g *Generator, q *solver.Question) (asks bool) {
	for ; a.position < solver.Cells; a.position++ {
		if q.Puzzle[a.position] != solver.Blank {
			q.Puzzle[a.position] = solver.Blank
			q.Cell = uint8(a.position)
			return true
		}
	}
	return a.checked(g, q, true)
}

// checked continues the attempt once it is known whether the puzzle is minimal. It ends the attempt
// or asks how many guesses the puzzle takes.
func (a *attempt) checked(g *Generator, q *solver.Question, minimal bool) (asks bool) {
	a.minimal = minimal
	switch {
	case g.Minimal && !minimal, !g.hasDifficulty(g.ladder, &q.Puzzle):
		return false
	case g.Guesses == nil:
		a.good = true
		return false
	}
	q.Cell, a.stage = solver.Cells, grading
	return true
}
