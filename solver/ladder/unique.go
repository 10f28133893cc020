package ladder

import "math/bits"

// The techniques here rely on there being one solution: if four cells in two rows, two
// columns and two boxes had the same two candidates, and no others, these could be swapped.

// uniqueRectangles finds unique rectangles. Two cells of one side, the floor, have two candidates
// and no others; the roof is the opposite side.
func (l *Ladder) uniqueRectangles() (found bool) {
	v := l.count()
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

// tryRoofs tries the sides opposite to a floor in a row (way 0) or column (way 1), whose cells
// must be among those that have both candidates.
func (l *Ladder) tryRoofs(a, b, way int, both Cells) (found bool) {
	step := [2]int{9, 1}[way]
	line := [2]int{a / 9, a % 9}[way]
	oneBox := housesOf[a][2] == housesOf[b][2]
	for other := range 9 {
		if other == line || (other/3 == line/3) == oneBox {
			continue
		}
		c, d := a+(other-line)*step, b+(other-line)*step
		if both.Has(c) && both.Has(d) {
			found = l.tryRoof(a, b, c, d) || found
		}
	}
	return found
}

// tryRoof tries the types of rectangles with a floor a, b and a roof c, d.
func (l *Ladder) tryRoof(a, b, c, d int) (found bool) {
	pair := l.views.digits[a]
	roof := cellBits[c].or(cellBits[d])
	p := pattern{UniqueRectangle, cellBits[a].or(cellBits[b]).or(roof), pair, -1}
	extraC, extraD := l.digitsOf(c)&^pair, l.digitsOf(d)&^pair
	switch {
	case extraC == 0 && extraD == 0:
		return false
	case extraC == 0: // type 1: the fourth cell has neither
		return l.eliminate(pair, cellBits[d], p)
	case extraD == 0:
		return l.eliminate(pair, cellBits[c], p)
	case extraC == extraD && bits.OnesCount16(extraC) == 1: // type 2: one of the roof has the extra digit
		found = l.eliminate(extraC, peers[c].and(peers[d]), p)
	}
	// Type 4: where one of the two digits is in a house of the roof, it must be in the roof,
	// and the other cannot be there as well.
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

// bugPlusOne finds a bivalue universal grave with one candidate too many: without it, all open cells
// would have two candidates, and all digits two places in each house where they are missing. Then
// there would be no solution or several, so the candidate is right.
func (l *Ladder) bugPlusOne() (found bool) {
	v := l.count()
	rest := l.open.without(v.pairs)
	if rest.empty() || rest.several() || !rest.within(v.triples) {
		return false
	}
	cell := rest.First()
	digits := l.digitsOf(cell)
	for left := digits; left != 0; left &= left - 1 {
		digit := left & -left
		if l.isGrave(bits.TrailingZeros16(digit), rest) {
			found = l.eliminate(digits&^digit, rest, pattern{BUGPlusOne, rest, digit, -1}) || found
		}
	}
	return found
}

// isGrave reports whether all digits have two places in all houses where they have any, without
// a digit in one cell.
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
