package canon

import "math/bits"

// A shape is what distinguishes a band from others whatever its digits and the columns of its
// last two boxes are called.
type shape struct {
	// pattern says which digits stand in which row of the second box.
	pattern uint8
	// orders are those that sort the columns of the last two boxes by their first digits.
	orders [3]uint8 // the first is that of the first box, which stays
	// ranks are what becomes of the lower two rows of these boxes then: six times the order of the
	// second row, and that of the third.
	ranks [2]uint8
}

// index returns the number of the normal band.
func (s *shape) index() int {
	return (int(s.pattern)*36+int(s.ranks[0]))*36 + int(s.ranks[1])
}

// set sets the shape to that of a band, and reports whether each row and box of it holds all
// nine digits: of anything else the shape says nothing.
func (s *shape) set(b *band) (good bool) {
	// Each digit is a bit, in the order in which they stand in the first box.
	var bit [16]uint32
	for r := range b {
		bit[b[r][0]&15], bit[b[r][1]&15], bit[b[r][2]&15] = 1<<(3*r), 2<<(3*r), 4<<(3*r)
	}
	top, middle, bottom := &b[0], &b[1], &b[2]
	x0, x1 := threeOf(&bit, top[3], top[4], top[5]), threeOf(&bit, top[6], top[7], top[8])
	y0, y1 := threeOf(&bit, middle[3], middle[4], middle[5]), threeOf(&bit, middle[6], middle[7], middle[8])
	z0, z1 := threeOf(&bit, bottom[3], bottom[4], bottom[5]), threeOf(&bit, bottom[6], bottom[7], bottom[8])
	s.setBox(0, x0, y0, z0)
	s.setBox(1, x1, y1, z1)
	// The first row of the second box has digits of the lower rows alone, and its second row of the
	// other two.
	s.pattern = patterns[x0.sum()>>3&63][(y0.sum()&7|y0.sum()>>3)&63]
	// Nine bits come to 511 only if all are different.
	wrong := ((x0 + x1).sum() ^ 0x1f8) | ((y0 + y1).sum() ^ 0x1c7) | ((z0 + z1).sum() ^ 0x03f) |
		((x0 + y0 + z0).sum() ^ 0x1ff) | ((x1 + y1 + z1).sum() ^ 0x1ff)
	return wrong == 0
}

// setBox sets what a box after the first has.
func (s *shape) setBox(k int, top, middle, bottom three) {
	order := sortingOrder[top&7] & 7
	s.orders[k+1] = order
	s.ranks[k] = 6*rankAfter[order][middle&7] + rankAfter[order][bottom&7]
}

// three is the relation of three digits of a row in a box, and above it their sum as bits.
type three uint32

func threeOf(bit *[16]uint32, a, b, c uint8) three {
	x, y, z := bit[a&15], bit[b&15], bit[c&15]
	return three(relation(x, y, z) | (x+y+z)<<8)
}

func (t three) sum() uint32 { return uint32(t >> 8) }

// relation says how three different small numbers compare: bit 0 is set if the first is
// greater than the second, bit 1 for second and third, and bit 2 for first and third.
func relation(a, b, c uint32) uint32 {
	return (b-a)>>31 | (c-b)>>31<<1 | (c-a)>>31<<2
}

// sortingOrder is the number of the order that sorts three numbers with each relation, and
// rankAfter what becomes of three others in that order: the number of the order that would
// sort them then.
var (
	sortingOrder [8]uint8
	rankAfter    [8][8]uint8
)

// patterns numbers the ways to fill the second box of a band: the digits of its first row, of
// those in the lower rows of the first box, and the digits of its second row, of those
// in the other rows.
var patterns [64][64]uint8

func init() {
	for order, sorted := range permutations[:6] {
		var place [3]uint32 // of each number in the order: what the order sorts
		for i, from := range sorted {
			place[from] = uint32(i)
		}
		sortingOrder[relation(place[0], place[1], place[2])] = uint8(order)
	}
	for order, places := range permutations[:6] {
		for _, n := range permutations[:6] {
			sorted := relation(uint32(n[places[0]]), uint32(n[places[1]]), uint32(n[places[2]]))
			rankAfter[order][relation(uint32(n[0]), uint32(n[1]), uint32(n[2]))] = sortingOrder[sorted]
		}
	}
	n := uint8(0)
	for first := range patterns {
		for second := range patterns[first] {
			// Sets of nine digits, by the rows of the first box.
			a, b := uint16(first)<<3, uint16(second)&7|uint16(second)<<3&0x1c0
			rest := 0x1ff &^ (a | b)
			if bits.OnesCount16(a) == 3 && bits.OnesCount16(b) == 3 && a&b == 0 && rest&0x1c0 == 0 {
				patterns[first][second] = n
				n++
			}
		}
	}
}
