package verify

import "github.com/gridmill/gridmill/solver"

// leastSearch finds the least image of a puzzle by trying: every order of the columns, of the
// grid and of the grid transposed, and for each every order of the rows that is not greater
// than the least so far.
type leastSearch struct {
	cells [9][9]byte // with the columns in the order that is tried
	least solver.Grid
}

// leastPuzzle returns the least image of a puzzle whose clues do not repeat. It takes about a
// millisecond.
func leastPuzzle(puzzle *solver.Grid) solver.Grid {
	var s leastSearch
	for i := range s.least {
		s.least[i] = 0xff
	}
	for _, cells := range sidesOf(puzzle) {
		for _, columns := range lineOrders {
			for row := range cells {
				for place, column := range columns {
					s.cells[row][place] = cells[row][column]
				}
			}
			s.tryRows(0, 0, ['9' + 1]byte{solver.Blank: solver.Blank}, '0')
		}
	}
	return s.least
}

// lineOrders are the orders of nine columns that keep stacks together.
var lineOrders = func() (orders [][9]int) {
	for _, stacks := range ordersOfThree {
		for i := range 6 * 6 * 6 {
			within := [3][3]int{ordersOfThree[i/36], ordersOfThree[i/6%6], ordersOfThree[i%6]}
			var order [9]int
			for place := range order {
				order[place] = 3*stacks[place/3] + within[place/3][place%3]
			}
			orders = append(orders, order)
		}
	}
	return orders
}()

// tryRows tries all rows that can follow those that are used, given the names of digits so far,
// of which the last is named.
func (s *leastSearch) tryRows(level int, used uint16, names ['9' + 1]byte, named byte) {
	if level == 9 {
		return
	}
	triedBlank := [3]bool{} // in each band; another blank row there would make the same
	for row := range 9 {
		band := row / 3
		bandUsed := used >> (3 * band) & 7
		if used>>row&1 != 0 || level%3 != 0 && bandUsed == 0 {
			continue
		}
		if s.cells[row] == blankRow {
			if triedBlank[band] {
				continue
			}
			triedBlank[band] = true
		}
		s.tryRow(level, row, used, names, named)
	}
}

var blankRow = [9]byte([]byte("........."))

// tryRow goes on with a row unless it makes the image greater than the least so far.
func (s *leastSearch) tryRow(level, row int, used uint16, names ['9' + 1]byte, named byte) {
	line := s.least[9*level:][:9]
	less := false
	for place, cell := range s.cells[row] {
		if names[cell] == 0 {
			named++
			names[cell] = named
		}
		name := names[cell]
		if !less && name > line[place] {
			return
		}
		if !less && name < line[place] {
			less = true
			for i := 9 * (level + 1); i < len(s.least); i++ {
				s.least[i] = 0xff
			}
		}
		line[place] = name
	}
	s.tryRows(level+1, used|1<<row, names, named)
}
