//go:build cgo

package main

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// Grids of callers have a number from 0 to 9 in each byte; those of the solver have characters. A Morph
// that moves no cell is the fastest way to rename them.
var (
	toText  = renaming([16]byte{solver.Blank, '1', '2', '3', '4', '5', '6', '7', '8', '9'})
	toCells = renaming([16]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) // blanks have the low bits 14
)

func renaming(names [16]byte) *morph.Morph {
	m := new(morph.Morph)
	m.Set(0, 0)
	m.Names = names
	return m
}

// rowOf returns a row of an array of grids.
func rowOf(array []byte, row int) *solver.Grid { return (*solver.Grid)(array[solver.Cells*row:]) }

// readGrid makes a Grid of the cells of a row, and returns an error if one is not from 0 to 9.
func readGrid(g *solver.Grid, array []byte, row int) error {
	cells := rowOf(array, row)
	if !areCells(cells) {
		return badCell(cells, row)
	}
	toText.Apply(g, cells)
	return nil
}

// areCells reports whether all cells are from 0 to 9. It checks eight at a time; the last word overlaps
// the one before, since 81 is not a multiple of eight.
func areCells(cells *solver.Grid) bool {
	const (
		highBits  = 0x8080808080808080
		least     = 0x7676767676767676 // 10 and more have a high bit when this is added
		lastStart = solver.Cells - 8
	)
	x := binary.LittleEndian.Uint64(cells[lastStart:])
	bad := x | (x + least)
	for i := 0; i < lastStart; i += 8 {
		x = binary.LittleEndian.Uint64(cells[i:])
		bad |= x | (x + least)
	}
	return bad&highBits == 0
}

// writeGrid stores the cells of a Grid in a row. The zero Grid becomes 81 zeros.
func writeGrid(array []byte, row int, g *solver.Grid) { toCells.Apply(rowOf(array, row), g) }
