package ladder

import "math/bits"

// link is a house with exactly two places for a digit.
type link struct {
	cells [2]uint8
	house uint8
	ends  Cells // both cells
	near  Cells // cells that see at least one end
}

// links holds the links of all digits.
type links struct {
	list [9 * 27]link
	n    int
	// The links of digit d+1 in houses of kind k start at list[from[3*d+k]]. Kinds 0, 1 and 2 are
	// rows, columns and boxes. from[3*9] is the number of links.
	from  [3*9 + 1]int
	fresh bool // list is up to date
}

func (l *Ladder) findLinks() *links {
	all, v := &l.links, l.look()
	if all.fresh {
		return all
	}
	all.fresh, all.n = true, 0
	for d := range l.may {
		for kind, view := range [3]*Candidates{&v.rows, &v.columns, &v.boxes} {
			all.from[3*d+kind] = all.n
			for two := v.twice[kind][d]; !two.empty(); two = two.Rest() {
				i := two.First() / 9
				places := view[d].field(i)
				cells := &cellsOf[9*kind+i]
				a, b := cells[bits.TrailingZeros16(places)], cells[15-bits.LeadingZeros16(places)]
				all.list[all.n] = link{[2]uint8{a, b}, uint8(9*kind + i), cellBits[a].or(cellBits[b]), peers[a].or(peers[b])}
				all.n++
			}
		}
	}
	all.from[3*9] = all.n
	return all
}

// of returns the links of a digit.
func (a *links) of(digit int) []link { return a.list[a.from[3*digit]:a.from[3*digit+3]] }

// in returns the links of a digit in the houses of the given kind.
func (a *links) in(digit, kind int) []link {
	return a.list[a.from[3*digit+kind]:a.from[3*digit+kind+1]]
}

// haveTwo returns a set with cell 9*i for each row i that has exactly two cells in s.
func (s Cells) haveTwo() Cells { return s.atMost(2).without(s.atMost(1)) }

// twoLinks finds pairs of links of a digit. A cell of one link must see a cell of the other link.
// These two cells cannot both hold the digit, so at least one of the other two cells holds it.
func (l *Ladder) twoLinks(t Technique) (found bool) {
	all := l.findLinks()
	for d := range l.may {
		rows, columns := all.in(d, 0), all.in(d, 1)
		if t == TwoStringKite {
			found = l.joinAll(t, d, rows, columns) || found
			continue
		}
		found = l.joinAll(t, d, rows, rows) || found
		found = l.joinAll(t, d, columns, columns) || found
		if t == TurbotFish {
			// TurbotFish does not join rows with columns, because TwoStringKite joins them.
			found = l.joinAll(t, d, all.in(d, 2), all.of(d)) || found
		}
	}
	return found
}

// joinAll joins each link in list with each link in partners. If t is TwoStringKite, no link may be
// in both list and partners. Otherwise, list must be a suffix of partners, and joinAll joins each
// pair of links in list only once.
func (l *Ladder) joinAll(t Technique, digit int, list, partners []link) (found bool) {
	may := l.views.rows[digit]
	for i := range list {
		x, among := &list[i], partners
		seen := may.and(x.near) // candidates that see an end of x
		if t != TwoStringKite {
			among = partners[:len(partners)-len(list)+i]
		}
		for j := range among {
			y := &among[j]
			// Only a cell that sees an end of each link can lose the digit. The ends cannot lose
			// it, because locked candidates would already have removed it.
			if x.near.intersects(y.ends) && !x.ends.intersects(y.ends) && !seen.and(y.near).within(x.ends.or(y.ends)) {
				found = l.join(t, digit, x, y) || found
			}
		}
	}
	return found
}

// join tries the four ways to join two links of a digit.
func (l *Ladder) join(t Technique, digit int, x, y *link) (found bool) {
	for i, a := range x.cells {
		// joined holds the cells that t can join to cell a. seen holds the cells that the other end
		// of x sees.
		joined, seen := peers[a], peers[x.cells[1-i]]
		switch t {
		case Skyscraper:
			joined = houses[housesOf[a][1-x.house/9]]
		case TwoStringKite:
			joined = houses[housesOf[a][2]]
		}
		for j, c := range y.cells {
			if !joined.intersects(cellBits[c]) {
				continue
			}
			if both := seen.and(peers[y.cells[1-j]]); both.intersects(l.views.rows[digit]) {
				p := pattern{t, x.ends.or(y.ends), 1 << digit, int(x.house), cellBits[a].or(cellBits[c])}
				found = l.eliminate(1<<digit, both, p) || found
			}
		}
	}
	return found
}
