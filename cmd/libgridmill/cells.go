//go:build cgo

package main

/*
#cgo CFLAGS: -O3
#include <stdint.h>

// The C compiler turns these loops into vector instructions. Waiting for the caller's memory takes
// longer than converting a row, so the loops prefetch the caller's rows.

#define AHEAD (32 * 81)

static int read_cells(uint8_t *restrict text, const uint8_t *restrict cells, int64_t rows) {
  uint8_t most = 0;
  for (int64_t i = 0; i < 81 * rows; i += 81) {
    __builtin_prefetch(cells + i + AHEAD, 0);
    __builtin_prefetch(cells + i + AHEAD + 64, 0);
    for (int k = 0; k < 81; k++) {
      uint8_t c = cells[i + k];
      most = c > most ? c : most;
      text[i + k] = c + (c ? '0' : '.');
    }
  }
  return most <= 9;
}

static void write_solutions(uint8_t *restrict cells, const uint8_t *restrict text, int64_t distance, int64_t rows) {
  for (int64_t i = 0; i < rows; i++, cells += 81, text += distance) {
    __builtin_prefetch(cells + AHEAD, 1);
    __builtin_prefetch(cells + AHEAD + 64, 1);
    for (int k = 0; k < 81; k++) cells[k] = text[k] & 15;
  }
}
*/
import "C"

import (
	"encoding/binary"
	"unsafe"

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
	if !areCells(cells) {
		return badCell(cells, row)
	}
	toText.Apply(g, cells)
	return nil
}

// readGrids is like readGrid but reads consecutive rows. It calls a C function. The call alone
// takes as long as reading several grids with readGrid, so use readGrids only for many rows.
func readGrids(to []solver.Grid, array []byte, first int) error {
	cells := array[solver.Cells*first:][:solver.Cells*len(to)]
	if C.read_cells((*C.uint8_t)(&to[0][0]), (*C.uint8_t)(unsafe.SliceData(cells)), C.int64_t(len(to))) == 0 {
		for i := range to {
			if err := readGrid(&to[i], array, first+i); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeSolutions stores the cells of solutions in consecutive rows. If a puzzle does not have a
// solution, it stores 81 zeros.
func writeSolutions(array []byte, first int, results []solver.Result) {
	to := rowOf(array[:solver.Cells*(first+len(results))], first)
	C.write_solutions((*C.uint8_t)(&to[0]), (*C.uint8_t)(&results[0].Solution[0]), C.int64_t(unsafe.Sizeof(results[0])), C.int64_t(len(results)))
}

// areCells reports whether all cells are numbers from 0 to 9. It checks eight cells at a time. The
// last eight cells overlap the previous eight, because 81 is not a multiple of eight.
func areCells(cells *solver.Grid) bool {
	const (
		highBits  = 0x8080808080808080
		least     = 0x7676767676767676 // adding this number sets the high bit of bytes from 10 to 127
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

// writeGrid stores the cells of g in the given row of array. It stores the zero Grid as 81 zeros.
func writeGrid(array []byte, row int, g *solver.Grid) { toCells.Apply(rowOf(array, row), g) }
