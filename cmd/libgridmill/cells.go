//go:build cgo

package main

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/solver"
)

// Grids of callers have a number from 0 to 9 in each byte; those of the solver have characters. Both
// directions handle eight cells at a time. The last word of a grid overlaps the one before, since
// 81 is not a multiple of eight.

// Words of eight equal bytes.
const (
	everyByte = 0x0101010101010101
	highBits  = 0x80 * everyByte
	lastWord  = solver.Cells - 8
)

// cellsOf returns the cells of a row of an array of grids.
func cellsOf(array []byte, row int) []byte {
	return array[solver.Cells*row:][:solver.Cells:solver.Cells]
}

// readGrid makes a Grid of the cells of a row, and returns an error if one is not from 0 to 9.
func readGrid(g *solver.Grid, array []byte, row int) error {
	cells := cellsOf(array, row)
	bad := readWord(g[lastWord:], cells[lastWord:])
	for i := 0; i < lastWord; i += 8 {
		bad |= readWord(g[i:i+8], cells[i:i+8])
	}
	if bad != 0 {
		return badCell(cells, row)
	}
	return nil
}

// readWord makes characters of eight cells, and returns high bits if one is not from 0 to 9.
func readWord(dst, cells []byte) (bad uint64) {
	x := binary.LittleEndian.Uint64(cells)
	blank := ^(x + 0x7f*everyByte) & highBits >> 7 // the low bit of each 0
	binary.LittleEndian.PutUint64(dst, (x|'0'*everyByte)^blank*('0'^solver.Blank))
	return (x | x + (0x80-10)*everyByte) & highBits
}

// checkCells returns an error if a cell of a row is not from 0 to 9.
func checkCells(array []byte, row int) error {
	cells := cellsOf(array, row)
	word := binary.LittleEndian.Uint64(cells[lastWord:])
	bad := word | word + (0x80-10)*everyByte
	for i := 0; i < lastWord; i += 8 {
		word = binary.LittleEndian.Uint64(cells[i:])
		bad |= word | word + (0x80-10)*everyByte
	}
	if bad&highBits != 0 {
		return badCell(cells, row)
	}
	return nil
}

// writeGrid stores the cells of a Grid in a row. The zero Grid becomes 81 zeros.
func writeGrid(array []byte, row int, g *solver.Grid) {
	cells := cellsOf(array, row)
	writeWord(cells[lastWord:], g[lastWord:])
	for i := 0; i < lastWord; i += 8 {
		writeWord(cells[i:i+8], g[i:i+8])
	}
}

// writeWord makes cells of eight characters. Only digits have the bit 0x10 and low bits other than 0.
func writeWord(dst, text []byte) {
	x := binary.LittleEndian.Uint64(text)
	binary.LittleEndian.PutUint64(dst, x&(x>>4&everyByte*0x0f))
}
