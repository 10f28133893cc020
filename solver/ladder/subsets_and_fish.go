package ladder

import "math/bits"

// One algorithm finds naked subsets, hidden subsets and fish. Among nine sets, it looks for k sets
// whose union has k bits. These bits can be removed from the other sets. A set holds the candidates
// of a cell of a house (naked), the places for a digit in a house (hidden), or the places for a
// digit in a row or column of the grid (fish).
//
// If k of n open cells of a house are a naked subset, the other n-k cells are a hidden subset.
// Likewise, if a digit is missing from n rows, a fish of k rows implies a fish of n-k columns. If n
// is less than 2k, the second pattern is smaller, and an easier technique has already found it.

// subset is a group of sets: a bit mask of their indices, and the union of the sets.
type subset struct{ sets, bits uint16 }

// subsets is a search for k sets whose union has at most k bits.
type subsets struct {
	k     int
	sets  [9]uint16 // the sets to search: those with two to k bits
	index [9]uint8  // index[i] is the index of sets[i] among the nine sets
	n     int
	found [126]subset
	count int
}

func (s *subsets) start(k int) { s.k, s.n, s.count = k, 0, 0 }

// add adds a set to the search if the set has between two and k bits.
func (s *subsets) add(index int, set uint16) {
	s.sets[s.n], s.index[s.n] = set, uint8(index)
	if n := bits.OnesCount16(set); n > 1 && n <= s.k {
		s.n++
	}
}

// search finds every group of k added sets whose union has at most k bits.
func (s *subsets) search() []subset {
	s.extend(0, 0, 0, s.k)
	return s.found[:s.count]
}

// extend finds all subsets that consist of the given sets and toAdd more sets from s.sets[first:].
// The parameter all is the union of the given sets.
func (s *subsets) extend(first int, sets, all uint16, toAdd int) {
	for i := first; i <= s.n-toAdd; i++ {
		union := all | s.sets[i]
		switch {
		case bits.OnesCount16(union) > s.k:
		case toAdd > 1:
			s.extend(i+1, sets|1<<s.index[i], union, toAdd-1)
		default:
			s.found[s.count] = subset{sets | 1<<s.index[i], union}
			s.count++
		}
	}
}

// naked finds naked subsets of k cells.
func (l *Ladder) naked(t Technique, k int) (found bool) {
	v := l.look()
	among := v.pairs
	if k > 2 {
		among = among.or(v.triples)
	}
	if k > 3 {
		among = among.or(v.quads)
	}
	for h := range houses {
		here := houses[h].and(among)
		if here.Len() < k || houses[h].and(l.open).Len() < 2*k {
			continue
		}
		l.subsets.start(k)
		for ; !here.empty(); here = here.Rest() {
			cell := here.First()
			l.subsets.add(placeOf(cell, h), v.digits[cell])
		}
		for _, s := range l.subsets.search() {
			cells := pick(h, s.sets)
			p := pattern{technique: t, cells: cells, digits: s.bits, house: h}
			found = l.eliminate(s.bits, houses[h].without(cells), p) || found
		}
	}
	return found
}

// hiddenSubset finds hidden subsets of k digits.
func (l *Ladder) hiddenSubset(t Technique, k int) (found bool) {
	l.eachHidden(k, 2*k, func(house int, s subset) {
		cells := pick(house, s.bits)
		p := pattern{technique: t, cells: cells, digits: s.sets, house: house}
		found = l.eliminate(0x1ff&^s.sets, cells, p) || found
	})
	return found
}

// eachHidden calls do for each hidden subset of k digits. It searches only the houses whose number
// of open cells exceeds the parameter open.
func (l *Ladder) eachHidden(k, open int, do func(house int, s subset)) {
	v := l.look()
	for kind, view := range [3]*Candidates{&v.rows, &v.columns, &v.boxes} {
		var few Candidates
		for d := range view {
			few[d] = view[d].atMost(k)
		}
		// enough holds the houses in which at least k digits have at most k places each.
		for enough := inSets(&few)[k]; !enough.empty(); enough = enough.Rest() {
			first := enough.First()
			h := 9*kind + first/9
			if houses[h].and(l.open).Len() <= open {
				continue
			}
			l.subsets.start(k)
			for d := range view {
				if few[d].Has(first) {
					l.subsets.add(d, view[d].field(first/9))
				}
			}
			for _, s := range l.subsets.search() {
				do(h, s)
			}
		}
	}
}

// fish finds fish of k rows or columns.
func (l *Ladder) fish(t Technique, k int) (found bool) {
	v := l.look()
	for d := range l.may {
		for way, view := range [2]*Candidates{&v.rows, &v.columns} {
			if view[d].fields() < 2*k {
				continue
			}
			l.subsets.start(k)
			for few := view[d].atMost(k); !few.empty(); few = few.Rest() {
				i := few.First() / 9
				l.subsets.add(i, view[d].field(i))
			}
			for _, s := range l.subsets.search() {
				base, cover := lines(9*way, s.sets), lines(9-9*way, s.bits)
				first := 9*way + bits.TrailingZeros16(s.sets)
				p := pattern{technique: t, cells: l.may[d].and(base), digits: 1 << d, house: first}
				found = l.eliminate(1<<d, cover.without(base), p) || found
			}
		}
	}
	return found
}

// inSets returns, at each index i from 1 to 5, the cells that are in i or more of the nine sets.
func inSets(sets *Candidates) (in [6]Cells) {
	for _, s := range sets {
		in[5] = in[5].or(in[4].and(s))
		in[4] = in[4].or(in[3].and(s))
		in[3] = in[3].or(in[2].and(s))
		in[2] = in[2].or(in[1].and(s))
		in[1] = in[1].or(s)
	}
	return in
}

// atMost returns Cells in which each field is 1 if s has one to k bits set in it, and 0 otherwise.
func (s Cells) atMost(k int) Cells {
	some := Cells{(s.low + nine) & tenth, (s.high + nine3) & tenth3}
	for range k {
		s.low &= s.low + nine // clears the lowest set bit of each field
		s.high &= s.high + nine3
	}
	some.low &^= s.low + nine
	some.high &^= s.high + nine3
	return Cells{some.low >> 9, some.high >> 9}
}

// fields returns the number of fields of s that are not empty.
func (s Cells) fields() int {
	return bits.OnesCount64((s.low+nine)&tenth) + bits.OnesCount64((s.high+nine3)&tenth3)
}

// pick returns the cells at the given positions in a house.
func pick(house int, places uint16) (s Cells) {
	for ; places != 0; places &= places - 1 {
		s = s.or(cellBits[cellsOf[house][bits.TrailingZeros16(places)]])
	}
	return s
}

// lines returns the cells of a set of houses. Bit i of set represents house first+i.
func lines(first int, set uint16) (s Cells) {
	for ; set != 0; set &= set - 1 {
		s = s.or(houses[first+bits.TrailingZeros16(set)])
	}
	return s
}
