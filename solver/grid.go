package solver

import (
	"encoding/binary"
	"fmt"
)

// Cells is the number of cells of a grid.
const Cells = 81

// Blank represents a cell without a clue.
const Blank = '.'

// Grid is a puzzle or a solution as text: 81 cells in row-major order, each '1' to '9' or Blank. It
// is text because puzzles are read and written as text, and a solver reads a character as cheaply
// as a number.
//
// The zero Grid is not a puzzle. Solvers report it as Invalid, so it can represent a row that could
// not be read.
type Grid [Cells]byte

// String returns the 81 characters of g.
func (g *Grid) String() string { return string(g[:]) }

// MarshalText implements encoding.TextMarshaler.
func (g *Grid) MarshalText() ([]byte, error) { return g[:], nil }

// UnmarshalText implements encoding.TextUnmarshaler. It returns an error unless text consists of 81
// cells.
func (g *Grid) UnmarshalText(text []byte) error {
	if len(text) != Cells || Parse(g, text) >= 0 {
		return fmt.Errorf("%q is not a puzzle", text)
	}
	return nil
}

// Blanks lists the characters that always represent a cell without a clue. A space represents such
// a cell only in text of exactly 81 characters that contains none of Blanks (see Parse).
const Blanks = "0._*-xX?"

// cellOf maps each byte to its representation in a Grid, or to 0 if the byte is not a cell.
var cellOf = cellTable(Blanks)

// spacedCellOf is like cellOf but treats spaces as blanks (see Parse).
var spacedCellOf = cellTable(Blanks + " ")

func cellTable(blanks string) (table [256]byte) {
	for c := byte('1'); c <= '9'; c++ {
		table[c] = c
	}
	for _, c := range []byte(blanks) {
		table[c] = Blank
	}
	return table
}

// IsCell reports whether c is a digit from 1 to 9 or one of Blanks.
func IsCell(c byte) bool { return cellOf[c] != 0 }

// everyByte is a word in which each of the eight bytes is 1.
const everyByte = 0x0101010101010101

// Clues returns the number of cells that hold a digit.
func (g *Grid) Clues() int {
	// Of the bytes that a Grid can hold, only digits have this bit set.
	const digit = 0x10 * everyByte
	// Each byte of the sum is 16 times the number of clues in ten of the cells.
	sum := uint64(0)
	for cell := 0; cell < Cells-1; cell += 8 {
		sum += binary.LittleEndian.Uint64(g[cell:]) & digit
	}
	return int(sum>>4*everyByte>>56) + int(g[Cells-1]&0x10>>4)
}

// Full reports whether every cell of g holds a digit. The zero Grid is not full.
func (g *Grid) Full() bool { return g.Clues() == Cells }

// complete reports whether g is a solved grid, in which each house holds each digit once.
func (g *Grid) complete() bool {
	var rows, cols, boxes [9]uint16
	for cell, c := range g {
		if c-'1' >= 9 {
			return false
		}
		bit := uint16(1) << (c - '1')
		rows[rowOf[cell]] |= bit
		cols[colOf[cell]] |= bit
		boxes[boxOf[cell]] |= bit
	}
	all := uint16(allDigits)
	for i := range 9 {
		all &= rows[i] & cols[i] & boxes[i]
	}
	return all == allDigits
}

// SolutionOf reports whether g is a solved grid that agrees with every clue of puzzle.
func (g *Grid) SolutionOf(puzzle *Grid) bool {
	for cell, clue := range puzzle {
		if clue != Blank && clue != g[cell] {
			return false
		}
	}
	return g.complete()
}

// Repeat describes a digit that occurs twice in a house. A puzzle with a Repeat has no solution.
type Repeat struct {
	Digit byte // 1 to 9
	House House
}

// FindRepeat returns the first Repeat in g, and reports whether there is one. It searches the rows,
// then the columns, and then the boxes.
func (g *Grid) FindRepeat() (Repeat, bool) {
	for h := range House(len(houses)) {
		seen := uint16(0)
		for _, cell := range houses[h] {
			d := g[cell] - '1'
			if d >= 9 {
				continue
			}
			if seen>>d&1 != 0 {
				return Repeat{Digit: d + 1, House: h}, true
			}
			seen |= 1 << d
		}
	}
	return Repeat{}, false
}

// A House is the number of a row (0 to 8), a column (9 to 17) or a box (18 to 26).
type House uint8

// String returns the kind and number of the house, such as "row 3" or "box 9". Numbers start at 1.
func (h House) String() string {
	return fmt.Sprintf("%s %d", [3]string{"row", "column", "box"}[h/9], h%9+1)
}

// allDigits is the candidate mask of an unrestricted cell. Bit d represents digit d+1.
const allDigits = 0x1ff

var (
	rowOf, colOf, boxOf [Cells]uint8
	houses              [27][9]uint8 // the cells of each house
	housesOf            [Cells][3]uint8
)

func init() {
	var filled [27]int
	for cell := range Cells {
		row, col := cell/9, cell%9
		box := row/3*3 + col/3
		rowOf[cell], colOf[cell], boxOf[cell] = uint8(row), uint8(col), uint8(box)
		housesOf[cell] = [3]uint8{uint8(row), uint8(9 + col), uint8(18 + box)}
		for _, h := range housesOf[cell] {
			houses[h][filled[h]] = uint8(cell)
			filled[h]++
		}
	}
}
