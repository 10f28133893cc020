package solver

import (
	"math"
	"math/bits"
)

// cellSet is a set of cells: cell c is bit c%64 of word c/64.
type cellSet [2]uint64

// peers are the 20 other cells in a cell's houses, grouped by the houses that they share with
// it.
type peers struct {
	line    [12]uint8 // row or column, but not box
	box     [4]uint8  // box, but neither row nor column
	minirow [2]uint8  // row and box
	minicol [2]uint8  // column and box
}

// peersOf has the peers of each cell.
var peersOf = func() (table [Cells]peers) {
	for a := range table {
		p := &table[a]
		line, box, minirow, minicol := p.line[:0], p.box[:0], p.minirow[:0], p.minicol[:0]
		for b := range Cells {
			sameRow, sameColumn := a/9 == b/9, a%9 == b%9
			sameBox := a/27 == b/27 && a%9/3 == b%9/3
			switch {
			case a == b:
			case sameRow && sameBox:
				minirow = append(minirow, uint8(b))
			case sameColumn && sameBox:
				minicol = append(minicol, uint8(b))
			case sameBox:
				box = append(box, uint8(b))
			case sameRow || sameColumn:
				line = append(line, uint8(b))
			}
		}
	}
	return table
}()

// These are added to a cell's score for each peer that shares a candidate with it, depending on
// whether the peer has the fewest candidates, one more, or another number. The last two are
// subtracted if another cell of its minirow has every candidate of the cell, and again for its
// minicolumn. EXPERIMENTS.md lists alternatives that were tried.
const (
	lineFew, lineNext, lineOther = 18, 8, 4
	boxFew, boxOther             = 26, 15
	mixed                        = 25
)

// branchCell returns the cell where a stuck state branches; it branches on the lowest candidate
// of that cell. Among the cells with the fewest candidates, it is the first one with the
// highest score.
func branchCell(s *state) (cell int) {
	var weights [weighed]uint16
	best := math.MinInt
	for word, left := range weigh(s, &weights) {
		for ; left != 0; left &= left - 1 {
			at := word*64 + bits.TrailingZeros64(left)
			if score := score(s, &weights, at); score > best {
				best, cell = score, at
			}
		}
	}
	return cell
}

// score returns the score of a cell.
func score(s *state, weights *[weighed]uint16, cell int) (score int) {
	mask, p := s[cell], &peersOf[cell]
	for _, peer := range p.line {
		sharing := -int32(s[peer]&mask) >> 31
		score += int(int32(weights[peer]) & sharing)
	}
	for _, peer := range p.box {
		sharing := -int32(s[peer]&mask) >> 31
		isFew := int32(weights[peer]) / lineFew
		score += int((boxOther + (boxFew-boxOther)*isFew) & sharing)
	}
	for _, mates := range [...]*[2]uint8{&p.minirow, &p.minicol} {
		if mask&^(s[mates[0]]|s[mates[1]]) == 0 {
			score -= mixed
		}
	}
	return score
}

// firstOpen returns the first of the cells with the fewest candidates.
func firstOpen(s *state) int {
	for count := 2; ; count++ {
		for at := 0; at < Cells; at += 4 {
			few, _ := countFour(s, at, count)
			if few != 0 {
				return at + bits.TrailingZeros64(few)/16
			}
		}
	}
}

// weighed is the number of cells with weights, rounded up to a multiple of four.
const weighed = 84

// weigh returns the cells that have the fewest candidates, ignoring cells with only one, and
// sets weights to what each cell adds to the scores of cells in its row and column.
func weigh(s *state, weights *[weighed]uint16) (cells cellSet) {
	for count := 2; cells == (cellSet{}); count++ {
		for at := 0; at < weighed; at += 4 {
			few, next := countFour(s, at, count)
			few, next = few>>15, next>>15
			w := (*[4]uint16)(weights[at:])
			four := lineOther*lowBits + (lineFew-lineOther)*few + (lineNext-lineOther)*next
			w[0], w[1], w[2], w[3] = uint16(four), uint16(four>>16), uint16(four>>32), uint16(four>>48)
			const gather = 1 | 1<<15 | 1<<30 | 1<<45
			cells[at>>6&1] |= few * gather >> 45 & 15 << (at & 63)
		}
	}
	return cells
}

// countFour takes four cells, and sets the top bits of those that have the given number of
// candidates, at least two, and of those that have one more.
func countFour(s *state, at, count int) (few, next uint64) {
	c := (*[4]uint16)(s[at:])
	left := uint64(c[0]) | uint64(c[1])<<16 | uint64(c[2])<<32 | uint64(c[3])<<48
	for range count - 1 {
		left &= left + bias // without the lowest candidate of each cell
	}
	more := left & (left + bias)
	most := more & (more + bias)
	n := nonzeroLanes(more)
	return nonzeroLanes(left) &^ n, n &^ nonzeroLanes(most)
}
