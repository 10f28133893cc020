package canon

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// A Form finds canonical forms, in memory that it keeps for the next one. Use one in one
// goroutine at a time. The zero Form is ready.
type Form struct {
	views   [2]view // of the puzzle, and transposed
	states  []state // all ways to make the rows of the form so far
	next    []state
	choices []choice
	images  []image // of a solution, that make its form
}

// view is a puzzle as a search reads it: cells are digits, 0 for blanks.
type view struct {
	rows  [9][16]uint8 // nine cells each; an index of four bits needs no check
	clues [9]uint16    // the columns with clues in each row
	blank uint16       // the rows without clues
}

// state is a way to make the first rows of the form. All states of a level have made the same
// rows, so they have named equally many digits.
//
// Columns are tied, in an order that is still open, only while all their cells in these rows
// are blank. They then stand first in their stack, and a stack of three such columns stands
// before all others.
type state struct {
	columns [16]uint8 // of the view, in the form's order; nine of them
	names   [16]uint8 // of each digit: 0 of a blank, unnamed before it has one
	used    uint16    // the rows of the view that are made
	view    uint8
	tied    tied
}

// tied says how many columns of each stack are tied, two bits a stack.
type tied uint8

// allTied is tied before the first clue.
const allTied tied = 3<<4 | 3<<2 | 3

func (t tied) of(stack int) int { return int(t >> (2 * stack) & 3) }

// unnamed stands for a digit without a name: the next new names, from left to right, are
// larger than all that are given, and all states give the same ones.
const unnamed = 15

// choice is a row that may come next, from a state.
type choice struct {
	state int32
	row   uint8
}

// Minlex sets form to the least image of a puzzle, and reports whether it has one. It has none
// if a clue repeats in a row, a column or a box, or if it is not a puzzle.
//
// The time depends little on the number of clues, and less on symmetries: a puzzle of 8 to 65
// clues has some ten states, and one with a blank band beside two full ones, which has the
// most, 7,776.
func (f *Form) Minlex(form, puzzle *solver.Grid) bool {
	if puzzle.Full() {
		return f.Solution(form, puzzle) > 0
	}
	if !f.read(puzzle) {
		return false
	}
	f.states = f.states[:0]
	for side := range f.views {
		s := state{view: uint8(side), tied: allTied}
		for i := range s.columns[:9] {
			s.columns[i] = uint8(i)
		}
		for d := 1; d <= 9; d++ {
			s.names[d] = unnamed
		}
		f.states = append(f.states, s)
	}
	named := uint8(0)
	for level := range 9 {
		best := f.choose()
		line := (*[9]byte)(form[9*level:])
		before := named
		for i := range line {
			switch name := uint8(best >> (32 - 4*i) & 15); name {
			case 0:
				line[i] = solver.Blank
			case unnamed:
				named++
				line[i] = '0' + named
			default:
				line[i] = '0' + name
			}
		}
		if level < 8 {
			f.expand(before, named)
		}
	}
	return true
}

// choose finds the least row that may come next in the form, as nine times four bits, and sets
// choices to all ways to make it.
func (f *Form) choose() uint64 {
	f.choices = f.choices[:0]
	best := ^uint64(0)
	for i := range f.states {
		s := &f.states[i]
		v := &f.views[s.view&1]
		for rows := v.rowsAfter(s.used); rows != 0; rows &= rows - 1 {
			r := uint8(bits.TrailingZeros16(rows))
			value := s.value(v, r, best)
			if value > best {
				continue
			}
			if value < best {
				best = value
				f.choices = f.choices[:0]
			}
			f.choices = append(f.choices, choice{int32(i), r})
		}
	}
	return best
}

// rowsAfter returns the rows that may come next, as a set like that of the rows before. Of blank
// rows in a band, and of blank bands, one is enough, as the others make the same.
func (v *view) rowsAfter(used uint16) uint16 {
	rows := rowsAfter[used&511]
	if rows&v.blank == 0 {
		return rows
	}
	blankBand := false
	for band := uint16(7); band < 512; band <<= 3 {
		blank := rows & v.blank & band
		rows &^= blank & (blank - 1) // all but the first
		if v.blank&band != band || blank == 0 {
			continue
		}
		if blankBand {
			rows &^= band
		}
		blankBand = true
	}
	return rows
}

// rowsAfter has, for each set of rows that are made, those that may come next: the rest of a
// band, or all rows of the bands that are left.
var rowsAfter = func() (next [512]uint16) {
	for used := range uint16(len(next)) {
		next[used] = 511 &^ used
		for band := uint16(7); band < 512; band <<= 3 {
			if used&band != 0 && used&band != band {
				next[used] = band &^ used
			}
		}
	}
	return next
}()

// value returns what row r becomes after a state, in the best order of the tied columns. Where
// that is more than best, any larger number will do.
func (s *state) value(v *view, r uint8, best uint64) uint64 {
	if s.tied == allTied { // no row before had clues, so no digit has a name
		return firstRow[v.clues[r]&511]
	}
	cells := &v.rows[r]
	a := s.stack(cells, 0)
	if s.tied.of(1) == 3 { // so are those of stack 0
		b := s.stack(cells, 1)
		return min(a, b)<<24 | max(a, b)<<12 | s.stack(cells, 2)
	}
	if a > best>>24 {
		return ^uint64(0)
	}
	return a<<24 | s.stack(cells, 1)<<12 | s.stack(cells, 2)
}

// stack returns the cells of a row in stack k as three names in their order, with tied columns
// in the order of their names.
func (s *state) stack(cells *[16]uint8, k int) uint64 {
	columns := (*[3]uint8)(s.columns[3*k:])
	a := s.names[cells[columns[0]&15]&15]
	b := s.names[cells[columns[1]&15]&15]
	c := s.names[cells[columns[2]&15]&15]
	switch s.tied.of(k) {
	case 2:
		a, b = min(a, b), max(a, b)
	case 3:
		a, b = min(a, b), max(a, b)
		b, c = min(b, c), max(b, c)
		a, b = min(a, b), max(a, b)
	}
	return uint64(a)<<8 | uint64(b)<<4 | uint64(c)
}

// firstRow is what a row with clues in the given columns becomes after blank rows alone.
var firstRow = func() (values [512]uint64) {
	byClues := [4]uint64{0, 0xf, 0xff, 0xfff}
	for mask := range values {
		var stacks [3]uint64
		for k := range stacks {
			three := mask >> (3 * k) & 7
			stacks[k] = byClues[three&1+three>>1&1+three>>2]
		}
		a, b, c := stacks[0], stacks[1], stacks[2]
		least, most := min(a, b, c), max(a, b, c)
		values[mask] = least<<24 | (a+b+c-least-most)<<12 | most
	}
	return values
}()
