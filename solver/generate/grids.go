package generate

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// Grids come in blocks, each from a stream of its own.
const blockGrids = 1024

// sampler draws solution grids, each of all 6,670,903,752,021,072,936,960 equally likely.
//
// A grid has one top band and one left stack. These are drawn uniformly from all pairs that
// share a first box, and then everything that completes them is walked: the fillings of the
// middle box (403 on average), and for each of them the completions of the grid (6.7). Each
// completion is taken with the same probability, independently of the others, so no grid
// is preferred for having few others with its band and stack. About 21 grids come of a
// pair; each is transformed at random, which keeps all equally likely, since neighbours would
// look alike otherwise. They still are not independent: two of their six bands and stacks are
// of the same classes. Grids of a pair each would be, at a third of the speed.
type sampler struct {
	random stream
	coins  uint64 // random bits
	left   int    // of them, not used yet
	out    []solver.Grid

	grid [solver.Cells]uint8 // digits from 0
	// What rows 3 to 5 and columns 3 to 5 may still hold in the middle box.
	rows, columns [3]uint16
}

// Of the fillings of the middle box one in 16 is taken, and of the completions of each of
// these one in 8.
const (
	middleBits     = 4
	completionBits = 3
)

const allDigits = 0x1ff

// drawBlock fills grids with a block, or with its first grids.
func (s *sampler) drawBlock(grids []solver.Grid, seed, block uint64) {
	*s = sampler{random: newStream(seed, forBlock, block, 0), out: grids[:0:len(grids)]}
	for !s.done() {
		s.drawBandAndStack()
		s.fillMiddle(0, 0)
	}
}

func (s *sampler) done() bool { return len(s.out) == cap(s.out) }

// drawBandAndStack draws the top band and the left stack.
func (s *sampler) drawBandAndStack() {
	var first [9]uint8
	s.random.shuffle(first[:])
	for i, d := range first {
		s.grid[i/3*9+i%3] = d
	}
	s.completeChute(9, 1)
	s.completeChute(1, 9)
	for i := range 3 {
		s.rows[i] = allDigits &^ s.three(27+9*i, 1)
		s.columns[i] = allDigits &^ s.three(3+i, 9)
	}
}

// three returns the set of the digits in three cells that lie a step apart.
func (s *sampler) three(cell, step int) uint16 {
	return 1<<s.grid[cell] | 1<<s.grid[cell+step] | 1<<s.grid[cell+2*step]
}

// completeChute draws the second and the third box of a band whose first box is there, or
// of a stack. Its lines are a step of cells apart, and so are the cells of a line.
func (s *sampler) completeChute(line, cell int) {
	var first, second, third [3][3]uint8
	for l := range first {
		for i := range 3 {
			first[l][i] = s.grid[l*line+i*cell]
		}
		s.permute(&first[l])
	}
	// The second box's first line takes k digits from the second line of the first box and
	// the others from its third line. Then the number from each line to each other is
	// settled, and there are 1, 27, 27 and 1 ways for k from 0 to 3.
	k := int(s.random.below(56)+26) / 27
	a, b, c := &first[0], &first[1], &first[2]
	for i := range 3 {
		if i < k {
			second[0][i], second[1][i], second[2][i] = b[i], c[i], a[i]
			third[0][i], third[1][i], third[2][i] = c[i], a[i], b[i]
		} else {
			second[0][i], second[1][i], second[2][i] = c[i], a[i], b[i]
			third[0][i], third[1][i], third[2][i] = b[i], c[i], a[i]
		}
	}
	for l := range 3 {
		s.permute(&second[l])
		s.permute(&third[l])
		for i := range 3 {
			s.grid[l*line+(3+i)*cell] = second[l][i]
			s.grid[l*line+(6+i)*cell] = third[l][i]
		}
	}
}

// permute puts three digits into a random order.
func (s *sampler) permute(p *[3]uint8) {
	o := &permutations[s.random.below(6)]
	*p = [3]uint8{p[o[0]], p[o[1]], p[o[2]]}
}

var permutations = [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// toss reports true once in 2^n times.
func (s *sampler) toss(n int) bool {
	if s.left < n {
		s.coins, s.left = s.random.next(), 64
	}
	coins := s.coins & (1<<n - 1)
	s.coins >>= n
	s.left -= n
	return coins == 0
}

// fillMiddle walks the fillings of the middle box from its cell i on, of which earlier
// cells hold the digits used.
func (s *sampler) fillMiddle(i int, used uint16) {
	free := s.rows[i/3] & s.columns[i%3] &^ used
	// What the third row may not hold must be in the cells before it.
	early := allDigits &^ (used | s.rows[2])
	switch n := bits.OnesCount16(early) + i; {
	case n > 6:
		return
	case i == 6:
		s.fillMiddleRow(allDigits &^ used)
		return
	case n == 6:
		free &= early
	}
	for ; free != 0; free &= free - 1 {
		s.grid[30+i/3*9+i%3] = digitOf(free)
		s.fillMiddle(i+1, used|free&-free)
	}
}

// fillMiddleRow takes its share of the fillings of the middle box whose last row is still
// missing. Like the boxes beside it, that has two orders or none.
func (s *sampler) fillMiddleRow(digits uint16) {
	taken := [2]bool{s.toss(middleBits), s.toss(middleBits)}
	if !taken[0] && !taken[1] {
		return
	}
	var orders [2][3]uint8
	if !ordersOf(&orders, digits, &s.columns) {
		return
	}
	for o, take := range taken {
		if take && !s.done() {
			copy(s.grid[48:51], orders[o][:])
			s.complete()
		}
	}
}

// complete walks the completions of a grid in which the box right of the middle one, the
// box below it and the last one are missing.
func (s *sampler) complete() {
	var right, below sides
	if !right.find(s, 33, 9, 1, &s.rows) || !below.find(s, 57, 1, 9, &s.columns) {
		return
	}
	for r := range right.rest {
		for b := range below.rest {
			if fits(&below.rest[b], &right.rest[r]) && s.toss(completionBits) {
				right.put(s, r, 33, 9, 1)
				below.put(s, b, 57, 1, 9)
				s.putLast(&below.rest[b], &right.rest[r])
				if s.take(); s.done() {
					return
				}
			}
		}
	}
}

// sides are the fillings of a box beside the middle one. Each digit has its line there, and
// is kept from one place in it by the box on the other side. So the three digits of a line
// have two orders or none, and there are eight fillings or none.
type sides struct {
	orders [3][2][3]uint8 // of each line
	// What each filling leaves of the three lines across for the last box. Bit l of its
	// index says which order line l has.
	rest [8][3]uint16
}

// find finds the fillings of a box given by its first cell, the step between its lines and
// that between their cells, and reports whether there are any. The digits free in its
// lines are those that the first box of the chute leaves.
func (f *sides) find(s *sampler, first, line, cell int, free *[3]uint16) bool {
	var across [3]uint16
	for i := range across {
		across[i] = allDigits &^ s.three(first-3*line+i*cell, line)
	}
	for l := range f.orders {
		digits := free[l] &^ s.three(first-3*cell+l*line, cell)
		if !ordersOf(&f.orders[l], digits, &across) {
			return false
		}
	}
	for m := range f.rest {
		for i := range 3 {
			f.rest[m][i] = across[i] &^ (1<<f.orders[0][m&1][i] | 1<<f.orders[1][m>>1&1][i] | 1<<f.orders[2][m>>2][i])
		}
	}
	return true
}

// ordersOf finds the two orders of three digits that put each where it may stand.
func ordersOf(orders *[2][3]uint8, digits uint16, may *[3]uint16) bool {
	n := 0
	for first := digits & may[0]; first != 0; first &= first - 1 {
		a := first & -first
		for second := digits & may[1] &^ a; second != 0; second &= second - 1 {
			b := second & -second
			if c := digits &^ (a | b); c&may[2] != 0 {
				orders[n] = [3]uint8{digitOf(a), digitOf(b), digitOf(c)}
				n++
			}
		}
	}
	return n == 2
}

func digitOf(bit uint16) uint8 { return uint8(bits.TrailingZeros16(bit)) }

// put stores a filling of the box that find was given.
func (f *sides) put(s *sampler, filling, first, line, cell int) {
	for l := range 3 {
		order := &f.orders[l][filling>>l&1]
		for i, d := range order {
			s.grid[first+l*line+i*cell] = d
		}
	}
}

// fits reports whether the rows and columns of the last box have one digit in common
// each, which then is what their cell holds.
func fits(rows, columns *[3]uint16) bool {
	for _, r := range rows {
		for _, c := range columns {
			if both := r & c; both == 0 || both&(both-1) != 0 {
				return false
			}
		}
	}
	return true
}

// putLast fills the last box.
func (s *sampler) putLast(rows, columns *[3]uint16) {
	for i := range 9 {
		s.grid[60+i/3*9+i%3] = digitOf(rows[i/3] & columns[i%3])
	}
}

// take transforms the grid at random and adds it to the output.
func (s *sampler) take() {
	var digits [9]uint8
	s.random.shuffle(digits[:])
	for i := range digits {
		digits[i] += '1'
	}
	down, right := s.lines(), s.lines()
	for i := range down {
		down[i] *= 9
	}
	if s.toss(1) {
		down, right = right, down
	}
	s.out = s.out[:len(s.out)+1]
	g := &s.out[len(s.out)-1]
	for r, from := range down {
		for c, at := range right {
			g[r*9+c] = digits[s.grid[from+at]]
		}
	}
}

// lines returns a random order of nine lines that keeps those of a chute together.
func (s *sampler) lines() (order [9]uint8) {
	chutes := [3]uint8{0, 3, 6}
	s.permute(&chutes)
	for i, chute := range chutes {
		inside := [3]uint8{chute, chute + 1, chute + 2}
		s.permute(&inside)
		copy(order[3*i:], inside[:])
	}
	return order
}
