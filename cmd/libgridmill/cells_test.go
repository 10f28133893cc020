//go:build cgo

package main

import (
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// TestCells checks that every value is converted correctly in every cell, in both directions.
func TestCells(t *testing.T) {
	array := make([]byte, 3*solver.Cells)
	for cell := range solver.Cells {
		for value := range 256 {
			for i := range array {
				array[i] = byte((i + value) % 10)
			}
			at := solver.Cells + cell
			array[at] = byte(value)
			var g solver.Grid
			err := readGrid(&g, array, 1)
			if (err == nil) != (value <= 9) {
				t.Fatalf("%d in cell %d: %v", value, cell, err)
			} else if err != nil {
				continue
			}
			for i, c := range g {
				want := '0' + array[solver.Cells+i]
				if want == '0' {
					want = solver.Blank
				}
				if c != want {
					t.Fatalf("cell %d of %v is %q", i, array, c)
				}
			}
			again := make([]byte, 2*solver.Cells)
			writeGrid(again, 1, &g)
			if string(again[solver.Cells:]) != string(array[solver.Cells:2*solver.Cells]) || string(again[:solver.Cells]) != string(make([]byte, solver.Cells)) {
				t.Fatalf("%v is written as %v", array, again)
			}
		}
	}
	zero := [solver.Cells]byte{5}
	writeGrid(zero[:], 0, new(solver.Grid))
	if zero != [solver.Cells]byte{} {
		t.Errorf("the zero Grid is written as %v", zero)
	}
}
