package ladder

import "math/bits"

// trials finds the candidates that contradict what singles follow from them.
//
// What follows from a candidate includes what follows from each of its consequences. So a
// candidate that another one leads to without a contradiction leads to none, and one that
// leads to another which contradicts does, too. Most candidates need not be tried.
func (l *Ladder) trials() (found bool) {
	l.count()
	l.sound = Candidates{}
	for left := l.open; !left.empty(); left = left.Rest() {
		cell := left.First()
		for d := range l.may {
			bit := cellBits[cell]
			if l.may[d].intersects(bit) && !l.sound[d].or(l.removed[d]).intersects(bit) && !l.try(cell, d) {
				l.refute(d, bit)
				found = true
			}
		}
	}
	if found && l.watch.each != nil {
		for d := range l.removed {
			for left := l.removed[d]; !left.empty(); left = left.Rest() {
				bit := cellBits[left.First()]
				l.takesAll(1<<d, bit, pattern{TrialAndError, bit, 1 << d, -1})
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

// refute notes that a digit contradicts in cells, and whatever makes one of them a single at
// once: what rules out the other candidate of such a cell, or the other place in a house.
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
