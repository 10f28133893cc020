package layout

import (
	"bytes"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// style is how the grids of a text are written, which its first grids show.
type style struct {
	// spaces says that a space is a blank, and does not separate cells.
	spaces bool
	// empty is what separates cells where nothing between two of them is a blank, or 0.
	empty byte
	// dashes says that a line of dashes and bars is a row of blanks, and not part of a frame.
	dashes bool
	// numbered says that the first row numbers the columns.
	numbered bool
	// framed says that all cells stand between bars, where a space is a blank.
	framed bool
	// banded says that empty lines stand between the bands of a grid, and so end none.
	banded bool
	// ruled says that frames may stand between any rows, and two of them, one below the other,
	// between grids.
	ruled bool
	// cut says that spaces at the ends of lines are missing, so that an empty line may be a row.
	cut bool
	// numbers says that rows are whole numbers, so that the zeros in front of them are lost, and
	// pad that they are put back.
	numbers, pad bool
	// inState says that grids stand in the section State of .sdk, as there is no section Puzzle.
	inState bool
}

// grids joins the rows of grids. Where something stands between grids, it shows where they end.
// Of those between which nothing stands, only the count of rows says where they end, so one row that
// is missing would have all grids behind it made of rows of two. That shows: their clues contradict
// each other, or they have several solutions. So rows are held back until those behind them are
// there, too, and what cannot be assigned to a grid for certain stays as it is, row by row.
type grids struct {
	style
	rows    []gridRow // that were held back
	met     int       // rows since something stood between them
	first   []byte    // the first of these as it stands, if it is damaged
	behind  bool      // a frame stands behind the last of them
	lost    bool      // the first of rows need not start a grid
	bridged int       // how many rows stood before what is between rows and ends no grid
	started bool      // a row was met
	unsure  bool      // an empty line that may be a row may be something else as well
	aside
	sections

	solver  solver.Solver // made when it is needed
	unknown []int         // rows where grids start that are being solved
	puzzles []solver.Grid // these grids
	results []solver.Result
}

// line adds a line to the rows that are held back, or ends the grids before it.
func (g *grids) line(dst, line []byte) []byte {
	kind, row := g.kindOf(line)
	hidden := g.inOtherSection(line, g.inState)
	if g.cut && len(line) == 0 {
		if g.unsure = g.unsure || g.met%9 == 0; g.met%9 != 0 {
			kind, row = cells, []byte(".........")
		}
	}
	if kind == frame && !g.ruled && g.met == 1 && namesColumns(g.rows[0].text) {
		dst = appendEnds(dst, g.rows)
		g.rows, g.met = g.rows[:0], 0
	}
	switch {
	case hidden, kind == damaged && (len(row) >= solver.Cells || asideOf(line) != lost):
		kind = other
	case kind == cells && g.numbered && !g.started:
		g.started, hidden, kind = true, true, other // the header
	case kind != frame, g.banded && g.met > 0 && len(bytes.TrimSpace(line)) == 0:
	case g.met == 0, g.ruled && g.behind, !g.ruled && g.met%3 != 0, !g.ruled && g.met == 9:
		kind = other
	}
	if kind == other && !hidden && g.isBridge(line) {
		kind, g.bridged = frame, g.met
	}
	if kind == other {
		return g.aside.line(g.endRun(dst), line, hidden)
	}
	if g.behind = kind == frame; g.behind {
		g.rows[len(g.rows)-1].lines++
		return dst
	}
	g.started = true
	if kind == damaged && g.met == 9 {
		dst = g.endRun(dst) // as it rather belongs to no grid than to the one before
	}
	if g.met == 0 {
		dst = g.aside.end(dst, kind == cells)
		g.first = append(g.first[:0], line...)
	}
	g.met++
	n := len(g.rows)
	g.rows = slices.Grow(g.rows, 1)[:n+1]
	last := &g.rows[n]
	last.text = append(last.text[:0], row[:min(len(row), maxCells)]...)
	last.damaged, last.lines, last.start = kind == damaged, 1, unknownGrid
	if len(g.rows) < heldRows {
		return dst
	}
	return g.settle(dst, false)
}

// isBridge reports whether a line may stand within a grid where grids follow each other without
// a line between: as long as only the count of rows says where they end, a comment does not.
func (g *grids) isBridge(line []byte) bool {
	if g.met < 18 || g.met%9 == 0 || g.met < g.bridged+9 {
		return false
	}
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] == '#'
}

// namesColumns reports whether what looks like the first row of a grid, above a line, is the head
// of a table, which has no names or numbers for them.
func namesColumns(row []byte) bool {
	return len(bytes.Trim(row, ".")) == 0 || string(row) == "012345678" || string(row) == "123456789"
}

// end writes all that is held back.
func (g *grids) end(dst []byte) []byte { return g.aside.end(g.endRun(dst), false) }

// appendGrid appends a grid, given its cells and how many of them each row has. One with a
// damaged row that could be taken for a good one gets slashes between its rows, or a cell more if
// it has all its cells and more, and one without a row that could be taken for a number without
// its first zeros gets slashes. One of numbers is
// taken for such a number unless it is padded.
func (s *style) appendGrid(dst, cells []byte, lengths []int, faulty bool) []byte {
	if s.numbers && !s.pad && !faulty {
		return appendNumbers(dst, cells)
	}
	var grid solver.Grid
	lacking := len(lengths) > 1 && LostZeros(cells)
	seemsGood := faulty && len(cells) >= solver.Cells && solver.Parse(&grid, cells) < 0
	if !lacking && !seemsGood {
		return append(dst, cells...)
	}
	wrong := slices.IndexFunc(lengths, func(n int) bool { return n != 9 })
	if seemsGood && (wrong < 0 || wrong >= 8 && lengths[8] >= 9) {
		dst = append(append(dst, cells[:solver.Cells]...), solver.Blank)
		return append(dst, cells[solver.Cells:]...)
	}
	at := 0
	for _, n := range lengths {
		dst = append(append(dst, cells[at:at+n]...), '/')
		at += n
	}
	return dst
}

// appendNumbers appends rows of nine digits as the numbers that they were.
func appendNumbers(dst, cells []byte) []byte {
	for row := range slices.Chunk(cells, 9) {
		if row = bytes.TrimLeft(row, "0"); len(row) == 0 {
			row = []byte("0")
		}
		dst = append(dst, row...)
	}
	return dst
}

// sections follows the sections of an .sdk file.
type sections struct {
	left int // lines of the current one, which holds no puzzle
}

// inOtherSection reports whether a line names a section, or is in one that holds no puzzle. Such a
// one ends with its nine lines.
func (s *sections) inOtherSection(line []byte, inState bool) bool {
	name, isSection := sectionOf(line)
	if isSection {
		s.left = 0
		switch strings.ToLower(name) {
		case "state":
			if !inState {
				s.left = 9
			}
		case "pencilmarks", "colours":
			s.left = 9
		}
		return true
	}
	if s.left == 0 || len(bytes.TrimSpace(line)) == 0 {
		return false
	}
	s.left--
	return true
}

// sectionOf returns the name of the section that a line of an .sdk file starts.
func sectionOf(line []byte) (string, bool) {
	name, found := bytes.CutPrefix(bytes.TrimSpace(line), []byte("["))
	name, closed := bytes.CutSuffix(name, []byte("]"))
	return string(name), found && closed && letters(name) > 2 && letters(name) == len(name)
}
