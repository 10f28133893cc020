package ladder

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// Cells is a set of cells. Each row has a field of ten bits: one bit for each cell, and a tenth bit
// that is zero. low holds the fields of the first six rows, and high holds the last three fields.
// In an addition, the tenth bit of a field receives the carry. A field can also hold another set of
// nine bits, such as the places for a digit in a box.
type Cells struct{ low, high uint64 }

// Masks for Cells.low: the lowest bit, the lower nine bits, and the tenth bit of each field.
const (
	fields = 1 | 1<<10 | 1<<20 | 1<<30 | 1<<40 | 1<<50
	nine   = 0x1ff * fields
	tenth  = 0x200 * fields
	// Masks for Cells.high, which has only three fields.
	fields3 = 1 | 1<<10 | 1<<20
	nine3   = 0x1ff * fields3
	tenth3  = 0x200 * fields3
)

var everyCell = Cells{nine, nine3}

// cellBit returns the set that contains only cell.
func cellBit(cell int) Cells {
	bit := cell/9*10 + cell%9
	if cell < 54 {
		return Cells{low: 1 << bit}
	}
	return Cells{high: 1 << (bit - 60)}
}

// Has reports whether cell is in s.
func (s Cells) Has(cell int) bool { return !s.and(cellBits[cell]).empty() }

// With returns s with the given cell added.
func (s Cells) With(cell int) Cells { return s.or(cellBits[cell]) }

// Len returns the number of cells.
func (s Cells) Len() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// First returns the first cell of s, which must not be empty.
func (s Cells) First() int {
	if s.low != 0 {
		return int(cellAt[bits.TrailingZeros64(s.low)])
	}
	return 54 + int(cellAt[bits.TrailingZeros64(s.high)&63])
}

// Rest returns s without its first cell.
func (s Cells) Rest() Cells {
	if s.low != 0 {
		return Cells{s.low & (s.low - 1), s.high}
	}
	return Cells{0, s.high & (s.high - 1)}
}

func (s Cells) empty() bool { return s.low|s.high == 0 }
func (s Cells) several() bool {
	return s.low&(s.low-1)|s.high&(s.high-1) != 0 || s.low != 0 && s.high != 0
}
func (s Cells) and(o Cells) Cells       { return Cells{s.low & o.low, s.high & o.high} }
func (s Cells) or(o Cells) Cells        { return Cells{s.low | o.low, s.high | o.high} }
func (s Cells) without(o Cells) Cells   { return Cells{s.low &^ o.low, s.high &^ o.high} }
func (s Cells) within(o Cells) bool     { return s.without(o).empty() }
func (s Cells) intersects(o Cells) bool { return !s.and(o).empty() }

// field returns field i without its tenth bit.
func (s Cells) field(i int) uint16 {
	if i < 6 {
		return uint16(s.low>>(10*i)) & 0x1ff
	}
	return uint16(s.high>>(10*i-60)) & 0x1ff
}

// inAllRows returns all cells of the columns in set. Bit i of set is column i.
func inAllRows(set uint64) Cells { return Cells{set * fields, set * fields3} }

// placeOf returns the index, from 0 to 8, of a cell in a house.
func placeOf(cell, house int) int { return int(placesOf[cell][house/9]) }

var (
	cellBits [solver.Cells]Cells
	cellAt   [64]uint8 // cellAt[i] is the cell of bit i of Cells.low
	houses   [27]Cells
	housesOf [solver.Cells][3]uint8
	placesOf [solver.Cells][3]uint8 // index of a cell in each of its houses
	peers    [solver.Cells]Cells    // peers[c] holds the cells that cell c sees: the other cells in its houses
	// cellsOf lists the cells of each house.
	cellsOf [27][9]uint8
)

func init() {
	var filled [27]int
	for cell := range cellBits {
		cellBits[cell] = cellBit(cell)
		if cell < 54 {
			cellAt[cell/9*10+cell%9] = uint8(cell)
		}
		row, column := cell/9, cell%9
		housesOf[cell] = [3]uint8{uint8(row), uint8(9 + column), uint8(18 + row/3*3 + column/3)}
		for _, h := range housesOf[cell] {
			placesOf[cell][h/9] = uint8(filled[h])
			houses[h] = houses[h].or(cellBits[cell])
			cellsOf[h][filled[h]] = uint8(cell)
			filled[h]++
		}
	}
	for cell := range peers {
		for _, h := range housesOf[cell] {
			peers[cell] = peers[cell].or(houses[h])
		}
		peers[cell] = peers[cell].without(cellBits[cell])
	}
}
