package score

import "github.com/gridmill/gridmill/solver"

const houses = 27

// housesOf lists the row, the column and the box of each cell.
var housesOf = func() (table [solver.Cells][3]uint8) {
	for cell := range table {
		row, column := cell/9, cell%9
		table[cell] = [3]uint8{uint8(row), uint8(9 + column), uint8(18 + row/3*3 + column/3)}
	}
	return table
}()

// A used records which digits occur once and twice in each house: bit d-1 of a mask stands for
// digit d.
type used struct{ once, twice [houses]uint16 }

// usedIn returns the digits that occur in the houses of a grid.
func usedIn(g *solver.Grid) (u used) {
	for cell, c := range g {
		if c < '1' || c > '9' {
			continue
		}
		bit := uint16(1) << (c - '1')
		for _, h := range housesOf[cell] {
			u.twice[h] |= u.once[h] & bit
			u.once[h] |= bit
		}
	}
	return u
}

// conflicts returns the number of cells whose digit occurs again in one of their houses.
func conflicts(g *solver.Grid) (n int32) {
	u := usedIn(g)
	for cell, c := range g {
		if c < '1' || c > '9' {
			continue
		}
		h := &housesOf[cell]
		if (u.twice[h[0]]|u.twice[h[1]]|u.twice[h[2]])>>(c-'1')&1 != 0 {
			n++
		}
	}
	return n
}
