package solver

// dlx is Knuth's Algorithm X with dancing links ("Dancing Links", 2000). It solves Sudoku as an
// exact cover problem. The 324 conditions are that each cell is filled, and that each row, column
// and box has each digit. Each of the 729 options puts a digit in a cell and meets four conditions.
// dlx always branches on the condition with the fewest options. Each condition has a dlx column,
// which lists the remaining options that meet the condition.
type dlx struct {
	search
	nodes [1 + dlxColumns + 4*dlxOptions]dlxNode
	sizes [1 + dlxColumns]int16 // number of options left in each dlx column
}

const (
	dlxColumns = 4 * Cells
	dlxOptions = 9 * Cells
	dlxRoot    = 0 // head of the list of columns that are not covered yet
)

// dlxNode is a member of two circular lists. left and right link the nodes of an option, and up and
// down link the nodes of a column. Nodes 1 to 324 are the heads of the columns, linked by left and
// right. The four nodes of each option follow, ordered by cell and digit.
type dlxNode struct{ left, right, up, down, column int16 }

func newDLX(c Config) Solver {
	s := &dlx{search: search{Config: c}}
	for column := range int16(1 + dlxColumns) {
		s.nodes[column] = dlxNode{
			left: (column + dlxColumns) % (1 + dlxColumns), right: (column + 1) % (1 + dlxColumns),
			up: column, down: column, column: column,
		}
	}
	for cell := range Cells {
		for d := range 9 {
			s.link(cell, d)
		}
	}
	return oneByOne{s}
}

// link adds the option that puts digit d+1 into cell.
func (s *dlx) link(cell, d int) {
	first := dlxOption(cell, d)
	for i, column := range [4]int{
		cell,
		1*Cells + 9*int(rowOf[cell]) + d,
		2*Cells + 9*int(colOf[cell]) + d,
		3*Cells + 9*int(boxOf[cell]) + d,
	} {
		head := int16(1 + column)
		node, last := first+int16(i), s.nodes[head].up
		s.nodes[node] = dlxNode{
			left: first + int16(i+3)%4, right: first + int16(i+1)%4,
			up: last, down: head, column: head,
		}
		s.nodes[last].down, s.nodes[head].up = node, node
		s.sizes[head]++
	}
}

// dlxOption returns the first node of the option that puts digit d+1 into cell.
func dlxOption(cell, d int) int16 { return int16(1 + dlxColumns + 4*(9*cell+d)) }

// solve takes the options of the clues, and then searches. Finally, it puts the options of the
// clues back, which restores all links for the next puzzle.
func (s *dlx) solve() {
	for cell, c := range s.cells {
		if c != Blank {
			node := dlxOption(cell, int(c-'1'))
			s.cover(s.nodes[node].column)
			s.take(node)
		}
	}
	clues := s.cells
	s.fill()
	for cell := Cells - 1; cell >= 0; cell-- {
		if c := clues[cell]; c != Blank {
			node := dlxOption(cell, int(c-'1'))
			s.putBack(node)
			s.uncover(s.nodes[node].column)
		}
	}
}

// fill covers the remaining columns in every possible way.
func (s *dlx) fill() {
	if s.nodes[dlxRoot].right == dlxRoot {
		s.found()
		return
	}
	column := s.smallest()
	if s.sizes[column] == 0 {
		s.contradiction()
		return
	}
	s.cover(column)
	for node := s.nodes[column].down; node != column && !s.finished; node = s.nodes[node].down {
		guess := s.nodes[node].down != column
		if guess && !s.assume() {
			break
		}
		s.take(node)
		s.fill()
		s.putBack(node)
		if guess {
			s.open--
		}
	}
	s.uncover(column)
}

// smallest returns the first column with at most one option. If there is none, it returns the first
// column with the fewest options.
func (s *dlx) smallest() (column int16) {
	fewest := int16(10)
	for c := s.nodes[dlxRoot].right; c != dlxRoot && fewest > 1; c = s.nodes[c].right {
		if s.sizes[c] < fewest {
			column, fewest = c, s.sizes[c]
		}
	}
	return column
}

// take fills in the digit of node's option, and covers the option's columns except node's column.
func (s *dlx) take(node int16) {
	option := int(node-dlxOption(0, 0)) / 4
	s.cells[option/9] = '1' + byte(option%9)
	for other := s.nodes[node].right; other != node; other = s.nodes[other].right {
		s.cover(s.nodes[other].column)
	}
}

// putBack uncovers, in reverse order, the columns that take(node) covered. The digit stays in the
// grid, but is overwritten before the grid is full again.
func (s *dlx) putBack(node int16) {
	for other := s.nodes[node].left; other != node; other = s.nodes[other].left {
		s.uncover(s.nodes[other].column)
	}
}

// cover removes a column from the list of columns, and removes the options of that column from all
// other columns. The removed nodes keep their links, so that uncover can put them back.
func (s *dlx) cover(column int16) {
	n := &s.nodes
	n[n[column].right].left, n[n[column].left].right = n[column].left, n[column].right
	for option := n[column].down; option != column; option = n[option].down {
		for node := n[option].right; node != option; node = n[node].right {
			n[n[node].down].up, n[n[node].up].down = n[node].up, n[node].down
			s.sizes[n[node].column]--
		}
	}
}

// uncover undoes the steps of cover in reverse order.
func (s *dlx) uncover(column int16) {
	n := &s.nodes
	for option := n[column].up; option != column; option = n[option].up {
		for node := n[option].left; node != option; node = n[node].left {
			s.sizes[n[node].column]++
			n[n[node].down].up, n[n[node].up].down = node, node
		}
	}
	n[n[column].right].left, n[n[column].left].right = column, column
}
