package score

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

const houses = 27

// housesOf are the row, the column and the box of each cell.
var housesOf = func() (table [solver.Cells][3]uint8) {
	for cell := range table {
		row, column := cell/9, cell%9
		table[cell] = [3]uint8{uint8(row), uint8(9 + column), uint8(18 + row/3*3 + column/3)}
	}
	return table
}()

// bitOf has bit d-1 set for a digit d, and none for a blank. A table needs no branch, which processors
// could not predict.
var bitOf = [256]uint16{'1': 1, '2': 2, '3': 4, '4': 8, '5': 16, '6': 32, '7': 64, '8': 128, '9': 256}

// A used counts digits in houses: bit d-1 of a mask is set for a digit d.
type used struct{ once, twice [houses]uint16 }

// usedIn returns which digits the houses of a grid have.
func usedIn(g *solver.Grid) (u used) {
	for cell, c := range g {
		bit := bitOf[c]
		for _, h := range housesOf[cell] {
			u.twice[h] |= u.once[h] & bit
			u.once[h] |= bit
		}
	}
	return u
}

// conflicts returns how many cells hold a digit that occurs again in one of their houses.
func conflicts(g *solver.Grid) (n int32) {
	u := usedIn(g)
	for cell, c := range g {
		h := &housesOf[cell]
		n += int32(bits.OnesCount16((u.twice[h[0]] | u.twice[h[1]] | u.twice[h[2]]) & bitOf[c]))
	}
	return n
}
