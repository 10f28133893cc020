package canon

import (
	"encoding/binary"
	"math/bits"
)

// expand replaces f.states with the states after row, the next row of the form. Each of f.choices
// is a way to produce row. named is the number of digits that have names in earlier rows.
func (f *Form) expand(row names, tied places, named uint8) {
	unnamed := row.unnamed()
	f.next = f.next[:0]
	for i := range f.choices {
		c := &f.choices[i]
		from := len(f.next)
		f.next = append(f.next, f.states[c.state])
		s := &f.next[from]
		s.used |= 1 << c.from
		binary.BigEndian.PutUint64(s.columns[:8], c.eight&^nameBits)
		s.columns[8] = c.ninth & 15
		cells := &f.views[s.view&1].rows[c.from]
		s.name(cells, unnamed, named)
		f.branch(from, row, tied, cells)
	}
	f.states, f.next = f.next, f.states
}

// name assigns names to the digits at the given positions of a row, from left to right. last is the
// name that was assigned most recently.
func (s *state) name(cells *[16]uint8, at places, last uint8) {
	for ; at != 0; at &= at - 1 {
		column := s.columns[bits.TrailingZeros16(uint16(at))]
		last++
		s.names[cells[column&15]&15] = last << 4
	}
}

// branch appends copies of the state f.next[from] to f.next. The copies have the columns in
// different orders, but make the same row. Columns or stacks can be swapped only if they are tied
// (see places) and their digits in this row had no names before.
func (f *Form) branch(from int, row names, tied places, cells *[16]uint8) {
	open := row.unnamed() & tied
	if neighbors := open & (open >> 1) & 0o333; neighbors != 0 {
		for k := range 3 {
			// state.next has sorted the tied columns of stack k. Columns with unnamed digits are at
			// the end.
			last := 3*k + bits.OnesCount16(uint16(tied>>(3*k)&7)) - 1
			f.permute(cells, from, bits.OnesCount16(uint16(open>>(3*k)&7)), 1, last)
		}
	}
	if tied&tiedStacks != tiedStacks {
		return
	}
	// Permute tied stacks that are equal and not blank in this row. Blank stacks stay tied.
	a, b, c := row.stack(0), row.stack(1), row.stack(2)
	switch {
	case tied == allTied && b == c && b != 0:
		if a == b {
			f.permute(cells, from, 3, 3, 2)
		} else {
			f.permute(cells, from, 2, 3, 2)
		}
	case a == b && a != 0:
		f.permute(cells, from, 2, 3, 1)
	}
}

// permute puts n adjacent blocks of columns in all possible orders. It permutes copies of the
// states in f.next[from:], and appends the copies to f.next. Each block is width columns wide, and
// last is the index of the last block.
func (f *Form) permute(cells *[16]uint8, from, n, width, last int) {
	if n < 2 {
		return
	}
	end := f.swapped(cells, from, len(f.next), width, last-1, last)
	if n == 3 {
		f.swapped(cells, from, end, width, last-2, last)
		f.swapped(cells, from, end, width, last-2, last-1)
	}
}

// swapped appends copies of the states in f.next[from:to] to f.next, with the column blocks a and b
// swapped. It returns the new length of f.next.
func (f *Form) swapped(cells *[16]uint8, from, to, width, a, b int) int {
	for i := from; i < to; i++ {
		f.next = append(f.next, f.next[i])
		f.next[len(f.next)-1].swap(cells, width, a, b)
	}
	return len(f.next)
}

func (s *state) swap(cells *[16]uint8, width, a, b int) {
	for i := range width {
		x, y := &s.columns[a*width+i], &s.columns[b*width+i]
		*x, *y = *y, *x
		first, second := &s.names[cells[*x&15]&15], &s.names[cells[*y&15]&15]
		*first, *second = *second, *first
	}
}
