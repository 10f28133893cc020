package ladder

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// shown is the pattern of a step that removes candidates.
type shown struct {
	technique string
	cells     []int
	digits    uint16
	house     int // or -1
}

// pattern returns the pattern of s, or an error if b does not contain this pattern. It does not
// check which candidates s removes.
func (s *step) pattern(b *board) (*shown, error) {
	p := &shown{technique: s.Technique, house: houseNumber(s.House)}
	for _, name := range s.Cells {
		cell, err := parseCell(name)
		if err != nil {
			return nil, err
		}
		if b.filled[cell] || slices.Contains(p.cells, cell) {
			return nil, fmt.Errorf("%s is not open", name)
		}
		p.cells = append(p.cells, cell)
	}
	for _, d := range s.Digits {
		if d < 1 || d > 9 {
			return nil, fmt.Errorf("%d is not a digit", d)
		}
		p.digits |= 1 << d
	}
	if !p.holds(b) {
		return nil, errors.New("the grid does not have the pattern")
	}
	return p, nil
}

// holds reports whether b contains the pattern p.
func (p *shown) holds(b *board) bool {
	n := len(p.cells)
	if n == 0 || p.digits == 0 {
		return false
	}
	if p.house >= 0 && !slices.ContainsFunc(p.cells, func(c int) bool { return slices.Contains(plainHouses[p.house], c) }) {
		return false
	}
	switch p.technique {
	case "pointing", "claiming":
		inBox := p.house >= 18
		return p.house >= 0 && inBox == (p.technique == "pointing") && bits.OnesCount16(p.digits) == 1 && p.holdsAll(b, p.house)
	case "naked_pair", "naked_triple", "naked_quad":
		return p.house >= 0 && bits.OnesCount16(p.digits) == n && p.within(p.house) &&
			!slices.ContainsFunc(p.cells, func(c int) bool { return b.may[c]&^p.digits != 0 })
	case "hidden_pair", "hidden_triple", "hidden_quad":
		return p.house >= 0 && bits.OnesCount16(p.digits) == n && p.within(p.house) && p.holdsAll(b, p.house)
	case "x_wing", "swordfish", "jellyfish":
		return p.isFish(b)
	case "unique_rectangle":
		return p.isRectangle(b)
	case "bug_plus_1":
		return p.isGrave(b)
	case "trial_and_error":
		return n == 1
	case "skyscraper", "two_string_kite", "turbot_fish":
		return p.house >= 0 && p.holdsAll(b, p.house) && p.isTwoLinks(b)
	case "xy_wing", "xyz_wing":
		return p.isWing(b)
	case "w_wing":
		return p.isWWing(b)
	}
	return false
}

func (p *shown) within(house int) bool {
	return !slices.ContainsFunc(p.cells, func(c int) bool { return !slices.Contains(plainHouses[house], c) })
}

// holdsAll reports whether the pattern contains all places for its digits in the given house.
func (p *shown) holdsAll(b *board, house int) bool {
	return !slices.ContainsFunc(plainHouses[house], func(c int) bool {
		return b.may[c]&p.digits != 0 && !slices.Contains(p.cells, c)
	})
}

// lines returns the rows (way 0) or columns (way 1) that contain cells of the pattern.
func (p *shown) lines(way int) (set uint16) {
	for _, c := range p.cells {
		set |= 1 << [2]int{c / 9, c % 9}[way]
	}
	return set
}

// isFish reports whether the pattern is a fish: all places for a digit in k rows are in k columns.
// If p.house is a column, all places for the digit in k columns are in k rows.
func (p *shown) isFish(b *board) bool {
	if p.house < 0 || p.house >= 18 || bits.OnesCount16(p.digits) != 1 {
		return false
	}
	way := p.house / 9
	base, cover := p.lines(way), p.lines(1-way)
	for line := range 9 {
		if base>>line&1 != 0 && !p.holdsAll(b, 9*way+line) {
			return false
		}
	}
	return bits.OnesCount16(base) == bits.OnesCount16(cover)
}

// isRectangle reports whether the pattern is a unique rectangle: if its four cells had no
// candidates other than the two digits of the pattern, these digits could be swapped.
func (p *shown) isRectangle(b *board) bool {
	boxes := map[int]bool{}
	for _, c := range p.cells {
		boxes[c/27*3+c%9/3] = true
		if b.may[c]&p.digits != p.digits {
			return false
		}
	}
	return len(p.cells) == 4 && bits.OnesCount16(p.digits) == 2 && len(boxes) == 2 &&
		bits.OnesCount16(p.lines(0)) == 2 && bits.OnesCount16(p.lines(1)) == 2
}

// isGrave reports whether the pattern is a single candidate that prevents a bivalue universal
// grave. Without this candidate, all open cells have two candidates, and in each house, each
// missing digit has two places.
func (p *shown) isGrave(b *board) bool {
	if len(p.cells) != 1 || bits.OnesCount16(p.digits) != 1 {
		return false
	}
	grave := *b
	grave.may[p.cells[0]] &^= p.digits
	for cell, may := range grave.may {
		if !b.filled[cell] && bits.OnesCount16(may) != 2 {
			return false
		}
	}
	for _, house := range plainHouses {
		var places [10]int
		for _, c := range house {
			for d := 1; d <= 9 && !b.filled[c]; d++ {
				places[d] += int(grave.may[c] >> d & 1)
			}
		}
		if slices.ContainsFunc(places[1:], func(n int) bool { return n != 0 && n != 2 }) {
			return false
		}
	}
	return true
}

// removes reports whether the pattern removes a candidate from cell. bit represents the digit of
// the candidate.
func (p *shown) removes(b *board, cell int, bit uint16) bool {
	inPattern := slices.Contains(p.cells, cell)
	if p.house >= 0 && !slices.ContainsFunc(p.cells, func(c int) bool { return slices.Contains(plainHouses[p.house], c) }) {
		return false
	}
	switch p.technique {
	case "pointing", "claiming":
		return bit == p.digits && !inPattern && p.seenBy(cell)
	case "naked_pair", "naked_triple", "naked_quad":
		return bit&p.digits != 0 && !inPattern && slices.Contains(plainHouses[p.house], cell)
	case "hidden_pair", "hidden_triple", "hidden_quad":
		return bit&p.digits == 0 && inPattern
	case "x_wing", "swordfish", "jellyfish":
		way := p.house / 9
		at := [2]int{cell / 9, cell % 9}
		return bit == p.digits && p.lines(way)>>at[way]&1 == 0 && p.lines(1-way)>>at[1-way]&1 != 0
	case "unique_rectangle":
		return b.contradicts(cell, bit, p.cells, p.digits)
	case "bug_plus_1":
		return inPattern && bit&p.digits == 0
	case "trial_and_error":
		return inPattern && bit == p.digits && b.contradicts(cell, bit, nil, 0)
	}
	return !inPattern && bit&p.digits != 0 && b.contradicts(cell, bit, nil, 0)
}

// seenBy reports whether the given cell sees all cells of the pattern.
func (p *shown) seenBy(cell int) bool {
	return !slices.ContainsFunc(p.cells, func(c int) bool { return !sees(c, cell) })
}
