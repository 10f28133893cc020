//go:generate go -C ../asm run . -out ../morph/apply_amd64.s morph

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

// A Morph is one of the symmetries. The zero Morph is none of them: Draw or Set it, or set its
// fields. The generator in ../asm knows where these stand.
type Morph struct {
	// The cell that comes to row r and column c is Rows[r] + Columns[c].
	Rows, Columns [9]uint8
	// Names has what each character becomes, by its last four bits. Blanks, and the
	// zeros of a row that is no puzzle, become themselves.
	Names [16]byte
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
		m.Rows, m.Columns = lineOrders[transposed/LineOrders], lineStarts[transposed%LineOrders]
	} else {
		m.Rows, m.Columns = lineStarts[arrangement/LineOrders], lineOrders[arrangement%LineOrders]
	}
	m.Names[solver.Blank&15] = solver.Blank
	first, rest := &firstNames[naming/720], &restOrders[naming%720]
	copy(m.Names[1:4], first.names[:])
	for i, at := range rest {
		m.Names[4+i] = '0' + byte(first.left>>(at&31)&15)
	}
}

// Apply sets image to the image of a grid. They must not be the same grid.
func (m *Morph) Apply(image, g *solver.Grid) { apply(m, image, g) }

// applyEach does what Apply does, cell by cell.
func applyEach(m *Morph, image, g *solver.Grid) {
	names, columns := &m.Names, &m.Columns
	for r := range m.Rows {
		row, line := m.Rows[r], (*[9]byte)(image[9*r:])
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

// A threeNames is a way to name the first three digits: the names, and those that are left, in
// ascending order, four bits each.
type threeNames struct {
	names [3]byte
	left  uint32
}

// firstNames are all ways to name the first three digits.
var firstNames = func() (all [9 * 8 * 7]threeNames) {
	for i := range all {
		left := []byte("123456789")
		for k, at := range [3]int{i / 56, i / 7 % 8, i % 7} {
			all[i].names[k] = left[at]
			left = append(left[:at], left[at+1:]...)
		}
		for k, name := range left {
			all[i].left |= uint32(name&15) << (4 * k)
		}
	}
	return all
}()

// restOrders are all ways to take the six names that are left: the bit at which each stands.
var restOrders = func() (all [720][6]uint8) {
	for i := range all {
		left := []uint8{0, 4, 8, 12, 16, 20}
		for k, at := range [6]int{i / 120, i / 24 % 5, i / 6 % 4, i / 2 % 3, i % 2, 0} {
			all[i][k] = left[at]
			left = append(left[:at], left[at+1:]...)
		}
	}
	return all
}()
