package score

import "github.com/gridmill/gridmill/solver"

// housesOf lists the row, the column and the box of each cell.
var housesOf = func() (table [solver.Cells][3]uint8) {
	for cell := range table {
		row, column := cell/9, cell%9
		table[cell] = [3]uint8{uint8(row), uint8(9 + column), uint8(18 + row/3*3 + column/3)}
	}
	return table
}()

// The counts of the nine digits are packed into one number, with four bits per digit. Counting
// therefore needs no branches, which would be unpredictable.
const (
	oneOfEach   = 0x111111111
	moreThanOne = 0xeeeeeeeee // a count of two or more has at least one of these bits
)

// countOf maps a digit to packed counts: 1 for this digit, 0 for all others. It maps a blank to 0.
var countOf = func() (table [256]uint64) {
	for d := range 9 {
		table['1'+d] = 1 << (4 * d)
	}
	return table
}()

// used holds the counts of the digits in each house.
type used [27]uint64

func usedIn(g *solver.Grid) (u used) {
	for row := range 9 {
		cells, columns, boxes := g[9*row:][:9], u[9:18], u[18+row/3*3:][:3]
		for k := range boxes {
			a, b, c := countOf[cells[3*k]], countOf[cells[3*k+1]], countOf[cells[3*k+2]]
			columns[3*k] += a
			columns[3*k+1] += b
			columns[3*k+2] += c
			u[row] += a + b + c
			boxes[k] += a + b + c
		}
	}
	return u
}

// around returns packed counts: 1 for each digit that occurs in a cell's houses, 0 for all others.
func (u *used) around(cell int) uint64 {
	h := &housesOf[cell]
	counts := u[h[0]] | u[h[1]] | u[h[2]]
	counts |= counts >> 2
	return (counts | counts>>1) & oneOfEach
}

// conflicts counts the cells that have the same digit as another cell in one of their houses.
func conflicts(g *solver.Grid) (n int32) {
	u := usedIn(g)
	for cell, c := range g {
		h := &housesOf[cell]
		if (u[h[0]]|u[h[1]]|u[h[2]])&moreThanOne&(15*countOf[c]) != 0 {
			n++
		}
	}
	return n
}
