package canon

import (
	"math/bits"
	"testing"
)

// columnSets holds the sets of digits in the columns of a box.
type columnSets [3]uint16

// completer counts the solutions that start with a given band. The count depends only on the set of
// digits in each column of the band. completer tries all ways to divide the remaining digits of
// each column between the other two bands. For each way, it counts the assignments of digits to
// rows.
type completer struct {
	all []columnSets // all ways to divide the digits among three columns
	// number[a][b] identifies the three column sets of a box, regardless of their order. a is the
	// set with the lowest digit. b is the set with the lowest digit that is not in a.
	number [512][512]int16
	// ways[a][b] counts the bands whose first box has the column sets 012, 345 and 678, whose
	// second box has the column sets with number a, and whose third box has the column sets with
	// number b.
	ways [280][280]uint64
}

func newCompleter() *completer {
	c := new(completer)
	var numbered []columnSets
	for a := range uint16(512) {
		for b := range uint16(512) {
			if a&b != 0 || bits.OnesCount16(a) != 3 || bits.OnesCount16(b) != 3 {
				continue
			}
			rest := 511 &^ a
			c.all = append(c.all, columnSets{a, b, rest &^ b})
			if a&1 != 0 && b&rest&-rest != 0 {
				c.number[a][b] = int16(len(numbered))
				numbered = append(numbered, columnSets{a, b, rest &^ b})
			}
		}
	}
	var first, second [216]columnSets
	rowSets(first[:], columnSets{0o007, 0o070, 0o700})
	for i, s := range numbered {
		rowSets(second[:], s)
		for _, x := range first {
			for _, y := range second {
				if x[0]&y[0]|x[1]&y[1]|x[2]&y[2] == 0 {
					c.addThirdBoxes(&c.ways[i], columnSets{511 &^ (x[0] | y[0]), 511 &^ (x[1] | y[1]), 511 &^ (x[2] | y[2])})
				}
			}
		}
	}
	return c
}

// addThirdBoxes increments the counters of all column sets that a third box with the given rows can
// have. Each column has one digit from each row. By symmetry, rowSets can find columns for given
// rows, just as it finds rows for given columns.
func (c *completer) addThirdBoxes(counters *[280]uint64, rows columnSets) {
	var all [36]columnSets // the other 180 ways have the same columns in other orders
	rowSets(all[:], rows)
	for _, columns := range all {
		counters[c.numberOf(columns, nil)]++
	}
}

// rowSets stores in ways how digits can be divided into three rows, each with one digit from each
// column. There are 216 ways to do this. In the first 36, the digits of the first column are in
// ascending order.
func rowSets(ways []columnSets, columns columnSets) {
	var digits [3][3]uint16
	for c, set := range columns {
		for i := range digits[c] {
			digits[c][i] = set & -set
			set &= set - 1
		}
	}
	for i := range ways {
		a, b, d := &permutations[i/36], &permutations[i/6%6], &permutations[i%6]
		for r := range 3 {
			ways[i][r] = digits[0][a[r]] | digits[1][b[r]] | digits[2][d[r]]
		}
	}
}

// numberOf returns the element of c.number that identifies s. If names is not nil, numberOf first
// renames the digits of s.
func (c *completer) numberOf(s columnSets, names *[9]uint8) int16 {
	if names != nil {
		for i, set := range s {
			s[i] = 0
			for ; set != 0; set &= set - 1 {
				s[i] |= 1 << names[bits.TrailingZeros16(set)]
			}
		}
	}
	lowest, second := uint16(0), uint16(0)
	for _, set := range s {
		if set&1 != 0 {
			lowest = set
		}
	}
	rest := 511 &^ lowest
	for _, set := range s {
		if set&rest&-rest != 0 {
			second = set
		}
	}
	return c.number[lowest][second]
}

// completions returns the number of ways to fill the middle and bottom bands of a grid. top holds
// the column sets of the three boxes of the top band.
func (c *completer) completions(top [3]columnSets) (n uint64) {
	var middle, bottom [3][]columnSets
	for i, t := range top {
		middle[i] = c.columnsBelow(t)
		for _, m := range middle[i] {
			bottom[i] = append(bottom[i], columnSets{511 &^ (t[0] | m[0]), 511 &^ (t[1] | m[1]), 511 &^ (t[2] | m[2])})
		}
	}
	for i := range middle[0] {
		// Rename the digits of each band so that its first box has the columns 012, 345 and 678.
		ofMiddle, ofBottom := namesBy(middle[0][i]), namesBy(bottom[0][i])
		var numbers [2][2][]int16
		for k := range 2 {
			for at := range middle[1+k] {
				numbers[k][0] = append(numbers[k][0], c.numberOf(middle[1+k][at], &ofMiddle))
				numbers[k][1] = append(numbers[k][1], c.numberOf(bottom[1+k][at], &ofBottom))
			}
		}
		for x := range numbers[0][0] {
			inMiddle, inBottom := &c.ways[numbers[0][0][x]], &c.ways[numbers[0][1][x]]
			for y := range numbers[1][0] {
				n += inMiddle[numbers[1][0][y]] * inBottom[numbers[1][1][y]]
			}
		}
	}
	return n
}

// columnsBelow returns the 56 possible columnSets of a box, given those of the box above it.
func (c *completer) columnsBelow(above columnSets) (below []columnSets) {
	for _, s := range c.all {
		if s[0]&above[0]|s[1]&above[1]|s[2]&above[2] == 0 {
			below = append(below, s)
		}
	}
	return below
}

// namesBy returns a new name for each digit, so that the three sets become 012, 345 and 678.
func namesBy(s columnSets) (names [9]uint8) {
	next := uint8(0)
	for _, set := range s {
		for ; set != 0; set &= set - 1 {
			names[bits.TrailingZeros16(set)] = next
			next++
		}
	}
	return names
}

// bandShares returns the probability of each class of bands in a random solution. It counts the
// bands of each class, and the solutions that start with each band. There must be
// 6,670,903,752,021,072,936,960 solutions in total.
func bandShares(t *testing.T) (shares [classes]float64) {
	t.Helper()
	c := newCompleter()
	var completions, size [classes]uint64
	eachNormalBand(func(b *[3][9]uint8) {
		class := bands().bands[indexOf(b)].class()
		size[class]++
		if size[class] > 1 {
			return
		}
		var sets [3]columnSets
		for i := range 27 {
			sets[i%9/3][i%3] |= 1 << (b[i/9][i%9] - 1)
		}
		completions[class] = c.completions(sets)
	})
	sum := uint64(0)
	different := map[uint64]bool{}
	for class, n := range completions {
		sum += size[class] * n
		different[n] = true
	}
	// A normal band represents 362,880 * 36 bands. There are 362,880 ways to rename the digits, and
	// 36 orders of the columns within boxes 2 and 3.
	if want := uint64(6_670_903_752_021_072_936_960 / (362_880 * 36)); sum != want || len(different) != 44 {
		t.Fatalf("normal bands have %d completions, with %d different numbers; want %d with 44", sum, len(different), want)
	}
	for class, n := range completions {
		shares[class] = float64(size[class]*n) / float64(sum)
	}
	return shares
}
