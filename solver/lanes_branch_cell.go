package solver

import (
	"math"
	"math/bits"
)

// peers holds the peers of a cell, grouped by the houses that the peers share with the cell.
type peers struct {
	line    [12]uint8 // in the cell's row or column, but not in its box
	box     [4]uint8  // in the cell's box, but not in its row or column
	minirow [2]uint8  // in both the cell's row and its box
	minicol [2]uint8  // in both the cell's column and its box
}

// peersOf holds the peers of each cell.
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

// A peer adds to the score of a cell if the two cells have a common candidate and are not in the
// same minirow or minicolumn. Let n be the smallest number of candidates of any open cell. A peer
// in another box adds lineFew if it has n candidates, lineNext if it has n+1, and otherwise
// lineOther. A peer in the same box adds boxFew if it has n candidates, and otherwise boxOther.
//
// If each candidate of a cell also occurs elsewhere in the cell's minirow, the score of the cell is
// reduced by mixed. The same applies to the minicolumn. EXPERIMENTS.md lists alternatives.
const (
	lineFew, lineNext, lineOther = 18, 8, 4
	boxFew, boxOther             = 26, 15
	mixed                        = 25
)

// branchCell returns the cell in which the stuck state s branches: of the open cells with the
// fewest candidates, the first one with the highest score. The guess is the cell's lowest
// candidate.
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

func score(s *state, weights *[weighed]uint16, cell int) (score int) {
	mask, p := s[cell], &peersOf[cell]
	for _, peer := range p.line {
		sharing := -int32(s[peer]&mask) >> 31
		score += int(int32(weights[peer]) & sharing)
	}
	for _, peer := range p.box {
		sharing := -int32(s[peer]&mask) >> 31
		isFew := int32(weights[peer]) / lineFew // 1 if weights[peer] is lineFew, else 0
		score += int((boxOther + (boxFew-boxOther)*isFew) & sharing)
	}
	for _, mates := range [...]*[2]uint8{&p.minirow, &p.minicol} {
		if mask&^(s[mates[0]]|s[mates[1]]) == 0 {
			score -= mixed
		}
	}
	return score
}

// firstOpen returns the first of the open cells with the fewest candidates.
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

// weigh returns the cells with the fewest candidates, ignoring cells with only one candidate. Bit
// c%64 of word c/64 represents cell c. weigh also sets weights[c] to the amount that cell c adds to
// the scores of its peers in other boxes.
func weigh(s *state, weights *[weighed]uint16) (cells [2]uint64) {
	for count := 2; cells[0]|cells[1] == 0; count++ {
		for at := 0; at < weighed; at += 4 {
			few, next := countFour(s, at, count)
			few, next = few>>15, next>>15
			w := (*[4]uint16)(weights[at:])
			four := lineOther*lowBits + (lineFew-lineOther)*few + (lineNext-lineOther)*next
			w[0], w[1], w[2], w[3] = uint16(four), uint16(four>>16), uint16(four>>32), uint16(four>>48)
			const gather = 1 | 1<<15 | 1<<30 | 1<<45 // moves bits 0, 16, 32, 48 to bits 45, 46, 47, 48
			cells[at>>6&1] |= few * gather >> 45 & 15 << (at & 63)
		}
	}
	return cells
}

// countFour sets the top bit of lane i in exact if cell s[at+i] has k candidates, and in oneMore if
// it has k+1 candidates. Both results have four lanes. k must be positive.
func countFour(s *state, at, k int) (exact, oneMore uint64) {
	c := (*[4]uint16)(s[at:])
	left := uint64(c[0]) | uint64(c[1])<<16 | uint64(c[2])<<32 | uint64(c[3])<<48
	for range k - 1 {
		left &= left + bias // remove the lowest candidate of each cell
	}
	more := left & (left + bias)
	most := more & (more + bias)
	n := nonzeroLanes(more)
	return nonzeroLanes(left) &^ n, n &^ nonzeroLanes(most)
}
