package ladder

import (
	"github.com/gridmill/gridmill/solver"
)

// plain is a simple ladder that the tests compare with Ladder. It stores candidates as sets of
// digits, and applies every technique by brute force.
type plain struct {
	may    [solver.Cells]digits // candidates of the unsolved cells
	solved [solver.Cells]int    // the digit, or 0
}

type digits [10]bool

func (s digits) list() (list []int) {
	for d, has := range s {
		if has {
			list = append(list, d)
		}
	}
	return list
}

// count returns the number of digits in s, and one of the digits.
func (s *digits) count() (n, digit int) {
	for d, has := range s {
		if has {
			n, digit = n+1, d
		}
	}
	return n, digit
}

func setOf(list ...int) (s digits) {
	for _, d := range list {
		s[d] = true
	}
	return s
}

// put is a digit in a cell.
type put struct{ cell, digit int }

// plainHouses lists the cells of the 27 houses.
var plainHouses = func() (all [][]int) {
	for kind := range 3 {
		for i := range 9 {
			var cells []int
			for cell := range solver.Cells {
				row, column := cell/9, cell%9
				if [3]int{row, column, row/3*3 + column/3}[kind] == i {
					cells = append(cells, cell)
				}
			}
			all = append(all, cells)
		}
	}
	return all
}()

func sees(a, b int) bool {
	return a != b && (a/9 == b/9 || a%9 == b%9 || a/27 == b/27 && a%9/3 == b%9/3)
}

func newPlain(puzzle *solver.Grid) *plain {
	p := new(plain)
	for cell := range p.may {
		p.may[cell] = setOf(1, 2, 3, 4, 5, 6, 7, 8, 9)
	}
	for cell, c := range puzzle {
		if c != solver.Blank {
			p.place(cell, int(c-'0'))
		}
	}
	return p
}

func (p *plain) place(cell, digit int) {
	p.solved[cell], p.may[cell] = digit, digits{}
	for other := range p.may {
		if sees(cell, other) {
			p.may[other][digit] = false
		}
	}
}

// places returns the given cells that have digit as a candidate.
func (p *plain) places(digit int, cells []int) (places []int) {
	for _, cell := range cells {
		if p.may[cell][digit] {
			places = append(places, cell)
		}
	}
	return places
}

func (p *plain) singles() map[put]bool {
	found := map[put]bool{}
	for cell := range p.may {
		if n, digit := p.may[cell].count(); n == 1 {
			found[put{cell, digit}] = true
		}
	}
	for _, house := range plainHouses {
		for d := 1; d <= 9; d++ {
			if at := p.places(d, house); len(at) == 1 {
				found[put{at[0], d}] = true
			}
		}
	}
	return found
}

// removals is the set of candidates that a technique removes.
type removals map[put]bool

// remove adds to r the candidates for digit in the given cells, except for the cells in keep.
func (r removals) remove(p *plain, digit int, from []int, keep ...int) {
	kept := map[int]bool{}
	for _, cell := range keep {
		kept[cell] = true
	}
	for _, cell := range p.places(digit, from) {
		if !kept[cell] {
			r[put{cell, digit}] = true
		}
	}
}

// locked finds a house whose places for a digit are all in a second house. It removes the digit
// from the rest of the second house.
func (p *plain) locked(r removals) {
	for i, one := range plainHouses {
		for j, other := range plainHouses {
			if i/9 == j/9 || i/9 < 2 && j/9 < 2 {
				continue
			}
			for d := 1; d <= 9; d++ {
				at := p.places(d, one)
				if len(at) > 0 && isPart(at, other) {
					r.remove(p, d, other, at...)
				}
			}
		}
	}
}

func isPart(of, all []int) bool {
	for _, x := range of {
		found := false
		for _, y := range all {
			found = found || x == y
		}
		if !found {
			return false
		}
	}
	return true
}

// choices calls a function with every set of k numbers from 0 to n-1.
func choices(n, k int, each func([]int)) {
	chosen := make([]int, 0, k)
	var choose func(from int)
	choose = func(from int) {
		if len(chosen) == k {
			each(chosen)
			return
		}
		for i := from; i < n; i++ {
			chosen = append(chosen, i)
			choose(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0)
}

// naked finds k cells of a house that have k different candidates among them.
func (p *plain) naked(r removals, k int) {
	for _, house := range plainHouses {
		choices(9, k, func(chosen []int) {
			var all digits
			var cells []int
			for _, i := range chosen {
				if p.solved[house[i]] != 0 {
					return
				}
				cells = append(cells, house[i])
				for _, d := range p.may[house[i]].list() {
					all[d] = true
				}
			}
			if len(all.list()) == k {
				for _, d := range all.list() {
					r.remove(p, d, house, cells...)
				}
			}
		})
	}
}

// hidden finds k digits that fit only into k cells of a house.
func (p *plain) hidden(r removals, k int) {
	for _, house := range plainHouses {
		choices(9, k, func(chosen []int) {
			cells, own := map[int]bool{}, map[int]bool{}
			for _, i := range chosen {
				at := p.places(i+1, house)
				if len(at) == 0 {
					return
				}
				own[i+1] = true
				for _, cell := range at {
					cells[cell] = true
				}
			}
			if len(cells) != k {
				return
			}
			for cell := range cells {
				for d := 1; d <= 9; d++ {
					if !own[d] {
						r.remove(p, d, []int{cell})
					}
				}
			}
		})
	}
}

// fish finds k lines whose places for a digit lie in k crossing lines.
func (p *plain) fish(r removals, k int) {
	for way := range 2 {
		base, cover := plainHouses[9*way:9*way+9], plainHouses[9-9*way:18-9*way]
		for d := 1; d <= 9; d++ {
			choices(9, k, func(chosen []int) {
				var own []int
				crossing := map[int]bool{}
				for _, i := range chosen {
					at := p.places(d, base[i])
					if len(at) == 0 {
						return
					}
					own = append(own, at...)
					for _, cell := range at {
						crossing[[2]int{cell % 9, cell / 9}[way]] = true
					}
				}
				if len(crossing) == k {
					for i := range crossing {
						r.remove(p, d, cover[i], own...)
					}
				}
			})
		}
	}
}

// find returns the candidates that technique t removes.
func (p *plain) find(t Technique) removals {
	r := removals{}
	switch t {
	case LockedCandidates:
		p.locked(r)
	case NakedPair, NakedTriple, NakedQuad:
		p.naked(r, map[Technique]int{NakedPair: 2, NakedTriple: 3, NakedQuad: 4}[t])
	case HiddenPair, HiddenTriple, HiddenQuad:
		p.hidden(r, map[Technique]int{HiddenPair: 2, HiddenTriple: 3, HiddenQuad: 4}[t])
	case XWing, Swordfish, Jellyfish:
		p.fish(r, map[Technique]int{XWing: 2, Swordfish: 3, Jellyfish: 4}[t])
	case Skyscraper, TwoStringKite, TurbotFish:
		p.turbot(r, t)
	case XYWing:
		p.xyWing(r)
	case XYZWing:
		p.xyzWing(r)
	case WWing:
		p.wWing(r)
	case UniqueRectangle:
		p.rectangles(r)
	case BUGPlusOne:
		p.bug(r)
	case TrialAndError:
		p.trials(r)
	}
	return r
}

// rate does what Ladder.RateTo does, but only for puzzles that have exactly one solution.
func (p *plain) rate(last Technique) (r Rating) {
	for {
		if singles := p.singles(); len(singles) > 0 {
			for s := range singles {
				p.place(s.cell, s.digit)
			}
			r.add(Singles, len(singles))
			continue
		}
		if p.done() {
			r.Solved = true
			return r
		}
		found := false
		for t := LockedCandidates; t <= last && !found; t++ {
			if gone := p.find(t); len(gone) > 0 {
				found = true
				for c := range gone {
					p.may[c.cell][c.digit] = false
				}
				r.add(t, len(gone))
			}
		}
		if !found {
			r.Hardest = Extreme
			return r
		}
	}
}

func (p *plain) done() bool {
	for _, digit := range p.solved {
		if digit == 0 {
			return false
		}
	}
	return true
}

func (r *Rating) add(t Technique, n int) {
	r.Hardest = max(r.Hardest, t)
	r.Waves[t]++
	r.Removed[t] += int32(n)
}
