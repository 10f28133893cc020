package canon

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// places is a set of columns of the canonical form, or of positions in a row.
//
// Columns are tied while all their cells are blank, because their order is undecided. Tied columns
// come first in their stack. Stacks of three tied columns come before all other stacks.
type places uint16

const (
	// allTied contains all columns, which are tied until a row has a clue.
	allTied places = 0o777
	// tiedStacks contains the columns of the first two stacks.
	tiedStacks places = 0o077
)

// unnamed marks a digit that does not have a name yet. It is larger than all names. When a row is
// added to the form, its unnamed digits receive the next names, from left to right.
const unnamed = 15 << 4

// row is a row of a canonical form. Each cell has a byte: the upper four bits hold the name of the
// cell's digit, and the lower four bits hold the cell's column in the view. The first cell is in
// the highest byte of row.eight.
type row struct {
	eight uint64
	ninth uint8
}

const (
	everyByte = 0x0101010101010101
	nameBits  = 0xf0 * everyByte
)

func (r row) names() names { return names(r.eight&nameBits | uint64(r.ninth>>4)) }

// names holds the names in a row. The first eight cells use the upper halves of the eight bytes,
// starting with the highest byte. The ninth cell uses the lower half of the lowest byte.
type names uint64

// stack returns the three names in stack k, in the upper halves of the result's three lowest bytes.
func (n names) stack(k int) uint64 {
	if k == 2 {
		return uint64(n<<8|n<<4&0xf0) & 0xf0f0f0
	}
	return uint64(n>>(40-24*k)) & 0xf0f0f0
}

// unnamed returns the positions of the cells with unnamed digits. These cells hold 15, and all
// other cells hold at most 9.
func (n names) unnamed() places { return placesOf(uint64(n>>7&(n>>6)), uint64(n>>3&(n>>2))) }

func (n names) blank() places {
	sum := uint64(n)>>4&(15*everyByte) + 15*everyByte
	return allTied &^ placesOf(sum>>4, (uint64(n)&15+15)>>4)
}

// placesOf returns the positions of the cells whose lowest bit is set. The parameter eight holds
// the first eight cells, starting in its highest byte. The parameter ninth is the last cell.
func placesOf(eight, ninth uint64) places {
	return places(bits.ReverseBytes64(eight&everyByte)*gatherBits>>56 | ninth&1<<8)
}

// Multiplying by gatherBits moves the lowest bit of each of eight bytes into the highest byte.
const gatherBits = 0x0102040810204080

// write writes n to line as a row of the canonical form.
func (n names) write(line *[9]byte) {
	eight, ninth := uint64(n)>>4&(15*everyByte), uint64(n)&15
	// A blank has the name 0 and is written as solver.Blank, which is '0'-2.
	eight += (eight+15*everyByte)>>4&everyByte<<1 + solver.Blank*everyByte
	ninth += (ninth+15)>>4<<1 + solver.Blank
	binary.BigEndian.PutUint64(line[:8], eight)
	line[8] = uint8(ninth)
}

// order specifies which columns state.next must sort. Each mask has a byte for each stack. twoTied
// marks the stacks with at least two tied columns. threeTied marks the stacks with three tied
// columns. stacksTied is set if the first two stacks are tied.
type order struct {
	twoTied, threeTied uint64
	stacksTied         bool
}

func openOrder(tied places) order {
	byStack := func(t uint64) uint64 { return (t&1<<48 | t>>3&1<<24 | t>>6&1) * 0xff }
	return order{byStack(uint64(tied) >> 1), byStack(uint64(tied) >> 2), tied&tiedStacks == tiedStacks}
}

// next arranges the columns and renames the digits of a row as s specifies. It orders tied columns
// and tied stacks by their new digits.
func (s *state) next(cells *[16]uint8, o *order) row {
	at := func(i int) uint64 {
		column := s.columns[i]
		return uint64(s.names[cells[column&15]&15]) | uint64(column)
	}
	// a holds the first column of each stack, b the second, and c the third.
	a := at(0)<<48 | at(3)<<24 | at(6)
	b := at(1)<<48 | at(4)<<24 | at(7)
	c := at(2)<<48 | at(5)<<24 | at(8)
	if o.twoTied != 0 {
		a, b = inOrder(a, b, o.twoTied)
		b, c = inOrder(b, c, o.threeTied)
		a, b = inOrder(a, b, o.threeTied)
	}
	r := row{a<<8 | b | c>>8, uint8(c)}
	if o.stacksTied {
		x, y := r.eight>>40, r.eight>>16&0xffffff
		if x&0xf0f0f0 > y&0xf0f0f0 {
			r.eight = y<<40 | x<<16 | r.eight&0xffff
		}
	}
	return r
}

// inOrder compares the bytes of a and b at bits 48, 24 and 0. At each of these places, it swaps the
// two bytes if the byte of a is greater and the byte of mask is 0xff.
func inOrder(a, b, mask uint64) (least, most uint64) {
	const above = 1<<56 | 1<<32 | 1<<8
	greater := ((a | above) - b) & above
	differ := (a ^ b) & mask & (greater - greater>>8)
	return a ^ differ, b ^ differ
}

// firstRows[set] is the next row of the form if all earlier rows of the form are blank and the
// view's row has clues in exactly the columns of set.
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
		o.stacksTied = false
		rows[mask] = s.next(&cells, &o)
	}
	return rows
}()
