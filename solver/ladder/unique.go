package ladder

import "math/bits"

// The techniques in this file rely on the uniqueness of the solution. If four cells in two rows,
// two columns and two boxes had the same two candidates and no others, swapping these two digits
// would yield another solution.

// uniqueRectangles finds unique rectangles. The two cells of one side, the floor, have the same two
// candidates and no others. The opposite side is the roof.
func (l *Ladder) uniqueRectangles() (found bool) {
	v := l.look()
	for first := v.pairs; !first.empty(); first = first.Rest() {
		a := first.First()
		digits := v.digits[a]
		low, high := bits.TrailingZeros16(digits), 15-bits.LeadingZeros16(digits)
		both := v.rows[low].and(v.rows[high])
		for second := first.Rest().and(both).and(v.pairs); !second.empty(); second = second.Rest() {
			b := second.First()
			for way := range 2 {
				if housesOf[a][way] == housesOf[b][way] {
					found = l.tryRoofs(a, b, way, both) || found
				}
			}
		}
	}
	return found
}

// tryRoofs tries all roofs for the floor cells a and b, which share a row (way 0) or a column (way
// 1). withPair holds the cells that have both candidates of cell a.
func (l *Ladder) tryRoofs(a, b, way int, withPair Cells) (found bool) {
	step := [2]int{9, 1}[way]
	line := [2]int{a / 9, a % 9}[way]
	oneBox := housesOf[a][2] == housesOf[b][2]
	for other := range 9 {
		if other == line || (other/3 == line/3) == oneBox {
			continue
		}
		c, d := a+(other-line)*step, b+(other-line)*step
		if withPair.Has(c) && withPair.Has(d) {
			found = l.tryRoof(a, b, c, d) || found
		}
	}
	return found
}

// tryRoof looks for unique rectangles with the floor cells a and b and the roof cells c and d.
func (l *Ladder) tryRoof(a, b, c, d int) (found bool) {
	pair := l.views.digits[a]
	roof := cellBits[c].or(cellBits[d])
	floor := cellBits[a].or(cellBits[b])
	p := pattern{UniqueRectangle, floor.or(roof), pair, -1, floor}
	extraC, extraD := l.digitsOf(c)&^pair, l.digitsOf(d)&^pair
	switch {
	case extraC == 0 && extraD == 0:
		return false
	case extraC == 0: // type 1: d loses both digits of the pair
		p.first = floor.or(cellBits[c])
		return l.eliminate(pair, cellBits[d], p)
	case extraD == 0:
		p.first = floor.or(cellBits[d])
		return l.eliminate(pair, cellBits[c], p)
	case extraC == extraD && bits.OnesCount16(extraC) == 1: // type 2: one roof cell must hold the extra digit
		found = l.eliminate(extraC, peers[c].and(peers[d]), p)
	}
	// Type 4: if the roof cells are the only places in a house for one digit of the pair, neither
	// of them can hold the other digit.
	for left := pair; left != 0; left &= left - 1 {
		own := left & -left
		for kind, h := range housesOf[c] {
			if h == housesOf[d][kind] && houses[h].and(l.views.rows[bits.TrailingZeros16(own)]) == roof {
				found = l.eliminate(pair&^own, roof, p) || found
			}
		}
	}
	return found
}

// bugPlusOne finds a bivalue universal grave with one additional candidate. A puzzle with a grave
// does not have exactly one solution, so the additional candidate must be the digit of its cell.
func (l *Ladder) bugPlusOne() (found bool) {
	v := l.look()
	rest := l.open.without(v.pairs)
	if rest.empty() || rest.several() || !rest.within(v.triples) {
		return false
	}
	cell := rest.First()
	digits := l.digitsOf(cell)
	for left := digits; left != 0; left &= left - 1 {
		digit := left & -left
		if l.isGrave(bits.TrailingZeros16(digit), rest) {
			p := pattern{technique: BUGPlusOne, cells: rest, digits: digit, house: -1}
			found = l.eliminate(digits&^digit, rest, p) || found
		}
	}
	return found
}

// isGrave assumes that the given digit is not a candidate of the given cells. It reports whether
// every digit then has either two places or none in each house.
func (l *Ladder) isGrave(digit int, from Cells) bool {
	for d := range l.views.rows {
		may := l.views.rows[d]
		if d == digit {
			may = may.without(from)
		}
		for h := range houses {
			if n := houses[h].and(may).Len(); n != 0 && n != 2 {
				return false
			}
		}
	}
	return true
}
