package layout

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// gridRow is a row of cells, or what was meant as one.
type gridRow struct {
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

// endRun writes the rows that are held back, behind which something stands. Nine or fewer are a
// grid, good or not. So are a few more, unless it is certain which of them belong together.
func (g *grids) endRun(dst []byte) []byte {
	n := len(g.rows)
	switch {
	case n == 0:
	case n == 1 && g.rows[0].damaged && g.met == 1:
		dst = append(append(dst, g.first...), '\n')
		g.rows = g.rows[:0]
	case n < g.met:
		dst = g.settle(dst, true)
	case n <= 9:
		dst = g.appendRows(dst, g.rows)
		g.rows = g.rows[:0]
	case n == 10:
		dst = g.appendTen(dst)
		g.rows = g.rows[:0]
	case n < 18 && !slices.ContainsFunc(g.divide(n, true), func(b block) bool { return b.grid }):
		dst = g.appendRows(dst, g.rows)
		g.rows = g.rows[:0]
	default:
		dst = g.settle(dst, true)
	}
	g.met, g.bridged, g.behind, g.lost = 0, 0, false, false
	return dst
}

// appendTen appends ten rows: a grid and the row that does not belong to it, if without a row there
// is just one grid that has one solution, or else all as one.
func (g *grids) appendTen(dst []byte) []byte {
	surplus := -1
	var grid solver.Grid
	for out := range g.rows {
		var puzzle solver.Grid
		rest := slices.Concat(g.rows[:out], g.rows[out+1:])
		if !isClean(&puzzle, rest) || surplus >= 0 && puzzle == grid || g.solve([]solver.Grid{puzzle})[0].Verdict != solver.Unique {
			continue
		}
		if surplus >= 0 {
			return g.appendRows(dst, g.rows)
		}
		surplus, grid = out, puzzle
	}
	if surplus < 0 {
		return g.appendRows(dst, g.rows)
	}
	first, then, at := g.rows[surplus:surplus+1], slices.Concat(g.rows[:surplus], g.rows[surplus+1:]), 1
	if surplus > 0 {
		first, then, at = then, first, surplus
	}
	dst = appendEnds(g.appendCells(dst, first), g.rows[:at])
	return appendEnds(g.appendCells(dst, then), g.rows[at:])
}

// settle writes the first half of the rows, or all of them where they end here.
func (g *grids) settle(dst []byte, ended bool) []byte {
	until := len(g.rows) / 2
	if ended {
		until = len(g.rows)
	}
	at := 0
	for _, b := range g.divide(until, ended) {
		if b.grid {
			dst = g.appendRows(dst, g.rows[at:at+b.rows])
		} else {
			for i := range b.rows {
				dst = g.appendRows(dst, g.rows[at+i:at+i+1])
			}
		}
		g.lost = !b.grid
		at += b.rows
	}
	// The rows that were written keep their memory for others.
	written := slices.Clone(g.rows[:at])
	left := copy(g.rows, g.rows[at:])
	copy(g.rows[left:], written)
	g.rows = g.rows[:left]
	return dst
}

// appendRows appends rows as one grid, and the ends of all their lines.
func (g *grids) appendRows(dst []byte, rows []gridRow) []byte {
	return appendEnds(g.appendCells(dst, rows), rows)
}

// appendCells appends rows as one grid.
func (g *grids) appendCells(dst []byte, rows []gridRow) []byte {
	var all [9 * maxCells]byte
	var lengths [9]int
	grid, each, damaged := all[:0], lengths[:0], false
	for _, r := range rows {
		grid = append(grid, r.text...)
		each = append(each, len(r.text))
		damaged = damaged || r.damaged
	}
	return g.appendGrid(dst, grid, each, damaged)
}

// appendEnds appends the ends of the lines of rows.
func appendEnds(dst []byte, rows []gridRow) []byte {
	for _, r := range rows {
		dst = append(dst, bytes.Repeat([]byte("\n"), r.lines)...)
	}
	return dst
}

// divide divides the rows into grids and others. It looks at grids that start anywhere only
// where those that follow each other from the first row on are not all good.
func (g *grids) divide(until int, ended bool) (blocks []block) {
	if g.find(9) && !g.lost && (!ended || len(g.rows)%9 == 0) {
		for at := 0; at < until; at += 9 {
			blocks = append(blocks, block{true, 9})
		}
		return blocks
	}
	g.find(1)
	worth := make([]int, max(len(g.rows)-8, 0))
	for at := range worth {
		worth[at] = gridWorth[g.rows[at].start]
	}
	return newDivision(worth, len(g.rows), g.lost, ended).blocks(until)
}

// find finds out which grids start every so many rows, and reports whether each has one
// solution.
func (g *grids) find(step int) bool {
	g.unknown, g.puzzles = g.unknown[:0], g.puzzles[:0]
	all := true
	for at := 0; at+9 <= len(g.rows); at += step {
		var grid solver.Grid
		switch row := &g.rows[at]; {
		case row.start != unknownGrid:
			all = all && row.start == properGrid
		case isClean(&grid, g.rows[at:at+9]):
			g.unknown, g.puzzles = append(g.unknown, at), append(g.puzzles, grid)
		default:
			row.start, all = wrongGrid, false
		}
	}
	results := g.solve(g.puzzles)
	for i, at := range g.unknown {
		if g.rows[at].start = openGrid; results[i].Verdict == solver.Unique {
			g.rows[at].start = properGrid
		}
		all = all && g.rows[at].start == properGrid
	}
	return all
}

// solve looks for up to two solutions of each puzzle.
func (g *grids) solve(puzzles []solver.Grid) []solver.Result {
	if len(puzzles) == 0 {
		return nil
	}
	if g.solver == nil {
		// Puzzles with one solution need far fewer guesses, but for one in many.
		var err error
		if g.solver, err = solver.New(solver.Default, solver.Config{MaxSolutions: 2, MaxGuesses: 1000}); err != nil {
			panic(err) // the configuration is good
		}
	}
	g.results = slices.Grow(g.results[:0], len(puzzles))[:len(puzzles)]
	g.solver.Solve(puzzles, g.results)
	return g.results
}

// isClean reports whether nine rows are a grid whose clues do not contradict each other.
func isClean(grid *solver.Grid, rows []gridRow) bool {
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
