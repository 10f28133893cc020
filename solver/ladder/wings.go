package ladder

import "math/bits"

// xyWing finds a pivot with the candidates x and y that sees cells with x and z and with y
// and z: one of those is z.
func (l *Ladder) xyWing() (found bool) {
	v := l.count()
	for pivots := v.pairs; !pivots.empty(); pivots = pivots.Rest() {
		pivot := pivots.First()
		found = l.wings(XYWing, pivot, peers[pivot].and(v.pairs)) || found
	}
	return found
}

// xyzWing finds a pivot with the candidates x, y and z that sees cells with x and z and with
// y and z: one of the three is z.
func (l *Ladder) xyzWing() (found bool) {
	v := l.count()
	l.know(v.triples)
	for pivots := v.triples; !pivots.empty(); pivots = pivots.Rest() {
		pivot := pivots.First()
		found = l.wings(XYZWing, pivot, peers[pivot].and(v.pairs)) || found
	}
	return found
}

// wings finds two of some cells with two candidates that are wings of a pivot.
func (l *Ladder) wings(t Technique, pivot int, among Cells) (found bool) {
	digits := &l.views.digits
	var list [20]int
	n := 0
	for ; !among.empty(); among = among.Rest() {
		cell := among.First()
		shared := digits[cell] & digits[pivot]
		// A wing of an XY-wing has one candidate of the pivot, and of an XYZ-wing two.
		if bits.OnesCount16(shared) == bits.OnesCount16(digits[pivot])-1 {
			list[n] = cell
			n++
		}
	}
	for i, a := range list[:n] {
		for _, b := range list[:i] {
			z := digits[a] & digits[b]
			if bits.OnesCount16(z) != 1 || t == XYWing && (z&digits[pivot] != 0 || digits[a]^digits[b] != digits[pivot]) {
				continue
			}
			cells, from := cellBits[a].or(cellBits[b]).or(cellBits[pivot]), peers[a].and(peers[b])
			if t == XYZWing {
				from = from.and(peers[pivot])
			}
			found = l.takesAll(z, from, pattern{t, cells, digits[a] | digits[b], -1}) || found
		}
	}
	return found
}

// wWing finds two cells with the same two candidates, and a house with two places for one of
// these, each of which sees one of the cells: one of the cells has the other candidate.
func (l *Ladder) wWing() (found bool) {
	v, all := l.count(), l.findLinks()
	for first := v.pairs; !first.empty(); first = first.Rest() {
		a := first.First()
		for second := first.Rest().without(peers[a]); !second.empty(); second = second.Rest() {
			b := second.First()
			if v.digits[a] != v.digits[b] {
				continue
			}
			from, both := peers[a].and(peers[b]), cellBits[a].or(cellBits[b])
			for left := v.digits[a]; left != 0; left &= left - 1 {
				d := bits.TrailingZeros16(left)
				other := v.digits[a] &^ (1 << d)
				if !from.intersects(v.rows[bits.TrailingZeros16(other)]) {
					continue
				}
				links := all.of(d)
				for i := range links {
					k := &links[i]
					if k.between(a, b) {
						cells := both.or(k.ends)
						found = l.takesAll(other, from, pattern{WWing, cells, v.digits[a], int(k.house)}) || found
					}
				}
			}
		}
	}
	return found
}

// between reports whether one cell of a link sees a cell, and the other one another.
func (k *link) between(a, b int) bool {
	one, other := cellBits[k.cells[0]], cellBits[k.cells[1]]
	return peers[a].intersects(one) && peers[b].intersects(other) || peers[a].intersects(other) && peers[b].intersects(one)
}
