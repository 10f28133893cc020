package ladder

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// assumption is a guess: the guessed candidate, and the state before the guess.
type assumption struct {
	before      state
	cell, digit int
}

// ExplainAll is like Explain, but continues with guesses when no technique makes progress. A guess
// takes the first cell with the fewest candidates, and places that cell's digit from solution. The
// guess is reported as a step named guess with the technique Extreme.
func (l *Ladder) ExplainAll(puzzle, solution *solver.Grid, visit func(*Step)) Rating {
	return l.explain(puzzle, observer{each: visit, solution: solution, wave: 1})
}

// ExplainSearch is like Explain, but continues with a search when no technique makes progress. The
// puzzle must have exactly one solution.
//
// The steps of the search have the technique Extreme. A step named guess takes the first cell with
// the fewest candidates, and places the lowest candidate of that cell. If a contradiction follows,
// a step named backtrack returns to the state before the guess and removes the guessed candidate.
// The Rating does not include the search.
func (l *Ladder) ExplainSearch(puzzle *solver.Grid, visit func(*Step)) Rating {
	l.guesses = l.guesses[:0]
	return l.explain(puzzle, observer{each: visit, search: true, wave: 1})
}

// guess makes a guess and reports it.
func (l *Ladder) guess() {
	best, fewest := 0, 10
	for left := l.open; !left.empty(); left = left.Rest() {
		if n := bits.OnesCount16(l.digitsOf(left.First())); n < fewest {
			best, fewest = left.First(), n
		}
	}
	d := bits.TrailingZeros16(l.digitsOf(best))
	if l.watch.search {
		l.guesses = append(l.guesses, assumption{l.state, best, d})
	} else {
		d = int(l.watch.solution[best] - '1')
	}
	s := l.newStep("guess", pattern{technique: Extreme, cells: cellBits[best], digits: 1 << d, house: -1})
	s.Cell, s.Digit = best, d+1
	l.watch.each(s)
	l.placements = Candidates{}
	l.placements[d] = cellBits[best]
	l.placeAll(&l.placements)
}

// backtrack undoes the last guess and reports this as a step. It returns false if no guess is left.
func (l *Ladder) backtrack(r *Rating) bool {
	if !l.watch.search || len(l.guesses) == 0 {
		return false
	}
	last := &l.guesses[len(l.guesses)-1]
	l.guesses = l.guesses[:len(l.guesses)-1]
	l.state = last.before
	bit := cellBits[last.cell]
	s := l.newStep("backtrack", pattern{technique: Extreme, cells: bit, digits: 1 << last.digit, house: -1})
	s.Removed[last.digit], s.reached = bit, &l.watch.before
	l.watch.each(s)
	l.removed = Candidates{}
	l.removed[last.digit] = bit
	l.countWave(r, Extreme, l.remove())
	return true
}
