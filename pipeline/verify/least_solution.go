package verify

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
)

// The functions here find least images without the tables of package canon, by trying what
// can be the least, so that a defect of theirs cannot hide itself.

// A placing says which row of a solution comes first and which second, and which column
// comes to each place.
type placing struct {
	cells         *[9][9]byte
	first, second int
	columns       [9]int
}

// leastSolution returns the least image of a solution, and how many arrangements of its rows
// and columns make it.
//
// Its first row is 123456789, and its second starts with 456, or else with 457: of the three
// digits in the second row of the first box, two at least stand in one of the other boxes in
// the first row. That box comes second, and so the columns follow but for a few choices.
func leastSolution(grid *solver.Grid) (least solver.Grid, symmetries int) {
	least[0] = 0xff
	for _, cells := range sidesOf(grid) {
		for first := range 9 {
			for k := 1; k < 3; k++ {
				p := placing{cells: &cells, first: first, second: first/3*3 + (first+k)%3}
				for box := range 3 {
					p.tryBox(box, func() {
						image, good := p.image(&least)
						switch order := bytes.Compare(image[:], least[:]); {
						case !good:
						case order < 0:
							least, symmetries = image, 1
						case order == 0:
							symmetries++
						}
					})
				}
			}
		}
	}
	return least, symmetries
}

// sidesOf returns the cells of a grid, and transposed.
func sidesOf(grid *solver.Grid) (sides [2][9][9]byte) {
	for i, c := range grid {
		sides[0][i/9][i%9], sides[1][i%9][i/9] = c, c
	}
	return sides
}

// tryBox calls a function with all columns that can make the second row start with 456 or 457
// if the first box is the given one.
func (p *placing) tryBox(box int, try func()) {
	top, below := &p.cells[p.first], &p.cells[p.second]
	// columnOf is where a digit of the second row stands in the first.
	columnOf := func(column int) int { return bytes.IndexByte(top[:], below[column]) }
	for _, order := range ordersOfThree {
		for k := range 3 {
			p.columns[k] = 3*box + order[k]
			p.columns[3+k] = columnOf(p.columns[k])
		}
		second, other := p.columns[3]/3, p.columns[5]/3
		if p.columns[4]/3 != second {
			continue // the second row would start with 46 or 47
		}
		if second == other {
			for k := range 3 {
				p.columns[6+k] = columnOf(p.columns[3+k])
			}
			try()
			continue
		}
		odd := p.columns[5] // it has the digit that becomes 7
		p.columns[5] = 9*second + 3 - p.columns[3] - p.columns[4]
		p.columns[6] = odd
		for k := 1; k < 3; k++ {
			p.columns[7] = 3*other + (odd+k)%3
			p.columns[8] = 9*other + 3 - odd - p.columns[7]
			try()
		}
	}
}

// ordersOfThree are the orders of three rows or columns.
var ordersOfThree = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// image returns the least image with these columns and first rows, unless it is greater than
// the least so far in its second row.
func (p *placing) image(least *solver.Grid) (image solver.Grid, good bool) {
	var names [256]byte
	for place, column := range p.columns {
		names[p.cells[p.first][column]] = '1' + byte(place)
	}
	put := func(level, row int) {
		for place, column := range p.columns {
			image[9*level+place] = names[p.cells[row][column]]
		}
	}
	put(0, p.first)
	put(1, p.second)
	if least[0] != 0xff && bytes.Compare(image[9:18], least[9:18]) > 0 {
		return image, false
	}
	band := p.first / 3
	put(2, 9*band+3-p.first-p.second)
	// All other rows stand in the order of their first cells, in their band as well as bands.
	var starts [10]int // the row with each name in its first cell
	for row := range 9 {
		starts[names[p.cells[row][p.columns[0]]]-'0'] = row
	}
	level, done := 3, [3]bool{}
	done[band] = true
	for _, start := range starts[1:] {
		if next := start / 3; !done[next] {
			done[next] = true
			for _, row := range starts[1:] {
				if row/3 == next {
					put(level, row)
					level++
				}
			}
		}
	}
	return image, true
}
