package ladder

import "github.com/gridmill/gridmill/solver"

// Resistance returns the number of candidates of unsolved cells that remain after the first wave of
// TrialAndError. This technique is applied when no easier technique is productive. The resistance
// is 0 for a puzzle that does not need TrialAndError.
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
