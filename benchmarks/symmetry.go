package benchmarks

import (
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver"
)

// symmetry maps every puzzle to another with as many solutions, which are mapped
// alike: digits change names, rows change places within their band and bands
// among each other, columns and stacks the same, and the grid may be transposed.
type symmetry struct {
	digit [10]byte            // what a digit becomes, by its number
	from  [solver.Cells]uint8 // the cell that comes to each place
}

// randomSymmetry draws one of all symmetries with equal chances.
func randomSymmetry(r *rand.Rand) *symmetry {
	s := &symmetry{}
	for i, d := range r.Perm(9) {
		s.digit[i+1] = '1' + byte(d)
	}
	rows, columns, transpose := randomLines(r), randomLines(r), r.IntN(2) == 1
	for cell := range s.from {
		row, column := rows[cell/9], columns[cell%9]
		if transpose {
			row, column = column, row
		}
		s.from[cell] = uint8(9*row + column)
	}
	return s
}

// randomLines draws an order of nine rows that keeps bands together, or one of
// nine columns that keeps stacks together.
func randomLines(r *rand.Rand) (lines [9]int) {
	for i, band := range r.Perm(3) {
		for j, line := range r.Perm(3) {
			lines[3*i+j] = 3*band + line
		}
	}
	return lines
}

// apply returns the image of a grid.
func (s *symmetry) apply(g *solver.Grid) (image solver.Grid) {
	for cell, from := range s.from {
		image[cell] = g[from]
		if c := g[from]; c != solver.Blank {
			image[cell] = s.digit[c-'0']
		}
	}
	return image
}
