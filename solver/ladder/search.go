package ladder

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// assumption is a candidate that was guessed, and the state before.
type assumption struct {
	before      state
	cell, digit int
}

// ExplainAll is Explain for a puzzle with this solution, and goes on where no technique does:
// then a step called guess places a digit of the solution in a cell with the fewest candidates,
// the first of these, as Extreme.
func (l *Ladder) ExplainAll(puzzle, solution *solver.Grid, each func(*Step)) Rating {
	return l.explain(puzzle, observer{each: each, solution: solution, wave: 1})
}

// ExplainSearch is Explain for a puzzle that has exactly one solution, and goes on where no
// technique does by steps of its own, as Extreme: a guess places the least candidate of a cell
// with the fewest of them, the first of these cells. Where a contradiction follows, a step called
// backtrack removes that candidate from the grid before the guess. The Rating is as if there were
// no search.
func (l *Ladder) ExplainSearch(puzzle *solver.Grid, each func(*Step)) Rating {
	l.guesses = l.guesses[:0]
	return l.explain(puzzle, observer{each: each, search: true, wave: 1})
}

// guess places a digit, and reports the step.
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
	s := l.newStep("guess", pattern{Extreme, cellBits[best], 1 << d, -1})
	s.Cell, s.Digit = best, d+1
	l.watch.each(s)
	l.placements = Candidates{}
	l.placements[d] = cellBits[best]
	l.placeAll(&l.placements)
}

// backtrack takes the last guess back, and reports the step. It returns false if there is none.
func (l *Ladder) backtrack(r *Rating) bool {
	if !l.watch.search || len(l.guesses) == 0 {
		return false
	}
	last := &l.guesses[len(l.guesses)-1]
	l.guesses = l.guesses[:len(l.guesses)-1]
	l.state = last.before
	bit := cellBits[last.cell]
	s := l.newStep("backtrack", pattern{Extreme, bit, 1 << last.digit, -1})
	s.Removed[last.digit] = bit
	l.watch.each(s)
	l.removed = Candidates{}
	l.removed[last.digit] = bit
	l.countWave(r, Extreme, l.remove())
	return true
}
