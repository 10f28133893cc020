package ladder

import (
	"math/bits"
	"slices"
)

// The functions in this file check only the cells of patterns. The method shown.removes checks the
// removed candidates: placing a removed candidate must lead to a contradiction.

// isTwoLinks reports whether the four cells form two links that the technique can join. The cells
// of a link are the only places for the digit in a house. For a skyscraper, for example, both houses
// must be rows, or both must be columns. A cell of one link must see a cell of the other link.
func (p *shown) isTwoLinks(b *board) bool {
	if len(p.cells) != 4 || bits.OnesCount16(p.digits) != 1 {
		return false
	}
	for i := 1; i < 4; i++ {
		one, other := []int{p.cells[0], p.cells[i]}, slices.Delete(slices.Clone(p.cells[1:]), i-1, i)
		joined := slices.ContainsFunc(one, func(c int) bool { return sees(c, other[0]) || sees(c, other[1]) })
		for _, x := range b.linkKinds(one, p.digits) {
			for _, y := range b.linkKinds(other, p.digits) {
				switch {
				case !joined:
				case p.technique == "turbot_fish",
					p.technique == "skyscraper" && x == y && x != 2,
					p.technique == "two_string_kite" && x+y == 1:
					return true
				}
			}
		}
	}
	return false
}

// linkKinds returns the kinds of houses in which two cells are the only places for a digit. The
// kinds are 0 for rows, 1 for columns and 2 for boxes.
func (b *board) linkKinds(cells []int, digit uint16) (kinds []int) {
	link := shown{cells: cells, digits: digit}
	for house := range plainHouses {
		if link.within(house) && link.holdsAll(b, house) && b.may[cells[0]]&b.may[cells[1]]&digit != 0 {
			kinds = append(kinds, house/9)
		}
	}
	return kinds
}

// isWing reports whether the pattern is an XY-wing or an XYZ-wing. One cell, the pivot, sees the
// other two cells, which have two candidates each. The three cells together have three candidates.
// The pivot has two of these candidates in an XY-wing, and all three in an XYZ-wing.
func (p *shown) isWing(b *board) bool {
	if len(p.cells) != 3 || bits.OnesCount16(p.digits) != 3 {
		return false
	}
	want := map[string]int{"xy_wing": 2, "xyz_wing": 3}[p.technique]
	for i, pivot := range p.cells {
		wings := slices.Delete(slices.Clone(p.cells), i, i+1)
		all := b.may[pivot] | b.may[wings[0]] | b.may[wings[1]]
		if all == p.digits && bits.OnesCount16(b.may[pivot]) == want && sees(pivot, wings[0]) && sees(pivot, wings[1]) &&
			bits.OnesCount16(b.may[wings[0]]) == 2 && bits.OnesCount16(b.may[wings[1]]) == 2 && b.may[wings[0]] != b.may[wings[1]] {
			return true
		}
	}
	return false
}

// isWWing reports whether the pattern is a W-wing. Two of its cells, the ends, are the only places
// in a house for one of the pattern's two digits. The other two cells, the pair, have exactly these
// two digits as candidates. Each cell of the pair sees a different end.
func (p *shown) isWWing(b *board) bool {
	if len(p.cells) != 4 || bits.OnesCount16(p.digits) != 2 || p.house < 0 {
		return false
	}
	var pair, ends []int
	for _, c := range p.cells {
		if slices.Contains(plainHouses[p.house], c) {
			ends = append(ends, c)
		} else {
			pair = append(pair, c)
		}
	}
	if len(pair) != 2 || b.may[pair[0]] != p.digits || b.may[pair[1]] != p.digits {
		return false
	}
	low := p.digits & -p.digits
	isLink := slices.Contains(b.linkKinds(ends, low), p.house/9) || slices.Contains(b.linkKinds(ends, p.digits&^low), p.house/9)
	return isLink && (sees(pair[0], ends[0]) && sees(pair[1], ends[1]) || sees(pair[0], ends[1]) && sees(pair[1], ends[0]))
}
