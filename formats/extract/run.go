package extract

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
)

const (
	row = 9 // number of cells in a row
	// fewest is the minimum number of cells in an attempt at a grid. Shorter runs occur in prose.
	fewest = 2 * row
	// A segment with at least ownLine cells may be a whole or damaged grid, so it starts a new run.
	ownLine = solver.Cells / 2
	// held is the maximum number of cells that a run keeps.
	held = 12 * solver.Cells
)

// A run is a sequence of cells without words between them. It can span several lines. A cell is
// added when it is read, and is removed later if it does not belong to the run.
type run struct {
	cells [held]byte
	n     int // number of cells held
	lost  int // number of dropped cells; a multiple of 81
	rules int // number of doubtful cells in rows that may be rules (horizontal lines)
	signs signs
	place Place
}

// signs records what a run contains in addition to cells.
type signs struct {
	lines        int  // number of lines that contain cells
	rules        bool // there are rules or other parts of a frame
	bars         bool
	table        bool // there is a Markdown, HTML or LaTeX table
	spaced       bool // a line has spaces or other characters between its cells
	lists        bool // there are brackets
	nested       bool // there are nested brackets, or strings of nine cells in brackets
	markedHeader bool // the first line is the header of a Markdown or HTML table
	spacedHeader bool // the first row consists of column numbers, and an empty line follows it
	named        bool // rows have names
	initial      byte // first character of the last line with a named row
	numbered     bool // rows start with row numbers or bullets
	apart        bool // the run contains an empty line
}

// doubtful is a blank that can be markup.
const doubtful = solver.Blank | 0x80

func (r *run) add(c byte) {
	if r.n == held {
		const dropped = held - 2*solver.Cells
		copy(r.cells[:], r.cells[dropped:])
		r.n -= dropped
		r.lost += dropped
	}
	r.cells[r.n] = c
	r.n++
}

// settle turns doubtful cells in [from, to) into blanks if keep is set, and removes them otherwise.
// end is the position after the cells that remain.
func (r *run) settle(from, to int, keep bool) (end int) {
	end = from
	for _, c := range r.cells[from:to] {
		if c == doubtful && !keep {
			continue
		}
		r.cells[end] = c &^ 0x80
		end++
	}
	r.n = end + copy(r.cells[end:], r.cells[to:r.n])
	return end
}

// total returns the number of cells, including dropped cells.
func (r *run) total() int { return r.lost + r.n }

// isWhole reports whether the run has only whole grids, apart from a header, row numbers or rules.
func (r *run) isWhole() bool {
	n := r.total()
	_, isNumbered := r.numbersRows(n)
	return isNumbered || r.hasHeader(n) || n%solver.Cells == 0 || (n-r.rules)%solver.Cells == 0
}

// numbersRows reports whether the first n cells are nine numbered rows, as in a DataFrame. header
// is the number of cells in a row of column numbers above these rows, or 0 if there is no such row.
func (r *run) numbersRows(n int) (header int, ok bool) {
	const numbered = row + 1
	header = n - row*numbered
	if r.lost > 0 || header != 0 && (header != row || !r.numbersColumns()) {
		return 0, false
	}
	first := byte('0')
	if r.cells[header] == '1' {
		first = '1'
	}
	for i := range byte(row) {
		if r.cells[header+numbered*int(i)] != cell(first+i) {
			return 0, false
		}
	}
	return header, true
}

func (r *run) truncate(total int) { r.n = max(total-r.lost, 0) }

func (r *run) remove(at, cells int) {
	if at -= r.lost; at >= 0 {
		r.n = at + copy(r.cells[at:], r.cells[at+cells:r.n])
	}
}

// end evaluates the first cells of the run. total is their number, including dropped cells. The
// remaining cells become the start of the next run.
func (s *scanner) end(total int) {
	r := &s.run
	n := max(total-r.lost, 0)
	if r.rules > 0 {
		isRule := total%solver.Cells != 0
		r.signs.rules = r.signs.rules || isRule
		n = r.settle(0, n, !isRule)
	}
	if header, ok := r.numbersRows(n); ok {
		for i := range row {
			r.remove(header+row*i, 1)
		}
		n -= row
	}
	if r.hasBlankHeader(n) || r.hasNumberedHeader(n) {
		r.remove(0, row)
		n -= row
	}
	if n >= solver.Cells+3*row && n < 2*solver.Cells && r.signs.apart { // a whole grid, and the first bands of the next grid
		s.evaluate(solver.Cells)
		r.remove(0, solver.Cells)
		n -= solver.Cells
	}
	s.evaluate(n)
	r.n = copy(r.cells[:], r.cells[n:r.n])
	r.lost, r.rules, r.signs = 0, 0, signs{}
	s.start = 0
}

// isDamagedPart reports whether the run can be the start of a damaged grid that continues after an
// empty line. The run must have fewer than nine rows, with 8 to 10 cells on average.
func (r *run) isDamagedPart() bool {
	lines, n := r.signs.lines, r.total()
	return lines < row && n >= (row-1)*lines && n <= (row+1)*lines
}

// hasHeader reports whether the first n cells are a header and a grid. The header consists of
// column numbers or is empty.
func (r *run) hasHeader(n int) bool {
	return r.lost == 0 && n == solver.Cells+row && (r.numbersColumns() || r.hasBlankHeader(n))
}

// hasBlankHeader reports whether the first row is an empty table header. A row of blanks is a
// header only if at least nine rows follow it, or if the other rows have no blanks.
func (r *run) hasBlankHeader(n int) bool {
	if !r.signs.markedHeader || r.lost > 0 || n < row || !isOneOf(r.cells[:row], ".") {
		return false
	}
	return n >= solver.Cells+row || bytes.IndexByte(r.cells[row:n], solver.Blank) < 0
}

// hasNumberedHeader reports whether the first row is a table header with column numbers. If there
// are only nine rows, one of the header's digits must occur again in the same column.
func (r *run) hasNumberedHeader(n int) bool {
	if !r.signs.markedHeader || r.lost > 0 || n < row || !r.numbersColumns() {
		return false
	}
	for i, c := range r.cells[row:n] {
		if c != solver.Blank && c == r.cells[i%row] {
			return true
		}
	}
	return n != solver.Cells
}

// numbersColumns reports whether the first row consists of the column numbers 0 to 8 or 1 to 9.
func (r *run) numbersColumns() bool {
	first := string(r.cells[:row])
	return first == "123456789" || first == ".12345678"
}

// evaluate looks for grids in the run's first n cells. It records the last grid, and the last one
// with a blank. If the cells are not whole grids but fill at least two rows, it records the number
// of cells. It ignores drawings (grids without digits), and grids that do not count (see counts).
func (s *scanner) evaluate(n int) {
	r := &s.run
	switch total := r.lost + n; {
	case n == 0:
	case n >= solver.Cells && (total%solver.Cells == 0 || r.hasHeader(total)):
		found := Found{Shape: r.signs.shape(), Place: r.place, Cells: solver.Cells}
		for end := n; end >= solver.Cells; end -= solver.Cells {
			copy(found.Grid[:], r.cells[end-solver.Cells:end])
			isDrawing := isOneOf(found.Grid[:], ".")
			if end == n && !isDrawing && s.counts() {
				s.whole, s.answered = found, s.inAnswer
			}
			if !isDrawing && !found.Grid.Full() {
				s.open = found
				break
			}
		}
	case total >= fewest && s.counts():
		s.partial = Found{Shape: TooLong, Cells: int32(total)}
		if total < solver.Cells {
			s.partial.Shape = TooShort
		}
	}
}

// counts reports whether a grid that ends here counts. In questions, all grids count. In outputs,
// grids in reasoning do not count. After a grid in an answer, grids outside answers do not count.
func (s *scanner) counts() bool {
	return s.isQuestion || !s.inThought && (s.inAnswer || !s.answered)
}

func (s *signs) shape() Shape {
	switch {
	case s.nested:
		return Lists
	case s.lists:
		return List
	case s.table:
		return Table
	case s.rules || s.bars:
		return Frame
	case s.lines > 1:
		return Lines
	case s.spaced:
		return List
	}
	return Line
}
