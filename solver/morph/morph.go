package morph

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

const (
	// Arrangements is how many ways there are to arrange the cells: to transpose or not,
	// and LineOrders for rows and as many for columns.
	Arrangements = 2 * LineOrders * LineOrders
	// LineOrders is how many orders of nine rows keep bands together.
	LineOrders = 6 * 6 * 6 * 6
	// Namings is how many ways there are to name nine digits.
	Namings = 362_880
)

// A Morph is one of the symmetries. The zero Morph is none of them: Draw or Set it.
type Morph struct {
	// The cell that comes to row r and column c is rows[r] + columns[c].
	rows, columns [9]uint8
	// names has what each character becomes, by its last four bits. Blanks, and the
	// zeros of a row that is no puzzle, become themselves.
	names [16]byte
}

// Draw sets the Morph to one that depends on three numbers alone: a seed, the row that it
// is for, and which of that row's it is. All are equally likely, but for one part in 2^42.
func (m *Morph) Draw(seed, row, index uint64) {
	const step = 0x9e3779b97f4a7c15 // odd, and its bits have no pattern
	x := mix(mix(mix(seed+step)+row) + index)
	// The high word of a product is below its factor, and nearly uniform.
	arrangement, _ := bits.Mul64(mix(x+step), Arrangements)
	naming, _ := bits.Mul64(mix(x+step+step), Namings)
	m.Set(int(arrangement), int(naming))
}

// mix spreads each bit over the whole word, without joining any two words in one: the
// finalizer of SplitMix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Set sets the Morph to the one with the given numbers, from 0 to Arrangements-1 and to
// Namings-1. Both zero change nothing.
func (m *Morph) Set(arrangement, naming int) {
	if transposed := arrangement - LineOrders*LineOrders; transposed >= 0 {
		m.rows, m.columns = lineOrders[transposed/LineOrders], lineStarts[transposed%LineOrders]
	} else {
		m.rows, m.columns = lineStarts[arrangement/LineOrders], lineOrders[arrangement%LineOrders]
	}
	m.names[solver.Blank&15] = solver.Blank
	// As a fraction of all namings, which yields one digit's place after the other as the
	// whole part of a product.
	fraction := uint64(naming) * (1<<64/Namings + 1)
	left := uint64(0x987654321) // the digits without a name, four bits each
	for n := uint64(9); n > 0; n-- {
		var at uint64
		at, fraction = bits.Mul64(fraction, n)
		at = at * 4 & 63
		m.names[10-n] = '0' + byte(left>>at&15)
		below := uint64(1)<<at - 1
		left = left&below | left>>4&^below
	}
}

// Apply sets image to the image of a grid. They must not be the same grid.
func (m *Morph) Apply(image, g *solver.Grid) {
	names, columns := &m.names, &m.columns
	for r := range m.rows {
		row, line := m.rows[r], (*[9]byte)(image[9*r:])
		// A loop would take half as long again.
		line[0] = names[g[row+columns[0]]&15]
		line[1] = names[g[row+columns[1]]&15]
		line[2] = names[g[row+columns[2]]&15]
		line[3] = names[g[row+columns[3]]&15]
		line[4] = names[g[row+columns[4]]&15]
		line[5] = names[g[row+columns[5]]&15]
		line[6] = names[g[row+columns[6]]&15]
		line[7] = names[g[row+columns[7]]&15]
		line[8] = names[g[row+columns[8]]&15]
	}
}

// LineOrder returns one of the orders of nine rows or columns that keep bands or stacks
// together, by its number from 0 to LineOrders-1: which line comes to each place. Number 0
// changes nothing.
func LineOrder(i int) [9]uint8 { return lineOrders[i] }

var lineOrders = func() (orders [LineOrders][9]uint8) {
	threes := [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for i := range orders {
		bands, within := threes[i/216], [3]int{i / 36 % 6, i / 6 % 6, i % 6}
		for k := range orders[i] {
			orders[i][k] = 3*bands[k/3] + threes[within[k/3]][k%3]
		}
	}
	return orders
}()

// lineStarts has nine times the numbers of lineOrders: the cells that rows start with.
var lineStarts = func() (starts [LineOrders][9]uint8) {
	for i := range starts {
		for k, line := range lineOrders[i] {
			starts[i][k] = 9 * line
		}
	}
	return starts
}()
