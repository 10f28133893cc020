package generate

import (
	"math/bits"
	"sync"
)

// sideBox is a box that fits next to or below the first box, whose rows are 012, 345 and 678. A box
// below the first box is stored transposed. The first row of a sideBox is sorted.
type sideBox struct {
	columns  [3]uint16 // the digits in each column, as bits
	columnOf uint64    // the column of each digit, four bits per digit
	cells    [3][3]uint8
}

// sideTable holds all side boxes of a band or stack. Each of 56 patterns specifies the set of
// digits in each row. A pattern has 36 boxes, because each of the lower two rows has six orders.
type sideTable struct {
	boxes [sidePatterns * rowOrders]sideBox
	other [sidePatterns]uint8 // maps the pattern of a band's second box to that of its third box
}

const (
	sidePatterns = 56
	rowOrders    = 6 * 6
)

// Rows and columns of the first box, as sets of digits.
var (
	firstRows    = [3]uint16{0o007, 0o070, 0o700}
	firstColumns = [3]uint16{0o111, 0o222, 0o444}
)

// sideTables returns the tables of the top band and the left stack, in that order.
var sideTables = sync.OnceValue(func() *[2]sideTable {
	t := new([2]sideTable)
	t[0].fill(&firstRows)
	t[1].fill(&firstColumns)
	return t
})

// fill fills t with the boxes that fit next to a first box whose rows hold the given digits.
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

// isSidePattern reports whether each row of a box has three digits, and shares no digit with the
// same row of the first box.
func isSidePattern(rows, first *[3]uint16) bool {
	for r, row := range rows {
		if bits.OnesCount16(row) != 3 || row&first[r] != 0 {
			return false
		}
	}
	return true
}

// set sets b to the box whose rows hold the given digits in the given orders.
func (b *sideBox) set(rows *[3]uint16, orders [3]uint8) {
	for r, row := range rows {
		for _, c := range permutations[orders[r]] {
			d := digitOf(row)
			row &= row - 1
			b.cells[r][c] = d
			b.columns[c] |= 1 << d
			b.columnOf |= uint64(c) << (4 * d)
		}
	}
}

// draw draws the two boxes that complete a band or stack.
func (t *sideTable) draw(random *stream) [2]*sideBox {
	n := random.below(sidePatterns * rowOrders * rowOrders)
	other := uint64(t.other[n/(rowOrders*rowOrders)])
	return [2]*sideBox{&t.boxes[n/rowOrders], &t.boxes[rowOrders*other+n%rowOrders]}
}

// The box to the left excludes each digit from one row of the middle box. The box above excludes
// each digit from one column. Apart from digit names, the ways to fill the middle box depend only
// on nine numbers: for each cell, the number of digits excluded from both its row and its column.

// maxFillings is the largest number of ways to fill a middle box.
const maxFillings = 448

// middleKind holds all ways to fill one kind of middle box.
type middleKind struct {
	fillings []filling
	// first has four bits for each cell: the index at which the cell's group starts in the list of
	// digits (see filling). The group holds the digits excluded from both the cell's row and column.
	first uint64
}

// A filling has four bits for each cell of a middle box: the index of the cell's digit in a list of
// all digits. Each digit is excluded from one row and one column of the box. The list is sorted by
// that row, then by that column, and then by digit.
type filling uint64

var middleKinds = sync.OnceValue(func() *[256]middleKind {
	kinds := new([256]middleKind)
	for kind := range kinds {
		a, b, c, d := kind>>6, kind>>4&3, kind>>2&3, kind&3
		// Three digits are excluded from each row and from each column. The counts of a row or
		// column therefore add up to 3, and four counts determine the others.
		counts := [9]int{a, b, 3 - a - b, c, d, 3 - c - d, 3 - a - c, 3 - b - d, a + b + c + d - 3}
		if min(counts[2], counts[5], counts[6], counts[7], counts[8]) < 0 {
			continue
		}
		k := &kinds[kind]
		var crossings []int // digit i (see filling) is excluded from the row and column of cell crossings[i]
		for cell, n := range counts {
			k.first |= uint64(len(crossings)) << (4 * cell)
			for range n {
				crossings = append(crossings, cell)
			}
		}
		k.addFillings(crossings, 0, 0, 0)
	}
	return kinds
})

// addFillings adds to k all ways to put unused digits in the given cell and the cells after it.
func (k *middleKind) addFillings(crossings []int, cell int, used uint, f filling) {
	if cell == 9 {
		k.fillings = append(k.fillings, f)
		return
	}
	for i, at := range crossings {
		if used>>i&1 == 0 && at/3 != cell/3 && at%3 != cell%3 {
			k.addFillings(crossings, cell+1, used|1<<i, f|filling(i)<<(4*cell))
		}
	}
}

// kindOf returns the kind of a middle box as a code. rows and columns hold the digits that are
// excluded from each row and column of the box. The code combines four numbers: how many digits
// each of rows[0] and rows[1] shares with each of columns[0] and columns[1].
func kindOf(rows, columns *[3]uint16) int {
	return bits.OnesCount16(rows[0]&columns[0])<<6 | bits.OnesCount16(rows[0]&columns[1])<<4 |
		bits.OnesCount16(rows[1]&columns[0])<<2 | bits.OnesCount16(rows[1]&columns[1])
}
