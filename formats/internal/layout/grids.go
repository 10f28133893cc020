package layout

import (
	"bytes"
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
	// apart says that something stands between grids, so that only it ends them, and a grid
	// with too few or too many rows does not spoil those behind it.
	apart bool
	// numbered says that the first row numbers the columns.
	numbered bool
}

// maxRows is how many rows of a grid are kept, which is enough to see that they are too many.
const maxRows = 12

// grids joins the rows of grids.
type grids struct {
	style
	cells   []byte // of the current grid
	lengths []int  // of its rows
	rows    int    // that were met in it
	faulty  bool   // one of them is damaged
	pending int    // line ends since its first row
	started bool   // a row was met
	section bool   // in a section of an .sdk file that holds no puzzle
}

// line adds a line to the current grid, or ends it.
func (g *grids) line(dst, line []byte) []byte {
	if name, isSection := sectionOf(line); isSection {
		g.section = !strings.EqualFold(name, "puzzle")
		return append(g.end(dst), '\n')
	}
	kind, row := g.kindOf(line)
	switch {
	case g.section:
		kind = other
	case kind == damaged && (g.rows == 9 || g.rows == 0 && (g.apart || !g.started)):
		kind = other // a title that looks like cells
	case kind == cells && g.numbered && !g.started:
		g.started = true
		kind = other
	case kind == frame && g.rows%3 != 0, kind == frame && g.rows == 9:
		kind = other
	}
	if kind == other || kind == frame && g.rows == 0 {
		return append(g.end(dst), '\n')
	}
	g.pending++
	if kind == frame {
		return dst
	}
	g.started = true
	g.faulty = g.faulty || kind == damaged
	if g.rows++; g.rows <= maxRows {
		g.cells = append(g.cells, row...)
		g.lengths = append(g.lengths, len(row))
	}
	if g.rows == 9 && !g.apart {
		dst = g.end(dst)
	}
	return dst
}

// end writes the current grid where it started, and the line ends of its lines. One with a
// damaged row that could be taken for a good one gets slashes between its rows, and so does
// one without a row that could be taken for a number without its first zeros.
func (g *grids) end(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, g.cells...)
	var grid solver.Grid
	lacking := len(g.lengths) > 1 && LostZeros(g.cells)
	if lacking || g.faulty && len(g.cells) >= solver.Cells && solver.Parse(&grid, g.cells) < 0 {
		dst = dst[:start]
		at := 0
		for _, n := range g.lengths {
			dst = append(append(dst, g.cells[at:at+n]...), '/')
			at += n
		}
	}
	for range g.pending {
		dst = append(dst, '\n')
	}
	g.cells, g.lengths, g.rows, g.faulty, g.pending = g.cells[:0], g.lengths[:0], 0, false, 0
	return dst
}

// sectionOf returns the name of the section that a line of an .sdk file starts.
func sectionOf(line []byte) (string, bool) {
	name, found := bytes.CutPrefix(bytes.TrimSpace(line), []byte("["))
	name, closed := bytes.CutSuffix(name, []byte("]"))
	return string(name), found && closed && letters(name) > 2 && letters(name) == len(name)
}
