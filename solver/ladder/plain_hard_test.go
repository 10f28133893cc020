package ladder

import "github.com/gridmill/gridmill/solver"

var allCells = func() (cells []int) {
	for cell := range solver.Cells {
		cells = append(cells, cell)
	}
	return cells
}()

func seeingAll(of ...int) (cells []int) {
	for _, cell := range allCells {
		all := true
		for _, other := range of {
			all = all && sees(cell, other)
		}
		if all {
			cells = append(cells, cell)
		}
	}
	return cells
}

// pairs returns the pairs of cells that are the only places for digit in a house. It returns each
// pair in both orders, with the kind of the house (0 for rows, 1 for columns, 2 for boxes).
func (p *plain) pairs(digit int) (pairs [][3]int) {
	for i, house := range plainHouses {
		if at := p.places(digit, house); len(at) == 2 {
			pairs = append(pairs, [3]int{at[0], at[1], i / 9}, [3]int{at[1], at[0], i / 9})
		}
	}
	return pairs
}

func (p *plain) turbot(r removals, t Technique) {
	for d := 1; d <= 9; d++ {
		pairs := p.pairs(d)
		for _, x := range pairs {
			for _, y := range pairs {
				a, b, c, e := x[0], x[1], y[0], y[1]
				if a == c || a == e || b == c || b == e || !sees(a, c) {
					continue
				}
				inColumn, inRow, inBox := a%9 == c%9, a/9 == c/9, a/27 == c/27 && a%9/3 == c%9/3
				joined := true
				switch t {
				case Skyscraper:
					joined = x[2] == 0 && y[2] == 0 && inColumn || x[2] == 1 && y[2] == 1 && inRow
				case TwoStringKite:
					joined = x[2] == 0 && y[2] == 1 && inBox
				}
				if joined {
					r.remove(p, d, seeingAll(b, e))
				}
			}
		}
	}
}

func (p *plain) withCandidates(n int) (cells []int) {
	for cell := range p.may {
		if candidates, _ := p.may[cell].count(); p.solved[cell] == 0 && candidates == n {
			cells = append(cells, cell)
		}
	}
	return cells
}

func (p *plain) is(cell int, list ...int) bool { return p.may[cell] == setOf(list...) }

// withExactly returns the cells whose candidates are exactly the digits in list.
func (p *plain) withExactly(list ...int) (cells []int) {
	set := setOf(list...)
	for cell := range p.may {
		if p.may[cell] == set {
			cells = append(cells, cell)
		}
	}
	return cells
}

// threeDigits calls a function with every choice of three different digits, in every order.
func threeDigits(each func(x, y, z int)) {
	for x := 1; x <= 9; x++ {
		for y := 1; y <= 9; y++ {
			for z := 1; z <= 9; z++ {
				if x != y && y != z && x != z {
					each(x, y, z)
				}
			}
		}
	}
}

func (p *plain) xyWing(r removals) {
	threeDigits(func(x, y, z int) {
		for _, pivot := range p.withExactly(x, y) {
			for _, a := range p.withExactly(x, z) {
				for _, b := range p.withExactly(y, z) {
					if sees(pivot, a) && sees(pivot, b) {
						r.remove(p, z, seeingAll(a, b))
					}
				}
			}
		}
	})
}

func (p *plain) xyzWing(r removals) {
	threeDigits(func(x, y, z int) {
		for _, pivot := range p.withExactly(x, y, z) {
			for _, a := range p.withExactly(x, z) {
				for _, b := range p.withExactly(y, z) {
					if sees(pivot, a) && sees(pivot, b) {
						r.remove(p, z, seeingAll(a, b, pivot))
					}
				}
			}
		}
	})
}

func (p *plain) wWing(r removals) {
	for x := 1; x <= 9; x++ {
		pairs := p.pairs(x)
		for y := 1; y <= 9; y++ {
			both := p.withExactly(x, y)
			for _, a := range both {
				for _, b := range both {
					if x == y || a == b || sees(a, b) {
						continue
					}
					for _, link := range pairs {
						if sees(a, link[0]) && sees(b, link[1]) {
							r.remove(p, y, seeingAll(a, b))
						}
					}
				}
			}
		}
	}
}

func boxesOf(cells ...int) int {
	boxes := map[[2]int]bool{}
	for _, cell := range cells {
		boxes[[2]int{cell / 27, cell % 9 / 3}] = true
	}
	return len(boxes)
}

func (p *plain) rectangles(r removals) {
	for _, a := range p.withCandidates(2) {
		pair := p.may[a].list()
		for _, b := range p.withCandidates(2) {
			for _, c := range allCells {
				// a and b are the floor. c (opposite a) and d (opposite b) are the roof.
				d := c - a + b
				inRow := a/9 == b/9 && a%9 == c%9
				inColumn := a%9 == b%9 && a/9 == c/9
				if a == b || a == c || !inRow && !inColumn || boxesOf(a, b, c, d) != 2 || !p.is(b, pair...) || !p.hasBoth(c, pair) || !p.hasBoth(d, pair) {
					continue
				}
				p.rectangle(r, pair, c, d)
			}
		}
	}
}

func (p *plain) hasBoth(cell int, pair []int) bool {
	return p.may[cell][pair[0]] && p.may[cell][pair[1]]
}

// rectangle adds to r the candidates that a unique rectangle removes. The roof cells are c and d.
// The floor cells have only the two candidates in pair.
func (p *plain) rectangle(r removals, pair []int, c, d int) {
	if p.is(c, pair...) && p.is(d, pair...) {
		return
	}
	if p.is(c, pair...) {
		r.remove(p, pair[0], []int{d})
		r.remove(p, pair[1], []int{d})
		return
	}
	if p.is(d, pair...) {
		return // handled by the call with c and d exchanged
	}
	for x := 1; x <= 9; x++ {
		if p.is(c, pair[0], pair[1], x) && p.is(d, pair[0], pair[1], x) {
			r.remove(p, x, seeingAll(c, d))
		}
	}
	for _, house := range plainHouses {
		for i, own := range pair {
			if at := p.places(own, house); len(at) == 2 && isPart([]int{c, d}, at) {
				r.remove(p, pair[1-i], []int{c, d})
			}
		}
	}
}

func (p *plain) bug(r removals) {
	three := p.withCandidates(3)
	if open := len(three) + len(p.withCandidates(2)); len(three) != 1 || open != p.open() {
		return
	}
	for _, d := range p.may[three[0]].list() {
		grave := true
		for _, house := range plainHouses {
			for e := 1; e <= 9; e++ {
				n := 0
				for _, cell := range p.places(e, house) {
					if e != d || cell != three[0] {
						n++
					}
				}
				grave = grave && (n == 0 || n == 2)
			}
		}
		for _, e := range p.may[three[0]].list() {
			if grave && e != d {
				r[put{three[0], e}] = true
			}
		}
	}
}

func (p *plain) open() (n int) {
	for _, digit := range p.solved {
		if digit == 0 {
			n++
		}
	}
	return n
}

func (p *plain) trials(r removals) {
	for cell := range p.may {
		for _, d := range p.may[cell].list() {
			q := *p
			q.place(cell, d)
			if q.contradicts() {
				r[put{cell, d}] = true
			}
		}
	}
}

// contradicts reports whether placing singles, one at a time, leads to a cell without candidates or
// a house without a place for a digit.
func (p *plain) contradicts() bool {
	for {
		single := put{cell: -1}
		for cell := range p.may {
			n, digit := p.may[cell].count()
			if n == 0 && p.solved[cell] == 0 {
				return true
			}
			if n == 1 {
				single = put{cell, digit}
			}
		}
		for _, house := range plainHouses {
			for d := 1; d <= 9; d++ {
				n, at, placed := 0, 0, false
				for _, cell := range house {
					placed = placed || p.solved[cell] == d
					if p.may[cell][d] {
						n, at = n+1, cell
					}
				}
				if n == 0 && !placed {
					return true
				}
				if n == 1 {
					single = put{at, d}
				}
			}
		}
		if single.cell < 0 {
			return false
		}
		p.place(single.cell, single.digit)
	}
}
