package canon

import (
	"bytes"
	"cmp"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// The functions in this file find the canonical forms of solutions without using the tables of the
// package. They try all arrangements that can yield these forms.

// A placing is an order of the rows and columns of a solution, which may first be transposed.
type placing struct {
	cells         *[9][9]byte
	transposed    bool
	rows, columns [9]int
}

// plainForms finds the canonical forms of solutions, and all placings that yield them.
type plainForms struct {
	least    solver.Grid // the canonical form found by the last call to find
	placings []placing
	arranged solver.Grid
}

// find finds the canonical form of a solution, and the placings that yield it.
//
// The first row of the form is 123456789. The second row starts with 456 if possible, and otherwise
// with 457. This leaves only a few choices for the order of the columns.
func (s *plainForms) find(grid *solver.Grid) {
	s.least[0], s.placings = 0xff, s.placings[:0]
	sides := sidesOf(grid)
	for _, together := range []bool{true, false} {
		for side := range sides {
			s.trySide(&placing{cells: &sides[side], transposed: side == 1}, together)
		}
		if len(s.placings) > 0 {
			return
		}
	}
}

// trySide chooses the first two rows and the first box of p in every possible way. It calls tryBox
// for each choice.
func (s *plainForms) trySide(p *placing, together bool) {
	for first := range 9 {
		for k := 1; k < 3; k++ {
			p.rows[0], p.rows[1] = first, first/3*3+(first+k)%3
			for box := range 3 {
				p.tryBox(box, together, func() { s.try(p) })
			}
		}
	}
}

// try keeps p, unless an earlier placing yields a smaller grid. If it keeps p, it drops the earlier
// placings that yield larger grids.
func (s *plainForms) try(p *placing) {
	order := p.arrange(&s.arranged, &s.least)
	if order > 0 {
		return
	}
	if order < 0 {
		s.least, s.placings = s.arranged, s.placings[:0]
	}
	s.placings = append(s.placings, *p)
}

// sidesOf returns the cells of a grid and of the transposed grid.
func sidesOf(grid *solver.Grid) (sides [2][9][9]byte) {
	for i, c := range grid {
		sides[0][i/9][i%9], sides[1][i%9][i/9] = c, c
	}
	return sides
}

// tryBox calls try for each order of columns in which the given box comes first. The second row
// must start with 456789 if together is set, and with 457 otherwise.
func (p *placing) tryBox(box int, together bool, try func()) {
	// The digit in column c of the second row is in column columnOf[c] of the first row.
	var columnOf [9]int
	var places ['9' + 1]int
	for column, digit := range &p.cells[p.rows[0]] {
		places[digit] = column
	}
	for column, digit := range &p.cells[p.rows[1]] {
		columnOf[column] = places[digit]
	}
	stacks := [3]int{columnOf[3*box] / 3, columnOf[3*box+1] / 3, columnOf[3*box+2] / 3}
	if together != (stacks[0] == stacks[1] && stacks[1] == stacks[2]) {
		return
	}
	for _, order := range ordersOfThree {
		for k := range 3 {
			p.columns[k] = 3*box + order[k]
			p.columns[3+k] = columnOf[p.columns[k]]
		}
		second, other := p.columns[3]/3, p.columns[5]/3
		if p.columns[4]/3 != second {
			continue // the second row would not start with 457
		}
		if second == other {
			for k := range 3 {
				p.columns[6+k] = columnOf[p.columns[3+k]]
			}
			try()
			continue
		}
		odd := p.columns[5] // column with the digit that becomes 7
		p.columns[5] = 9*second + 3 - p.columns[3] - p.columns[4]
		p.columns[6] = odd
		for k := 1; k < 3; k++ {
			p.columns[7] = 3*other + (odd+k)%3
			p.columns[8] = 9*other + 3 - odd - p.columns[7]
			try()
		}
	}
}

var ordersOfThree = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// arrange fills grid with the smallest grid that p.columns and the first two of p.rows allow, and
// sets the rest of p.rows. It stops as soon as grid exceeds least. order is the result of comparing
// grid with least, as in bytes.Compare.
func (p *placing) arrange(grid, least *solver.Grid) (order int) {
	if least[0] == 0xff {
		order = -1
	}
	var names ['9' + 1]byte
	first := &p.cells[p.rows[0]]
	for place, column := range &p.columns {
		names[first[column]] = '1' + byte(place)
	}
	// put fills a row of grid. It returns false if grid exceeds least.
	put := func(level int) bool {
		line, row, best := grid[9*level:][:9], &p.cells[p.rows[level]], least[9*level:][:9]
		for place, column := range &p.columns {
			name := names[row[column]]
			if line[place] = name; order == 0 && name != best[place] {
				if order = cmp.Compare(name, best[place]); order > 0 {
					return false
				}
			}
		}
		return true
	}
	copy(grid[:], "123456789")
	if !put(1) {
		return order
	}
	band := p.rows[0] / 3
	p.rows[2] = 9*band + 3 - p.rows[0] - p.rows[1]
	// Sort the other two bands, and the rows of each band, by the digits in the first column.
	var starts [10]int // starts[n] is the row that starts with n in grid
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
					p.rows[level] = row
					level++
				}
			}
		}
	}
	for level = 2; level < 9 && put(level); level++ {
	}
	return order
}

// symmetries returns the number of arrangements that yield the form found by the last call to find.
func (s *plainForms) symmetries() int { return len(s.placings) }

// leastClues applies each of s.placings to puzzle, and returns the smallest resulting pattern of
// clues (1 for a clue, 0 for a blank). Two puzzles with unique solutions are equivalent if and only
// if these patterns and the forms of their solutions are equal.
func (s *plainForms) leastClues(puzzle *solver.Grid) (least solver.Grid) {
	least[0] = 0xff
	for i := range s.placings {
		p := &s.placings[i]
		var clues solver.Grid
		for place := range clues {
			row, column := p.rows[place/9], p.columns[place%9]
			if p.transposed {
				row, column = column, row
			}
			if puzzle[9*row+column] != solver.Blank {
				clues[place] = 1
			}
		}
		if bytes.Compare(clues[:], least[:]) < 0 {
			least = clues
		}
	}
	return least
}

// TestSolutionAgreesWithPlainForms compares Solution with plainForms. Two puzzles must have the
// same key if and only if their solutions have the same form and leastClues returns the same
// pattern for both.
func TestSolutionAgreesWithPlainForms(t *testing.T) {
	var f Form
	var s plainForms
	check := func(t *testing.T, puzzles, solutions []solver.Grid) {
		plain := map[[2]solver.Grid]Key{}
		keys := map[Key]bool{}
		for i := range solutions {
			s.find(&solutions[i])
			var form solver.Grid
			if n := f.Solution(&form, &solutions[i]); n != s.symmetries() || form != s.least {
				t.Fatalf("%v has the form %v and %d symmetries, want %v and %d", &solutions[i], &form, n, &s.least, s.symmetries())
			}
			if i >= len(puzzles) {
				continue
			}
			key, _ := f.Key(&puzzles[i], &solutions[i])
			whole := [2]solver.Grid{s.least, s.leastClues(&puzzles[i])}
			if known, found := plain[whole]; found && known != key {
				t.Fatalf("%v and an equivalent puzzle have different keys", &puzzles[i])
			}
			plain[whole], keys[key] = key, true
		}
		if len(keys) != len(plain) && len(puzzles) > 0 {
			t.Errorf("%d puzzles have %d keys", len(plain), len(keys))
		}
	}
	check(t, nil, anySolutions(t))
	most := solver.Grid([]byte("123456789456789123789123456231564897564897231897231564312645978645978312978312645"))
	check(t, nil, []solver.Grid{most})
	for _, name := range []string{"17_clue.txt", "easy_40k.csv", "hardest_5000.txt"} {
		t.Run(name, func(t *testing.T) {
			puzzles := readCorpus(t, name)
			if n := 2000; len(puzzles) > n {
				puzzles = puzzles[len(puzzles)-n:]
			}
			check(t, puzzles, solutionsOf(t, puzzles))
		})
	}
}
