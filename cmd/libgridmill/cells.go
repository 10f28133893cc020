package main

// #include "abi.h"
import "C"

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// toText and toCells are Morphs that do not move cells. toText converts a caller's grid of numbers
// to a solver's grid of characters. toCells does the reverse. A Morph is the fastest way to convert
// a single grid.
var (
	toText  = renaming([16]byte{solver.Blank, '1', '2', '3', '4', '5', '6', '7', '8', '9'})
	toCells = renaming([16]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, solver.Blank & 15: 0})
)

func renaming(names [16]byte) *morph.Morph {
	m := new(morph.Morph)
	m.Set(0, 0)
	m.Names = names
	return m
}

func rowOf(array []byte, row int) *solver.Grid { return (*solver.Grid)(array[solver.Cells*row:]) }

// readGrid sets g to the grid in the given row of array. It returns an error if a cell is greater
// than 9.
func readGrid(g *solver.Grid, array []byte, row int) error {
	cells := rowOf(array, row)
	if err := checkCells(cells, row); err != nil {
		return err
	}
	toText.Apply(g, cells)
	return nil
}

// checkCells returns an error if a cell of a row is greater than 9. The error names the first such
// cell. The cells are checked in groups of eight. The last group overlaps the previous group,
// because 81 is not a multiple of eight.
func checkCells(cells *solver.Grid, row int) error {
	const (
		highBits  = 0x8080808080808080
		least     = 0x7676767676767676 // adding this sets the high bit of byte values 10 to 127
		lastStart = solver.Cells - 8
	)
	x := binary.LittleEndian.Uint64(cells[lastStart:])
	bad := x | (x + least)
	for i := 0; i < lastStart; i += 8 {
		x = binary.LittleEndian.Uint64(cells[i:])
		bad |= x | (x + least)
	}
	if bad&highBits == 0 {
		return nil
	}
	at := slices.IndexFunc(cells[:], func(c byte) bool { return c > 9 })
	return &rowError{C.GRIDMILL_BAD_CELL, row, fmt.Sprintf("cell %d is %d; cells are 1 to 9, or 0 for a blank", at, cells[at])}
}

// writeGrid stores the cells of g in the given row of array. It stores the zero Grid as 81 zeros.
func writeGrid(array []byte, row int, g *solver.Grid) { toCells.Apply(rowOf(array, row), g) }
