package canon

import "math/bits"

// A shape specifies how to turn a band into a normal band (see bands.go). Renaming digits or
// reordering the columns of the last two boxes does not change the normal band.
type shape struct {
	index int // the number of the normal band
	// orders[k] sorts the columns of box k by their first digits. orders[0] is always 0, because
	// digits are named in the order in which they occur in the first box.
	orders [3]uint8
}

// set sets s to the shape of b, and reports whether each row and box of b holds all nine digits. If
// it returns false, the shape is undefined.
func (s *shape) set(b *band) (good bool) {
	p := noPlaces
	p[b[0]&15], p[b[1]&15], p[b[2]&15] = 0, 1, 2
	p[b[9]&15], p[b[10]&15], p[b[11]&15] = 3, 4, 5
	p[b[18]&15], p[b[19]&15], p[b[20]&15] = 6, 7, 8
	x0, x1 := p.triplet(b[3], b[4], b[5]), p.triplet(b[6], b[7], b[8])
	y0, y1 := p.triplet(b[12], b[13], b[14]), p.triplet(b[15], b[16], b[17])
	z0, z1 := p.triplet(b[21], b[22], b[23]), p.triplet(b[24], b[25], b[26])
	s.orders[1], s.orders[2] = uint8(x0&7), uint8(x1&7)
	// In a valid band, x0 has no positions in the first row, so the first index omits this row. y0
	// has no positions in the second row, so the second index omits that row.
	pattern := patterns[x0>>(placesBit+3)&63][(y0>>placesBit&7|y0>>(placesBit+3))&63]
	s.index = (int(pattern)*36+int(rankOf(x0, y0, z0)))*36 + int(rankOf(x1, y1, z1))
	// A sum has the expected bits only if its triplets contain each expected position once. If all
	// sums have the expected bits, all rows and boxes are valid.
	wrong := ((x0 + x1) ^ notFirst) | ((y0 + y1) ^ notSecond) | ((z0 + z1) ^ notThird) |
		((x0 + y0 + z0) ^ allPlaces)
	return wrong>>placesBit == 0
}

// Sets of positions in the first box, as bits of a triplet.
const (
	allPlaces = 0o777 << placesBit // all positions
	notFirst  = 0o770 << placesBit // positions in the second and third rows
	notSecond = 0o707 << placesBit // positions in the first and third rows
	notThird  = 0o077 << placesBit // positions in the first and second rows
)

// boxPlaces maps each digit to its position in the first box of a band. The positions are numbered
// row by row, from 0 to 8.
type boxPlaces [16]uint8

// noPlaces maps all digits to 9, which is not a position.
var noPlaces = boxPlaces{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}

// A triplet describes the three digits of one row of a box by their positions in the first box. The
// low bits hold the order of the positions (see orderOf). The higher bits hold the set of
// positions, which starts at bit placesBit.
type triplet uint32

const placesBit = 16

func (p *boxPlaces) triplet(a, b, c uint8) triplet {
	return triplets[(int(p[a&15])+10*(int(p[b&15])+10*int(p[c&15])))&1023]
}

// rankOf returns 6*i + j, where i and j are the orders of the second and third rows of a box. The
// columns of the box are first sorted by the first row.
func rankOf(top, middle, bottom triplet) uint8 {
	return ranks[(top<<6+middle<<3+bottom)&511] // the mask removes the sets of positions
}

var (
	triplets [1024]triplet
	ranks    [512]uint8
)

// orderOf returns i such that permutations[i] sorts numbers. The three numbers must differ.
func orderOf(numbers [3]uint8) uint8 {
	for i, o := range permutations[:6] {
		if numbers[o[0]] < numbers[o[1]] && numbers[o[1]] < numbers[o[2]] {
			return uint8(i)
		}
	}
	return 0
}

// patterns gives a number to each division of the digits among the rows of a band's second box. The
// first index is the set of digits in this box's top row. Only the six digits in the lower two rows
// of the first box can be in this set, so it has six bits. The second index is the set of digits in
// this box's middle row. These digits are from the top and bottom rows of the first box.
var patterns [64][64]uint8

func init() {
	for i := range triplets {
		places := [3]uint8{uint8(i % 10), uint8(i / 10 % 10), uint8(i / 100)}
		triplets[i] = triplet(orderOf(places))
		for _, place := range places {
			triplets[i] += 1 << placesBit << place &^ (1 << placesBit << 9)
		}
	}
	for top, undo := range inverse {
		for middle := range 6 {
			for bottom := range 6 {
				ranks[top<<6|middle<<3|bottom] = 6*afterOrder[undo][middle] + afterOrder[undo][bottom]
			}
		}
	}
	n := uint8(0)
	for first := range patterns {
		for second := range patterns[first] {
			// a and b are the top two rows of the second box, as sets of positions in the first box.
			a, b := uint16(first)<<3, uint16(second)&7|uint16(second)<<3&0x1c0
			rest := 0x1ff &^ (a | b)
			if bits.OnesCount16(a) == 3 && bits.OnesCount16(b) == 3 && a&b == 0 && rest&0x1c0 == 0 {
				patterns[first][second] = n
				n++
			}
		}
	}
}
