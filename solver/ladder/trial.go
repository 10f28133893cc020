package ladder

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// trials finds the candidates that lead to a contradiction through singles. Most candidates need
// not be tried. Suppose that 5 in r1c1 makes 3 in r1c2 a single. If the 3 leads to a contradiction,
// so does the 5. If the 5 does not lead to a contradiction, neither does the 3.
func (l *Ladder) trials() (found bool) {
	v := l.look()
	l.sound = Candidates{}
	// Cells with two candidates come first: assumptions in them lead to the most singles.
	for _, cells := range [2]Cells{v.pairs, l.open.without(v.pairs)} {
		found = l.tryAll(cells) || found
	}
	if found && l.watch.each != nil {
		for d := range l.removed {
			for left := l.removed[d]; !left.empty(); left = left.Rest() {
				bit := cellBits[left.First()]
				l.eliminate(1<<d, bit, pattern{technique: TrialAndError, cells: bit, digits: 1 << d, house: -1})
			}
		}
	}
	return found
}

// tryAll tries those candidates of the given cells whose outcome is not yet known.
func (l *Ladder) tryAll(cells Cells) (found bool) {
	for ; !cells.empty(); cells = cells.Rest() {
		cell := cells.First()
		bit := cellBits[cell]
		for d := range l.may {
			if l.may[d].intersects(bit) && !l.sound[d].or(l.removed[d]).intersects(bit) && !l.try(cell, d) {
				l.refute(d, bit)
				found = true
			}
		}
	}
	return found
}

// try assumes that the digit is in the cell, and returns false if singles lead to a contradiction.
func (l *Ladder) try(cell, digit int) bool {
	l.trial, l.placements = l.state, Candidates{}
	s := &l.trial
	l.placements[digit] = cellBits[cell]
	s.placeAll(&l.placements)
	if s.propagate(allWaves) < 0 {
		return false
	}
	for d := range s.may {
		l.sound[d] = l.sound[d].or(s.may[d].without(s.open))
	}
	return true
}

// refute removes a digit from the cells in which it leads to a contradiction. It also removes each
// candidate that would immediately force the digit into one of these cells. For example, if r1c1
// has the candidates 3 and 5, and refute removes the 5, it also removes 3 from all cells that r1c1
// sees.
func (l *Ladder) refute(digit int, cells Cells) {
	v := &l.views
	cells = cells.and(v.rows[digit]).without(l.removed[digit])
	l.removed[digit] = l.removed[digit].or(cells)
	for ; !cells.empty(); cells = cells.Rest() {
		cell := cells.First()
		if v.pairs.intersects(cellBits[cell]) {
			other := v.digits[cell] &^ (1 << digit)
			l.refute(bits.TrailingZeros16(other), peers[cell])
		}
		for _, h := range housesOf[cell] {
			other := houses[h].and(v.rows[digit]).without(cellBits[cell])
			if other.several() {
				continue
			}
			l.refute(digit, peers[other.First()])
			for d := range v.rows {
				if d != digit {
					l.refute(d, other)
				}
			}
		}
	}
}

// Resistance returns the number of candidates left in unsolved cells after the first wave of
// TrialAndError. It returns 0 for a puzzle that does not need TrialAndError.
func (l *Ladder) Resistance(puzzle *solver.Grid) (left int) {
	if l.RateTo(puzzle, TrialAndError-1).Hardest != Extreme {
		return 0
	}
	l.easiest(TrialAndError)
	for d := range l.may {
		left += l.may[d].and(l.open).without(l.removed[d]).Len()
	}
	return left
}
