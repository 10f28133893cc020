package ladder

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"
)

// TestRolesAndContradictions checks Step.Roles and Step.Contradiction with independent test code.
// The puzzles cover all techniques.
func TestRolesAndContradictions(t *testing.T) {
	l, seen := New(), map[string]int{}
	puzzles := append(ownPuzzles(t), grid(t, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
	for _, p := range puzzles {
		var steps []step
		l.ExplainSearch(&p, func(s *Step) {
			b := boardOf(s)
			if err := checkRoles(s, b); err != nil {
				t.Fatalf("%v: step %d (%s): %v", &p, len(steps)+1, s.Name, err)
			}
			if err := checkContradiction(s, b); err != nil {
				t.Fatalf("%v: step %d (%s): %v", &p, len(steps)+1, s.Name, err)
			}
			steps = append(steps, written(s))
			seen[s.Technique.String()]++
		})
	}
	for technique := LockedCandidates; technique < NumTechniques; technique++ {
		if seen[technique.String()] == 0 {
			t.Errorf("no puzzle needs %v", technique)
		}
	}
}

// boardOf returns the grid before the wave that s belongs to.
func boardOf(s *Step) *board {
	b := new(board)
	for cell := range b.may {
		for d, may := range s.Before {
			if may.Has(cell) {
				b.may[cell] |= 2 << d
			}
		}
		b.filled[cell] = !s.Open.Has(cell)
	}
	return b
}

func cellsIn(cells Cells) (list []int) {
	for ; cells.Len() > 0; cells = cells.Rest() {
		list = append(list, cells.First())
	}
	return list
}

// checkRoles checks that the cells or houses of a pattern match their roles.
func checkRoles(s *Step, b *board) error {
	roles := s.Roles()
	one, other := cellsIn(roles[0].Cells), cellsIn(roles[1].Cells)
	if len(one)+len(other) > 0 {
		all := append(slices.Clone(one), other...)
		slices.Sort(all)
		if !slices.Equal(all, cellsIn(s.Cells)) {
			return fmt.Errorf("the roles have the cells %v, but the pattern has %v", all, cellsIn(s.Cells))
		}
	}
	var removed []int
	for d := range s.Removed {
		removed = append(removed, cellsIn(s.Removed[d])...)
	}
	right := false
	switch names := roles[0].Name + " " + roles[1].Name; names {
	case " ":
		right = !slices.Contains([]Technique{LockedCandidates, XWing, Swordfish, Jellyfish, Skyscraper, TwoStringKite, TurbotFish, XYWing, XYZWing, WWing, UniqueRectangle}, s.Technique)
	case "base cover":
		right = b.isCovered(roles[0].Houses, roles[1].Houses, s.Digits<<1, removed)
	case "joined ends":
		right = len(one) == 2 && len(other) == 2 && sees(one[0], one[1]) && b.areLinked(one, other, s.Digits<<1) && allSee(removed, other)
	case "pivot wings":
		right = len(one) == 1 && allSee(one, other) && allSee(removed, other) && len(other) == 2
		if s.Technique == XYZWing {
			right = right && allSee(removed, one) && bits.OnesCount16(b.may[one[0]]) == 3
		} else {
			right = right && bits.OnesCount16(b.may[one[0]]) == 2
		}
	case "link pair":
		right = len(other) == 2 && b.may[other[0]] == b.may[other[1]] && b.may[other[0]] == s.Digits<<1 &&
			(len(b.linkKinds(one, lowest(s.Digits<<1))) > 0 || len(b.linkKinds(one, s.Digits<<1&^lowest(s.Digits<<1))) > 0) && allSee(removed, other)
	case "floor roof":
		right = len(one) >= 2 && len(other) >= 1
		for _, c := range one {
			right = right && b.may[c] == s.Digits<<1
		}
		for _, c := range other {
			right = right && b.may[c] != s.Digits<<1
		}
	}
	if !right {
		return fmt.Errorf("the roles %+v are wrong", roles)
	}
	return nil
}

func lowest(digits uint16) uint16 { return digits & -digits }

func allSee(list, others []int) bool {
	for _, a := range list {
		for _, b := range others {
			if !sees(a, b) {
				return false
			}
		}
	}
	return true
}

// areLinked reports whether each joined cell is linked to a different end. Two cells are linked if
// they are the only places for digit in a house.
func (b *board) areLinked(joined, ends []int, digit uint16) bool {
	linked := func(x, y int) bool { return len(b.linkKinds([]int{x, y}, digit)) > 0 }
	return linked(joined[0], ends[0]) && linked(joined[1], ends[1]) || linked(joined[0], ends[1]) && linked(joined[1], ends[0])
}

// isCovered reports whether every place for digit in base is in cover, and all removed candidates
// are in cover but not in base. It returns false if base has no houses, or if base and cover have
// different numbers of houses.
func (b *board) isCovered(base, cover uint32, digit uint16, removed []int) bool {
	in := func(set uint32, cell int) bool {
		for house, cells := range plainHouses {
			if set>>house&1 != 0 && slices.Contains(cells, cell) {
				return true
			}
		}
		return false
	}
	for cell, may := range b.may {
		if may&digit != 0 && in(base, cell) && !in(cover, cell) {
			return false
		}
	}
	outside := slices.ContainsFunc(removed, func(c int) bool { return in(base, c) || !in(cover, c) })
	return base != 0 && bits.OnesCount32(base) == bits.OnesCount32(cover) && !outside
}

// checkContradiction checks that the contradiction of a trial or backtrack follows from singles. It
// also checks that steps of other kinds do not have a contradiction.
func checkContradiction(s *Step, b *board) error {
	c, found := s.Contradiction()
	switch {
	case s.Technique != TrialAndError && s.Name != "backtrack":
		if found {
			return fmt.Errorf("it has the contradiction %+v", c)
		}
		return nil
	case s.Name == "backtrack":
		*b = *boardOf(&Step{Before: &s.reached.may, Open: s.reached.open})
		for cell := range b.may {
			if b.filled[cell] {
				b.fill(cell, b.may[cell])
			}
		}
	default:
		b.fill(cellsIn(s.Cells)[0], s.Digits<<1)
	}
	for {
		if b.shows(c) {
			return nil
		}
		cells, digits := b.allSingles()
		if len(cells) == 0 {
			return fmt.Errorf("singles do not lead to %+v", c)
		}
		for i, cell := range cells {
			b.fill(cell, digits[i])
		}
	}
}

func (b *board) shows(c Contradiction) bool {
	if c.Digit == 0 {
		return b.may[c.Cell] == 0
	}
	return !slices.ContainsFunc(plainHouses[c.House], func(cell int) bool { return b.may[cell]>>c.Digit&1 != 0 })
}

// allSingles lists all naked and hidden singles of a grid, with their digits as bits.
func (b *board) allSingles() (cells []int, digits []uint16) {
	add := func(cell int, bit uint16) {
		if bit != 0 && bit&(bit-1) == 0 && !b.filled[cell] {
			cells, digits = append(cells, cell), append(digits, bit)
		}
	}
	for cell, may := range b.may {
		add(cell, may)
	}
	for _, house := range plainHouses {
		var once, twice uint16
		for _, c := range house {
			twice |= once & b.may[c]
			once |= b.may[c]
		}
		for _, c := range house {
			for only := b.may[c] &^ twice; only != 0; only &= only - 1 {
				add(c, lowest(only))
			}
		}
	}
	return cells, digits
}
