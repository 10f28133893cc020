package canon

import (
	"encoding/binary"
	"math/bits"
	"slices"

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
// rows, so they have named equally many digits, and the same columns of theirs are tied.
type state struct {
	columns [9]uint8  // of the view, in the form's order
	names   [16]uint8 // of each digit, in the upper four bits: 0 of a blank, unnamed before it has one
	used    uint16    // the rows of the view that are made
	view    uint8
}

// tied are places of columns, a bit each, whose order is still open. That is so only while all
// their cells in the rows so far are blank. They then stand first in their stack, and stacks of
// three such columns stand before all others.
type tied uint16

const (
	// allTied is tied before the first clue.
	allTied tied = 0o777
	// tiedStacks are the columns of stacks whose order is open, if not that of all three is.
	tiedStacks tied = 0o077
)

// unnamed stands for a digit without a name: the next new names, from left to right, are
// larger than all that are given, and all states give the same ones.
const unnamed = 15 << 4

// row is a row as it becomes after a state: the columns in their order, each with the name of
// its digit above it in a byte. Eight come from the highest byte on, and then the ninth.
type row struct {
	eight uint64
	ninth uint8
}

const (
	everyByte = 0x0101010101010101
	nameBits  = 0xf0 * everyByte
)

// names returns the names alone. The lesser row has the lesser number.
func (r row) names() names { return names(r.eight&nameBits | uint64(r.ninth>>4)) }

// names are those of a row: four bits each, of which the ninth stand between those of the
// eighth and the end.
type names uint64

// stack returns the names in a stack, in an order of its own.
func (n names) stack(k int) uint64 {
	if k == 2 {
		return uint64(n<<8|n<<4&0xf0) & 0xf0f0f0
	}
	return uint64(n>>(40-24*k)) & 0xf0f0f0
}

// unnamed returns the places of digits without a name, which alone have the two highest bits.
func (n names) unnamed() tied { return placesOf(uint64(n>>7&(n>>6)), uint64(n>>3&(n>>2))) }

// blank returns the places of blanks.
func (n names) blank() tied {
	sum := uint64(n)>>4&(15*everyByte) + 15*everyByte
	return allTied &^ placesOf(sum>>4, (uint64(n)&15+15)>>4)
}

// placesOf returns the places that have the lowest bit of their bytes: eight, and the ninth.
func placesOf(eight, ninth uint64) tied {
	// The product moves one bit of each of eight bytes into the last.
	return tied(bits.ReverseBytes64(eight&everyByte)*gatherBits>>56 | ninth&1<<8)
}

// gatherBits moves the lowest bits of eight bytes into the highest byte of its product.
const gatherBits = 0x0102040810204080

// write writes a row of the form.
func (n names) write(line *[9]byte) {
	eight, ninth := uint64(n)>>4&(15*everyByte), uint64(n)&15
	// A blank, whose name is 0, is two below the character 0.
	eight += (eight+15*everyByte)>>4&everyByte<<1 + solver.Blank*everyByte
	ninth += (ninth+15)>>4<<1 + solver.Blank
	binary.BigEndian.PutUint64(line[:8], eight)
	line[8] = uint8(ninth)
}

// choice is a row that may come next, from a state.
type choice struct {
	row
	from  uint8 // the row of the view
	state int32
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
	f.states = append(f.states[:0], firstStates[:]...)
	tied, named := allTied, uint8(0)
	for level := range 9 {
		best := f.choose(tied)
		line := (*[9]byte)(form[9*level:])
		best.write(line)
		unnamed := best.unnamed()
		if level < 8 {
			f.expand(best, tied, named)
			tied &= best.blank()
		}
		for ; unnamed != 0; unnamed &= unnamed - 1 {
			named++
			line[bits.TrailingZeros16(uint16(unnamed))] = '0' + named
		}
	}
	return true
}

// firstStates are those before the first row.
var firstStates = func() (states [2]state) {
	for side := range states {
		s := &states[side]
		s.view = uint8(side)
		for i := range s.columns {
			s.columns[i] = uint8(i)
			s.names[1+i] = unnamed
		}
	}
	return states
}()

// choose finds the least row that may come next in the form, and sets choices to all ways to
// make it.
func (f *Form) choose(tied tied) names {
	best, n := ^names(0), 0
	o := openOrder(tied)
	choices := f.choices[:cap(f.choices)]
	// Of many states, the first cell alone rules out most rows; of a few it cannot be predicted.
	byFirst := len(f.states) > 16 && o.two>>48 == 0
	for i := range f.states {
		s := &f.states[i]
		v := &f.views[s.view&1]
		for rows := v.rowsAfter(s.used); rows != 0; rows &= rows - 1 {
			from := uint8(bits.TrailingZeros16(rows))
			if byFirst && s.first(&v.rows[from]) > uint8(best>>56) {
				continue
			}
			var next row
			if tied == allTied { // no row before had clues, so no digit has a name
				next = firstRows[v.clues[from]&511]
			} else {
				next = s.next(&v.rows[from], &o)
			}
			if n == len(choices) {
				choices = append(choices, choice{})
				choices = choices[:cap(choices)]
			}
			// Which rows are the least cannot be predicted, so there is no branch: what is written
			// counts unless it is greater, and what was before it unless it is less.
			value := next.names()
			_, less := bits.Sub64(uint64(value), uint64(best), 0)
			_, greater := bits.Sub64(uint64(best), uint64(value), 0)
			n &= int(less) - 1
			c := &choices[n]
			c.eight, c.ninth, c.from, c.state = next.eight, next.ninth, from, int32(i)
			n += int(1 - greater)
			best = min(best, value)
		}
	}
	f.choices = choices[:n]
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

// order is the order in which columns come next, as far as it is open: the stacks that have
// two or three tied columns, as a byte each, and whether the first two stacks are tied.
type order struct {
	two, three uint64
	stacks     bool
}

func openOrder(tied tied) order {
	byStack := func(t uint64) uint64 { return (t&1<<48 | t>>3&1<<24 | t>>6&1) * 0xff }
	return order{byStack(uint64(tied) >> 1), byStack(uint64(tied) >> 2), tied&tiedStacks == tiedStacks}
}

// next returns what a row becomes after a state, with tied columns and stacks in the order of
// their names.
func (s *state) next(cells *[16]uint8, o *order) row {
	at := func(i int) uint64 {
		column := s.columns[i]
		return uint64(s.names[cells[column&15]&15]) | uint64(column)
	}
	// The first columns of the three stacks, the second ones and the third ones.
	a := at(0)<<48 | at(3)<<24 | at(6)
	b := at(1)<<48 | at(4)<<24 | at(7)
	c := at(2)<<48 | at(5)<<24 | at(8)
	if o.two != 0 {
		a, b = inOrder(a, b, o.two)
		b, c = inOrder(b, c, o.three)
		a, b = inOrder(a, b, o.three)
	}
	r := row{a<<8 | b | c>>8, uint8(c)}
	if o.stacks {
		x, y := r.eight>>40, r.eight>>16&0xffffff
		if x&0xf0f0f0 > y&0xf0f0f0 {
			r.eight = y<<40 | x<<16 | r.eight&0xffff
		}
	}
	return r
}

// first returns the name of the first cell of a row after a state.
func (s *state) first(cells *[16]uint8) uint8 { return s.names[cells[s.columns[0]&15]&15] }

// inOrder swaps what is greater in one word than in another, of the three bytes 48, 24 and 0
// bits up, as far as it is in the mask.
func inOrder(a, b, mask uint64) (least, most uint64) {
	const above = 1<<56 | 1<<32 | 1<<8
	greater := ((a | above) - b) & above
	differ := (a ^ b) & mask & (greater - greater>>8)
	return a ^ differ, b ^ differ
}

// firstRows are what rows with clues in the given columns become after blank rows alone.
var firstRows = func() (rows [512]row) {
	for mask := range rows {
		s := state{columns: [9]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8}, names: [16]uint8{1: unnamed}}
		stacks := [3]int{0, 1, 2}
		clues := func(stack int) int { return bits.OnesCount(uint(mask >> (3 * stack) & 7)) }
		slices.SortStableFunc(stacks[:], func(a, b int) int { return clues(a) - clues(b) })
		var cells [16]uint8
		for i := range s.columns {
			s.columns[i] = uint8(3*stacks[i/3] + i%3)
			cells[i] = uint8(mask >> i & 1)
		}
		o := openOrder(allTied)
		o.stacks = false
		rows[mask] = s.next(&cells, &o)
	}
	return rows
}()
