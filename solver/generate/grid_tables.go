package generate

import (
	"math/bits"
	"sync"
)

// sideBox is a box that can stand in a band with the box 012, 345, 678 and has its first row
// sorted, or one that can stand in a stack with that box and is like that when transposed.
type sideBox struct {
	columns [3]uint16 // the digits in each, as bits
	places  uint64    // the column of each digit, four bits a digit
	cells   [3][3]uint8
}

// sideTable has all such boxes of a band or of a stack: 36 orders of the lower rows for each of
// 56 patterns, which say which digits stand in which row.
type sideTable struct {
	boxes [sidePatterns * rowOrders]sideBox
	other [sidePatterns]uint8 // the pattern of the third box in a band with such a second one
}

const (
	sidePatterns = 56
	rowOrders    = 6 * 6
)

// The rows of the first box, and of it transposed, as sets of digits.
var (
	firstRows    = [3]uint16{0o007, 0o070, 0o700}
	firstColumns = [3]uint16{0o111, 0o222, 0o444}
)

// sideTables returns the tables for the band and the stack.
var sideTables = sync.OnceValue(func() *[2]sideTable {
	t := new([2]sideTable)
	t[0].fill(&firstRows)
	t[1].fill(&firstColumns)
	return t
})

// fill fills the table for a first box that has the given digits in its rows.
func (t *sideTable) fill(first *[3]uint16) {
	var patterns [][3]uint16
	for top := range uint16(allDigits) {
		for middle := range uint16(allDigits) {
			p := [3]uint16{top, middle, allDigits &^ (top | middle)}
			if top&middle == 0 && isSidePattern(&p, first) {
				patterns = append(patterns, p)
			}
		}
	}
	for i, p := range patterns {
		for k, q := range patterns {
			if p[0]&q[0]|p[1]&q[1]|p[2]&q[2] == 0 {
				t.other[i] = uint8(k)
			}
		}
		for order := range rowOrders {
			t.boxes[rowOrders*i+order].set(&p, [3]uint8{0, uint8(order / 6), uint8(order % 6)})
		}
	}
}

// isSidePattern reports whether three rows have three digits each, and none of those that the
// first box has in the row.
func isSidePattern(rows, first *[3]uint16) bool {
	for r, row := range rows {
		if bits.OnesCount16(row) != 3 || row&first[r] != 0 {
			return false
		}
	}
	return true
}

// set sets a box to one with the given digits in its rows, in orders given by their numbers.
func (b *sideBox) set(rows *[3]uint16, orders [3]uint8) {
	for r, row := range rows {
		for _, c := range permutations[orders[r]] {
			d := digitOf(row)
			row &= row - 1
			b.cells[r][c] = d
			b.columns[c] |= 1 << d
			b.places |= uint64(c) << (4 * d)
		}
	}
}

// draw draws the boxes that complete a band.
func (t *sideTable) draw(random *stream) [2]*sideBox {
	n := random.below(sidePatterns * rowOrders * rowOrders)
	other := uint64(t.other[n/(rowOrders*rowOrders)])
	return [2]*sideBox{&t.boxes[n/rowOrders], &t.boxes[rowOrders*other+n%rowOrders]}
}

// In the middle box a digit stands neither in the row nor in the column where the boxes left of
// it and above it have it. Which ways there are to fill the box depends on how many digits
// are kept from each row and column, and then on nothing but the names of the digits.

// maxFillings is the largest number of ways there are.
const maxFillings = 448

// middleKind is a kind of middle boxes.
type middleKind struct {
	fillings []filling
	// first is the number of the first digit that is kept from each row and column, when digits
	// are ordered by these: four bits for each, the columns of the first row first.
	first uint64
}

// A filling says which digit stands in each of nine cells, four bits a cell: its number when
// digits are ordered by the row that they are kept from, then by the column, and then by themselves.
type filling uint64

var middleKinds = sync.OnceValue(func() *[256]middleKind {
	kinds := new([256]middleKind)
	for kind := range kinds {
		a, b, c, d := kind>>6, kind>>4&3, kind>>2&3, kind&3
		// Each row and each column has three in all.
		counts := [9]int{a, b, 3 - a - b, c, d, 3 - c - d, 3 - a - c, 3 - b - d, a + b + c + d - 3}
		if min(counts[2], counts[5], counts[6], counts[7], counts[8]) < 0 {
			continue
		}
		k := &kinds[kind]
		var kept []int // the cell in whose row and column each digit must not stand
		for cell, n := range counts {
			k.first |= uint64(len(kept)) << (4 * cell)
			for range n {
				kept = append(kept, cell)
			}
		}
		k.addFillings(kept, 0, 0, 0)
	}
	return kinds
})

// addFillings adds all ways to fill the cells from one on with digits that are not used.
func (k *middleKind) addFillings(kept []int, cell int, used uint, f filling) {
	if cell == 9 {
		k.fillings = append(k.fillings, f)
		return
	}
	for i, at := range kept {
		if used>>i&1 == 0 && at/3 != cell/3 && at%3 != cell%3 {
			k.addFillings(kept, cell+1, used|1<<i, f|filling(i)<<(4*cell))
		}
	}
}

// kindOf returns the number of the kind of middle boxes whose rows and columns must not hold
// the given digits: how many are kept from each of the first two rows and columns. As three
// are kept from each row and each column, this says the rest.
func kindOf(rows, columns *[3]uint16) int {
	return bits.OnesCount16(rows[0]&columns[0])<<6 | bits.OnesCount16(rows[0]&columns[1])<<4 |
		bits.OnesCount16(rows[1]&columns[0])<<2 | bits.OnesCount16(rows[1]&columns[1])
}
