package ladder

import "math/bits"

// Naked and hidden subsets and fish are one operation. Given nine sets of nine bits, find
// k of them that have k bits together: none of the other sets can have these bits. The sets
// are the candidates of the cells of a house (naked), the places of the digits in a house
// (hidden), or the places of one digit in the rows, or columns, of the grid (fish).
//
// The sets that are not found take the other bits: k naked cells of n that are open leave
// n-k hidden digits, and k rows of n leave n-k columns. So a subset has been found already,
// by an easier technique, if n is small.

// views has the candidates of open cells in three ways. The nine sets of a digit are its
// columns in each row, its rows in each column, and its places in each box.
type views struct {
	rows, columns, boxes Candidates
	pairs, triples       Cells      // with two and three candidates
	digits               [81]uint16 // their candidates
	// Which of them are up to date: the first row, the second, and the links of the Ladder.
	fresh, counted, linked bool
}

// look brings the views up to date.
func (l *Ladder) look() *views {
	v := &l.views
	if !v.fresh {
		for d := range l.may {
			open := l.may[d].and(l.open)
			v.rows[d], v.columns[d], v.boxes[d] = open, open.transposed(), open.byBox()
		}
		v.fresh = true
	}
	return v
}

// transposed swaps rows and columns.
func (s Cells) transposed() (t Cells) {
	for i := range 9 {
		f := &spread[s.field(i)]
		t.low |= f.low << i
		t.high |= f.high << i
	}
	return t
}

// spread has the bits of a row in the first column.
var spread = func() (table [512]Cells) {
	for set := range table {
		for i := range 9 {
			if set>>i&1 != 0 {
				table[set] = table[set].or(cellBit(9 * i))
			}
		}
	}
	return table
}()

// byBox swaps the rows of boxes with the boxes of bands, so that fields are boxes.
func (s Cells) byBox() Cells { return Cells{byBox(s.low), byBox(s.high)} }

func byBox(s uint64) uint64 {
	const (
		same  = (7 | 7<<13 | 7<<26) * (1 | 1<<30)
		down1 = (7<<10 | 7<<23) * (1 | 1<<30) // row 1 of box 0, row 2 of box 1
		down2 = 7 << 20 * (1 | 1<<30)
	)
	return s&same | s&down1>>7 | s&down2>>14 | s<<7&down1 | s<<14&down2
}

// setsOf returns the places of each digit in a house.
func (v *views) setsOf(house int) (sets [9]uint16) {
	view := [3]*Candidates{&v.rows, &v.columns, &v.boxes}[house/9]
	for d := range view {
		sets[d] = view[d].field(house % 9)
	}
	return sets
}

// subset is some of nine sets, and the bits that they have together.
type subset struct{ sets, bits uint16 }

// subsets is a search for k of nine sets.
type subsets struct {
	k     int
	sets  [9]uint16
	index [9]uint8 // which of the sets may be among them
	n     int      // how many may be
	found [126]subset
	count int
}

// search finds all subsets of at least two bits in each set.
func (s *subsets) search(k int) {
	s.k, s.n, s.count = k, 0, 0
	for i, set := range s.sets {
		if n := bits.OnesCount16(set); n > 1 && n <= k {
			s.index[s.n] = uint8(i)
			s.n++
		}
	}
	if s.n >= k {
		s.extend(0, 0, 0, k)
	}
}

// extend adds sets from a place of the index on.
func (s *subsets) extend(from int, sets, all uint16, missing int) {
	for i := from; i <= s.n-missing; i++ {
		at := s.index[i]
		union := all | s.sets[at]
		switch {
		case bits.OnesCount16(union) > s.k:
		case missing > 1:
			s.extend(i+1, sets|1<<at, union, missing-1)
		default:
			s.found[s.count] = subset{sets | 1<<at, union}
			s.count++
		}
	}
}

// naked finds naked subsets of k cells.
func (l *Ladder) naked(t Technique, k int) (found bool) {
	v := l.look()
	for h := range houses {
		if houses[h].and(l.open).Len() < 2*k {
			continue
		}
		digits := v.setsOf(h)
		l.subsets.sets = [9]uint16{}
		for d, places := range digits {
			for ; places != 0; places &= places - 1 {
				l.subsets.sets[bits.TrailingZeros16(places)] |= 1 << d
			}
		}
		l.subsets.search(k)
		for _, s := range l.subsets.found[:l.subsets.count] {
			cells := pick(h, s.sets)
			found = l.takesAll(s.bits, houses[h].without(cells), pattern{t, cells, s.bits, h}) || found
		}
	}
	return found
}

// hiddenSubset finds hidden subsets of k digits.
func (l *Ladder) hiddenSubset(t Technique, k int) (found bool) {
	v := l.look()
	for h := range houses {
		if houses[h].and(l.open).Len() <= 2*k {
			continue
		}
		l.subsets.sets = v.setsOf(h)
		l.subsets.search(k)
		for _, s := range l.subsets.found[:l.subsets.count] {
			cells := pick(h, s.bits)
			found = l.takesAll(0x1ff&^s.sets, cells, pattern{t, cells, s.sets, h}) || found
		}
	}
	return found
}

// fish finds fish of k rows or columns.
func (l *Ladder) fish(t Technique, k int) (found bool) {
	v := l.look()
	for d := range l.may {
		for way, view := range [2]*Candidates{&v.rows, &v.columns} {
			n := 0
			for i := range 9 {
				l.subsets.sets[i] = view[d].field(i)
				if l.subsets.sets[i] != 0 {
					n++
				}
			}
			if n < 2*k {
				continue
			}
			l.subsets.search(k)
			for _, s := range l.subsets.found[:l.subsets.count] {
				base, cover := lines(9*way, s.sets), lines(9-9*way, s.bits)
				at := pattern{t, l.may[d].and(base), 1 << d, 9*way + bits.TrailingZeros16(s.sets)}
				found = l.takesAll(1<<d, cover.without(base), at) || found
			}
		}
	}
	return found
}

// pick returns the cells of a house at places.
func pick(house int, places uint16) (s Cells) {
	for ; places != 0; places &= places - 1 {
		s = s.or(cellBits[cellsOf[house][bits.TrailingZeros16(places)]])
	}
	return s
}

// lines returns the cells of a set of houses from the first one on.
func lines(first int, set uint16) (s Cells) {
	for ; set != 0; set &= set - 1 {
		s = s.or(houses[first+bits.TrailingZeros16(set)])
	}
	return s
}
