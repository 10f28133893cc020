package generate

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// sampler draws solution grids. All 6,670,903,752,021,072,936,960 grids are equally likely, and
// each draw is independent of all others.
//
// A try draws a top band and a left stack that share the first box. All such pairs are equally
// likely. The try then draws an index below maxFillings, and one of 64 ways to fill the rest. The
// index selects one of the middle boxes that fit the pair. The try fails if no box has this index,
// or if the rest does not fit. A try therefore yields every grid with the same probability. About 1
// try in 11 yields a grid.
//
// Some choices do not affect whether a try succeeds, so they are made after it has succeeded: the
// names of the digits, the orders of the columns in the second and third stacks, and the orders of
// the rows in the second and third bands. Until then, the first box holds the digits 0 to 8 in
// order, and these columns and rows are sorted by their first digits.
type sampler struct {
	random stream
	// The second and third boxes of the top band and the left stack. leftStack is transposed.
	topBand, leftStack [2]*sideBox
	// bottom is the box below the middle box, transposed.
	middle, right, bottom box
	last                  box
}

// box is a box of a grid, row by row, with each digit as a bit.
type box [3][3]uint16

const allDigits = 0x1ff

// sums stores the set of digits in each row and in each column of b.
//
// This function and the functions below read and write one cell at a time. Reading several cells at
// once would stall until previous writes of single cells finish.
func (b *box) sums(rows, columns *[3]uint16) {
	rows[0] = b[0][0] | b[0][1] | b[0][2]
	rows[1] = b[1][0] | b[1][1] | b[1][2]
	rows[2] = b[2][0] | b[2][1] | b[2][2]
	columns[0] = b[0][0] | b[1][0] | b[2][0]
	columns[1] = b[0][1] | b[1][1] | b[2][1]
	columns[2] = b[0][2] | b[1][2] | b[2][2]
}

// draw draws a grid that depends only on the given stream.
func (s *sampler) draw(grid *solver.Grid, from stream) {
	s.random = from
	for !s.try() {
	}
	s.store(grid)
}

// try draws the boxes, and reports whether they form a grid.
func (s *sampler) try() bool {
	t := sideTables()
	s.topBand, s.leftStack = t[0].draw(&s.random), t[1].draw(&s.random)
	word := s.random.next()
	if !s.drawMiddle(word) {
		return false
	}
	coins := word & 63 // still random, because drawMiddle uses the highest bits
	var rows, columns [3]uint16
	s.middle.sums(&rows, &columns)
	return s.right.drawSide(&s.leftStack[0].columns, &rows, &s.topBand[1].columns, coins) &&
		s.bottom.drawSide(&s.topBand[0].columns, &columns, &s.leftStack[1].columns, coins>>3) &&
		s.fillLast()
}

// drawMiddle draws the middle box. The highest bits of word select its index. drawMiddle returns
// false if no box has this index.
func (s *sampler) drawMiddle(word uint64) bool {
	above, left := s.topBand[0], s.leftStack[0]
	k := &middleKinds()[kindOf(&left.columns, &above.columns)]
	n, _ := bits.Mul64(word, maxFillings)
	if n >= uint64(len(k.fillings)) {
		return false
	}
	// digits lists the digits to which the indices in a filling refer. Each digit is a bit.
	var digits [16]uint16
	// pairs holds four bits for each digit: 3*row + column. The middle box cannot have the digit in
	// this row or in this column.
	pairs := 3*left.columnOf + above.columnOf
	next := k.first
	for d := range 9 {
		shift := 4 * (pairs & 15)
		pairs >>= 4
		digits[next>>(shift&63)&15] = 1 << d
		next += 1 << (shift & 63)
	}
	f := k.fillings[n]
	for r := range s.middle {
		s.middle[r][0], s.middle[r][1], s.middle[r][2] = digits[f&15], digits[f>>4&15], digits[f>>8&15]
		f >>= 12
	}
	return true
}

// drawSide draws the box to the right of the middle box, or the box below the middle box if all
// boxes are transposed. It returns false if no such box exists. A row of the box gets the three
// digits that are not in the same row of the other two boxes. Column c cannot contain the digits in
// columns[c]. A row has two possible orders, or none if a column excludes all of the row's digits.
func (b *box) drawSide(leftRows, middleRows, columns *[3]uint16, coins uint64) bool {
	for r := range b {
		row := allDigits &^ (leftRows[r] | middleRows[r])
		low := row & -row
		high := row & (row - 1)
		middle := high & -high
		high ^= middle
		o := &ordersAvoiding[columnWith(low, columns)+3*columnWith(middle, columns)+9*columnWith(high, columns)][coins>>r&1]
		if o[0] == o[1] {
			return false
		}
		var digits [4]uint16
		digits[0], digits[1], digits[2] = low, middle, high
		b[r][0], b[r][1], b[r][2] = digits[o[0]&3], digits[o[1]&3], digits[o[2]&3]
	}
	return true
}

// columnWith returns c such that columns[c] contains digit.
func columnWith(digit uint16, columns *[3]uint16) uint32 {
	return -uint32(digit&columns[1])>>31 | -uint32(digit&columns[2])>>31<<1
}

// ordersAvoiding holds the two orders of three digits in which no digit is in its excluded column.
// The index is a + 3*b + 9*c, where a, b and c are the excluded columns of the three digits. If
// there are no such orders, both elements are zero.
var ordersAvoiding = func() (orders [27][2][3]uint8) {
	for excluded := range orders {
		avoid := [3]int{excluded % 3, excluded / 3 % 3, excluded / 9}
		n := 0
		for _, o := range permutations {
			if avoid[o[0]] != 0 && avoid[o[1]] != 1 && avoid[o[2]] != 2 {
				orders[excluded][n] = o
				n++
			}
		}
	}
	return orders
}()

var permutations = [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// fillLast tries to fill the last box and reports whether it succeeded. Each cell must hold the
// digit that neither its row nor its column has yet.
func (s *sampler) fillLast() bool {
	var left, above, unused [3]uint16
	s.bottom.sums(&unused, &left)
	s.right.sums(&unused, &above)
	for r := range s.last {
		row := allDigits &^ (s.leftStack[1].columns[r] | left[r])
		for c := range s.last[r] {
			both := row &^ (s.topBand[1].columns[c] | above[c])
			if both == 0 {
				return false
			}
			s.last[r][c] = both
		}
	}
	return true
}

// store draws the names of the digits and the orders of the rows and columns, and stores the grid
// in g.
func (s *sampler) store(g *solver.Grid) {
	var names [9]uint8
	s.random.shuffle(names[:])
	for i := range names {
		names[i] += '1'
	}
	rows, columns := s.lines(), s.lines()
	for i := range rows {
		rows[i] *= 9
	}
	put := func(band, stack, row, column int, digit uint8) {
		g[rows[3*band+row]+columns[3*stack+column]] = names[digit]
	}
	for r := range 3 {
		for c := range 3 {
			put(0, 0, r, c, uint8(3*r+c))
			put(0, 1, r, c, s.topBand[0].cells[r][c])
			put(0, 2, r, c, s.topBand[1].cells[r][c])
			put(1, 0, r, c, s.leftStack[0].cells[c][r])
			put(1, 1, r, c, digitOf(s.middle[r][c]))
			put(1, 2, r, c, digitOf(s.right[r][c]))
			put(2, 0, r, c, s.leftStack[1].cells[c][r])
			put(2, 1, r, c, digitOf(s.bottom[c][r]))
			put(2, 2, r, c, digitOf(s.last[r][c]))
		}
	}
}

// lines returns the numbers 0 to 8, with 3 to 5 and 6 to 8 shuffled separately.
func (s *sampler) lines() [9]uint8 {
	a, b := &permutations[s.random.below(6)], &permutations[s.random.below(6)]
	return [9]uint8{0, 1, 2, 3 + a[0], 3 + a[1], 3 + a[2], 6 + b[0], 6 + b[1], 6 + b[2]}
}

func digitOf(bit uint16) uint8 { return uint8(bits.TrailingZeros16(bit)) }
