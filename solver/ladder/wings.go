package ladder

import "math/bits"

// wings finds XY-wings or XYZ-wings. The pivot of an XY-wing has the candidates x and y. It sees
// two other cells: one with x and z, and one with y and z. One of these two cells must hold z. The
// pivot of an XYZ-wing also has the candidate z. One of the three cells must then hold z.
func (l *Ladder) wings(t Technique) (found bool) {
	v := l.look()
	pivots, shared := v.pairs, 1
	if t == XYZWing {
		pivots, shared = v.triples, 2
	}
	for ; !pivots.empty(); pivots = pivots.Rest() {
		found = l.wingsOf(t, pivots.First(), shared) || found
	}
	return found
}

// wingsOf finds pairs of wings for the pivot. shared is the number of candidates that each wing
// shares with the pivot.
func (l *Ladder) wingsOf(t Technique, pivot, shared int) (found bool) {
	digits := &l.views.digits
	var list [20]int // a cell sees 20 others
	n := 0
	for wings := peers[pivot].and(l.views.pairs); !wings.empty(); wings = wings.Rest() {
		if list[n] = wings.First(); bits.OnesCount16(digits[list[n]]&digits[pivot]) == shared {
			n++
		}
	}
	for i, a := range list[:n] {
		for _, b := range list[:i] {
			// The pivot of an XY-wing has x and y. One wing has x and z, and the other has y and z.
			z := digits[a] & digits[b]
			if bits.OnesCount16(z) != 1 || t == XYWing && (z&digits[pivot] != 0 || digits[a]^digits[b] != digits[pivot]) {
				continue
			}
			cells, from := cellBits[a].or(cellBits[b]).or(cellBits[pivot]), peers[a].and(peers[b])
			if t == XYZWing {
				from = from.and(peers[pivot])
			}
			p := pattern{t, cells, digits[a] | digits[b], -1, cellBits[pivot]}
			found = l.eliminate(z, from, p) || found
		}
	}
	return found
}

// wWing finds two cells with only the candidates x and y, and a house in which x has exactly two
// places. The two cells must see different places. One of the places holds x, so at least one of
// the cells holds y.
func (l *Ladder) wWing() (found bool) {
	v, all := l.look(), l.findLinks()
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
						p := pattern{WWing, both.or(k.ends), v.digits[a], int(k.house), k.ends}
						found = l.eliminate(other, from, p) || found
					}
				}
			}
		}
	}
	return found
}

// between reports whether one end of a link sees cell a and the other end sees cell b.
func (k *link) between(a, b int) bool {
	one, other := cellBits[k.cells[0]], cellBits[k.cells[1]]
	return peers[a].intersects(one) && peers[b].intersects(other) || peers[a].intersects(other) && peers[b].intersects(one)
}
