package canon

// expand makes the states of the next level of all choices. The row that was chosen gave the
// names after before, up to named.
func (f *Form) expand(before, named uint8) {
	f.next = f.next[:0]
	for _, c := range f.choices {
		s := &f.states[c.state]
		from := len(f.next)
		f.next = append(f.next, *s)
		n := &f.next[from]
		n.used |= 1 << c.row
		cells := &f.views[s.view&1].rows[c.row]
		if g := n.settle(cells); g != 0 {
			f.branch(from, s.tied, g)
		}
		if named > before {
			for i := from; i < len(f.next); i++ {
				f.next[i].name(cells, before)
			}
		}
	}
	f.states, f.next = f.next, f.states
}

// name gives names to the digits of a row that have none, from left to right.
func (s *state) name(cells *[16]uint8, last uint8) {
	for _, column := range s.columns[:9] {
		digit := cells[column&15] & 15
		if s.names[digit] == unnamed {
			last++
			s.names[digit] = last
		}
	}
}

// groups says where digits without a name fell into tied columns or stacks, so that each of
// their orders is another state: for the columns of stack k how many in bits 2k and 2k+1, and
// for the stacks how many in bits 6 and 7, which end with the stack in bits 8 and 9.
type groups uint16

// settle puts the tied columns and stacks in the order of their names in a row, and unties
// those that have clues there.
func (s *state) settle(cells *[16]uint8) (g groups) {
	if s.tied == 0 {
		return 0
	}
	tiedStacks := 0
	var still [3]tied
	for k := range still {
		tied := s.tied.of(k)
		if tied == 0 {
			continue
		}
		if tied == 3 {
			tiedStacks++
		}
		columns := (*[3]uint8)(s.columns[3*k:])
		key := func(i int) uint8 { return s.names[cells[columns[i]&15]&15] }
		if tied >= 2 && key(0) > key(1) {
			columns[0], columns[1] = columns[1], columns[0]
		}
		if tied == 3 {
			if key(1) > key(2) {
				columns[1], columns[2] = columns[2], columns[1]
			}
			if key(0) > key(1) {
				columns[0], columns[1] = columns[1], columns[0]
			}
		}
		open := groups(0)
		for i := range tied {
			switch key(i) {
			case 0:
				still[k]++
			case unnamed:
				open++
			}
		}
		if open >= 2 {
			g |= open << (2 * k)
		}
	}
	if tiedStacks >= 2 {
		g = s.settleStacks(cells, tiedStacks, &still, g)
	}
	s.tied = still[0] | still[1]<<2 | still[2]<<4
	return g
}

// settleStacks is settle for the first stacks, which are tied.
func (s *state) settleStacks(cells *[16]uint8, tied int, still *[3]tied, g groups) groups {
	keys := [3]uint64{s.rowOf(cells, 0), s.rowOf(cells, 1), s.rowOf(cells, 2)}
	swap := func(i int) {
		if keys[i] <= keys[i+1] {
			return
		}
		keys[i], keys[i+1] = keys[i+1], keys[i]
		still[i], still[i+1] = still[i+1], still[i]
		a, b := g>>(2*i)&3, g>>(2*i+2)&3
		g = g&^(15<<(2*i)) | b<<(2*i) | a<<(2*i+2)
		s.swap(3, i, i+1)
	}
	swap(0)
	if tied == 3 {
		swap(1)
		swap(0)
	}
	// Stacks with the same names have none but new ones, or are blank and remain tied.
	for last := tied - 1; last > 0; last-- {
		if keys[last] == 0 || keys[last] != keys[last-1] {
			continue
		}
		same := groups(2)
		if last == 2 && keys[0] == keys[2] {
			same = 3
		}
		return g | same<<6 | groups(last)<<8
	}
	return g
}

// rowOf returns the names in stack k as they stand.
func (s *state) rowOf(cells *[16]uint8, k int) (names uint64) {
	for _, column := range s.columns[3*k:][:3] {
		names = names<<4 | uint64(s.names[cells[column&15]&15])
	}
	return names
}

// branch makes the state at the end of the next ones all states that differ from it in the
// order of groups, which all make the same row. So many columns of each stack were tied before.
func (f *Form) branch(from int, tied tied, g groups) {
	for k := range 3 {
		// Columns without names stand last among those that were tied.
		f.permute(from, int(g>>(2*k)&3), 1, 3*k+tied.of(k)-1)
	}
	f.permute(from, int(g>>6&3), 3, int(g>>8&3))
}

// permute adds all orders of n blocks of columns, the last of which has the given number, to
// the states from one on.
func (f *Form) permute(from, n, width, last int) {
	if n < 2 {
		return
	}
	end := f.swapped(from, len(f.next), width, last-1, last)
	if n == 3 {
		f.swapped(from, end, width, last-2, last)
		f.swapped(from, end, width, last-2, last-1)
	}
}

// swapped adds a copy of each of the states from one on, up to another, with two blocks of
// columns swapped, and returns how many states there are then.
func (f *Form) swapped(from, to, width, a, b int) int {
	for i := from; i < to; i++ {
		f.next = append(f.next, f.next[i])
		f.next[len(f.next)-1].swap(width, a, b)
	}
	return len(f.next)
}

func (s *state) swap(width, a, b int) {
	for i := range width {
		x, y := &s.columns[(a*width+i)&15], &s.columns[(b*width+i)&15]
		*x, *y = *y, *x
	}
}
