//go:generate go -C ../asm run . -out ../morph/apply_amd64.s morph

package morph

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

const (
	// Arrangements is the number of ways to arrange the cells: the grid may be transposed, and the
	// rows and the columns each have LineOrders orders.
	Arrangements = 2 * LineOrders * LineOrders
	// LineOrders is the number of orders of nine rows that keep the rows of each band together.
	LineOrders = 6 * 6 * 6 * 6
	// Namings is the number of ways to rename the nine digits.
	Namings = 362_880
)

// A Morph is a symmetry of Sudoku. The zero Morph is not valid: use Draw or Set, or set its fields.
// The generator in ../asm depends on the order of the fields.
type Morph struct {
	// The cell that moves to row r and column c is Rows[r] + Columns[c].
	Rows, Columns [9]uint8
	// Names[c&15] is the character that replaces character c. Blanks and zero bytes stay the same.
	Names [16]byte
}

// Draw sets m to a random Morph that depends only on seed, row and index. The index distinguishes
// the Morphs of a row. All symmetries are equally likely to within 1 part in 2^42.
func (m *Morph) Draw(seed, row, index uint64) {
	x := Mix(Mix(Mix(seed+Step)+row) + index)
	// The high word of the product is less than Arrangements, and nearly uniform.
	arrangement, _ := bits.Mul64(Mix(x+Step), Arrangements)
	naming, _ := bits.Mul64(Mix(x+Step+Step), Namings)
	m.Set(int(arrangement), int(naming))
}

// Sample sets m to the Morph with the given number in a fixed random sequence. It is used to
// compute means over the morphs of a canonical form, so that equivalent puzzles have equal means.
func (m *Morph) Sample(number int) { m.Draw(1, 0, uint64(number)) }

// Step is the increment of SplitMix64: 2^64 divided by the golden ratio, rounded to an odd number.
const Step = 0x9e3779b97f4a7c15

// Mix spreads each bit over the whole word and maps different words to different words. It is the
// finalizer of SplitMix64.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Set sets m to the Morph with the given numbers. arrangement is from 0 to Arrangements-1, and
// naming from 0 to Namings-1. Set(0, 0) yields the identity.
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

// Apply sets morphed to the transformed copy of g. morphed and g must not be the same grid.
func (m *Morph) Apply(morphed, g *solver.Grid) { apply(m, morphed, g) }

// applyEach implements Apply one cell at a time.
func applyEach(m *Morph, morphed, g *solver.Grid) {
	names, columns := &m.Names, &m.Columns
	for r := range m.Rows {
		row, line := m.Rows[r], (*[9]byte)(morphed[9*r:])
		// A loop would take 1.5 times as long.
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

// lineOrders lists the orders of nine rows or columns in which the lines of each band or stack stay
// together. Element k of an order is the line that moves to position k. Order 0 is the identity.
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

// lineStarts is lineOrders with each row number replaced by the index of the row's first cell.
var lineStarts = func() (starts [LineOrders][9]uint8) {
	for i := range starts {
		for k, line := range lineOrders[i] {
			starts[i][k] = 9 * line
		}
	}
	return starts
}()

// threeNames is a way to name the first three digits. The other six names are in left, in ascending
// order, with four bits for each name.
type threeNames struct {
	names [3]byte
	left  uint32
}

// firstNames lists all ways to name the first three digits.
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

// restOrders lists all orders of the six names in threeNames.left. Each name is represented by the
// position of its lowest bit in left.
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
