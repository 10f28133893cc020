package layout

import (
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// stacked joins the rows of grids between which nothing stands. Only the count of rows says
// where such grids end, so one row that is missing would have all grids behind it made of rows
// of two. That shows: their clues contradict each other, or they have several solutions. So rows
// are held back until those behind them are there, too, and what cannot be assigned to a grid
// for certain stays as it is, row by row.
type stacked struct {
	style
	rows    []stackedRow // that were held back
	started bool         // a row was met
	lost    bool         // the first of rows need not start a grid
	sections

	solver  solver.Solver // made when it is needed
	unknown []int         // rows where grids start that are being solved
	puzzles []solver.Grid // these grids
	results []solver.Result
}

// stackedRow is a row of cells, or what was meant as one.
type stackedRow struct {
	text    []byte
	damaged bool
	lines   int // that it takes with frames behind it
	start   gridKind
}

// gridKind is what a grid would be that starts with a row.
type gridKind int

const (
	unknownGrid gridKind = iota
	wrongGrid            // it lacks cells, or its clues contradict each other
	openGrid             // it may have several solutions, or none
	properGrid           // it has one solution
)

const (
	// heldRows is how many rows are held back, at most.
	heldRows = 32 * 9
	// maxCells is how much is kept of a row, which is enough to see that it is too long.
	maxCells = 2 * solver.Cells
)

// line adds a line to the rows that are held back.
func (s *stacked) line(dst, line []byte) []byte {
	kind, row := s.kindOf(line)
	n := len(s.rows)
	switch {
	case s.inOtherSection(line, s.inState):
		kind = other
	case kind == damaged && !s.started:
		kind = other // a title that looks like cells
	case kind == cells && s.numbered && !s.started:
		s.started = true
		kind = other
	case kind == frame && (n == 0 || n%3 != 0):
		kind = other
	}
	switch kind {
	case other:
		return append(s.end(dst), '\n')
	case frame:
		s.rows[n-1].lines++
		return dst
	}
	s.started = true
	s.rows = slices.Grow(s.rows, 1)[:n+1]
	last := &s.rows[n]
	last.text = append(last.text[:0], row[:min(len(row), maxCells)]...)
	last.damaged, last.lines, last.start = kind == damaged, 1, unknownGrid
	if len(s.rows) < heldRows {
		return dst
	}
	return s.settle(dst, false)
}

// end writes all rows that are held back.
func (s *stacked) end(dst []byte) []byte {
	if len(s.rows) > 0 {
		dst = s.settle(dst, true)
	}
	s.lost = false
	return dst
}

// settle writes the first half of the rows, or all of them where they end here.
func (s *stacked) settle(dst []byte, ended bool) []byte {
	until := len(s.rows) / 2
	if ended {
		until = len(s.rows)
	}
	at := 0
	for _, b := range s.divide(until, ended) {
		if b.grid {
			dst = s.appendRows(dst, s.rows[at:at+b.rows])
		} else {
			for i := range b.rows {
				dst = s.appendRows(dst, s.rows[at+i:at+i+1])
			}
		}
		s.lost = !b.grid
		at += b.rows
	}
	// The rows that were written keep their memory for others.
	written := slices.Clone(s.rows[:at])
	left := copy(s.rows, s.rows[at:])
	copy(s.rows[left:], written)
	s.rows = s.rows[:left]
	return dst
}

// appendRows appends rows as one grid, and the line ends of all their lines.
func (s *stacked) appendRows(dst []byte, rows []stackedRow) []byte {
	var all [9 * maxCells]byte
	var lengths [9]int
	grid, damaged, lines := all[:0], false, 0
	for i, r := range rows {
		grid = append(grid, r.text...)
		lengths[i] = len(r.text)
		damaged = damaged || r.damaged
		lines += r.lines
	}
	dst = s.appendGrid(dst, grid, lengths[:len(rows)], damaged)
	for range lines {
		dst = append(dst, '\n')
	}
	return dst
}

// divide divides the rows into grids and others. It looks at grids that start anywhere only
// where those that follow each other from the first row on are not all good.
func (s *stacked) divide(until int, ended bool) (blocks []block) {
	if s.find(9) && !s.lost && (!ended || len(s.rows)%9 == 0) {
		for at := 0; at < until; at += 9 {
			blocks = append(blocks, block{true, 9})
		}
		return blocks
	}
	s.find(1)
	worth := make([]int, max(len(s.rows)-8, 0))
	for at := range worth {
		worth[at] = gridWorth[s.rows[at].start]
	}
	return newDivision(worth, len(s.rows), s.lost, ended).blocks(until)
}

// find finds out which grids start every so many rows, and reports whether each has one
// solution.
func (s *stacked) find(step int) bool {
	s.unknown, s.puzzles = s.unknown[:0], s.puzzles[:0]
	all := true
	for at := 0; at+9 <= len(s.rows); at += step {
		var grid solver.Grid
		switch row := &s.rows[at]; {
		case row.start != unknownGrid:
			all = all && row.start == properGrid
		case isClean(&grid, s.rows[at:at+9]):
			s.unknown, s.puzzles = append(s.unknown, at), append(s.puzzles, grid)
		default:
			row.start, all = wrongGrid, false
		}
	}
	if len(s.unknown) == 0 {
		return all
	}
	if s.solver == nil {
		// Puzzles with one solution need far fewer guesses, but for one in many.
		var err error
		if s.solver, err = solver.New(solver.Default, solver.Config{MaxSolutions: 2, MaxGuesses: 1000}); err != nil {
			panic(err) // the configuration is good
		}
	}
	s.results = slices.Grow(s.results[:0], len(s.puzzles))[:len(s.puzzles)]
	s.solver.Solve(s.puzzles, s.results)
	for i, at := range s.unknown {
		if s.rows[at].start = openGrid; s.results[i].Verdict == solver.Unique {
			s.rows[at].start = properGrid
		}
		all = all && s.rows[at].start == properGrid
	}
	return all
}

// isClean reports whether nine rows are a grid whose clues do not contradict each other.
func isClean(grid *solver.Grid, rows []stackedRow) bool {
	var text [solver.Cells]byte
	for i, r := range rows {
		if r.damaged || len(r.text) != 9 {
			return false
		}
		copy(text[9*i:], r.text)
	}
	if solver.Parse(grid, text[:]) >= 0 {
		return false
	}
	_, repeats := grid.FindRepeat()
	return !repeats
}
