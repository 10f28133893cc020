package ladder

// trials finds the candidates that contradict what singles follow from them.
//
// What follows from a candidate includes what follows from each of its consequences. So a
// candidate that another one leads to without a contradiction leads to none, and need not be
// tried.
func (l *Ladder) trials() (found bool) {
	l.look()
	l.sound = Candidates{}
	for left := l.open; !left.empty(); left = left.Rest() {
		cell := left.First()
		for d := range l.may {
			if l.may[d].Has(cell) && !l.sound[d].Has(cell) && !l.try(cell, d) {
				found = l.takesAll(1<<d, cellBits[cell], pattern{TrialAndError, cellBits[cell], 1 << d, -1}) || found
			}
		}
	}
	return found
}

// try assumes a candidate, and reports whether singles lead to no contradiction.
func (l *Ladder) try(cell, digit int) bool {
	l.trial, l.at = l.state, Candidates{}
	s := &l.trial
	l.at[digit] = cellBits[cell]
	if !s.placeAll(&l.at) || s.close() < 0 {
		return false
	}
	for d := range s.may {
		l.sound[d] = l.sound[d].or(s.may[d].without(s.open))
	}
	return true
}
