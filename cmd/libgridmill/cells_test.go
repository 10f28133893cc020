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
			var many [2]solver.Grid
			err, errMany := readGrid(&g, array, 1), readGrids(many[:], array, 1)
			if (err == nil) != (value <= 9) || (errMany == nil) != (value <= 9) {
				t.Fatalf("%d in cell %d: %v, %v", value, cell, err, errMany)
			} else if err != nil {
				continue
			}
			if many[0] != g {
				t.Fatalf("one grid is %q, the first of several is %q", g, many[0])
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
	results := make([]solver.Result, 2)
	for i := range solver.Cells {
		results[1].Solution[i] = '1' + byte(i%9)
		array[2*solver.Cells+i] = 5
	}
	writeSolutions(array, 1, results)
	for i, c := range array[solver.Cells:] {
		if want := byte(i%9+1) * byte(i/solver.Cells); c != want {
			t.Fatalf("cell %d of solutions is %d, want %d", i, c, want)
		}
	}
}
