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
	// apart says that something stands between grids, so that only it ends them, and a grid
	// with too few or too many rows does not spoil those behind it.
	apart bool
	// numbered says that the first row numbers the columns.
	numbered bool
	// framed says that all cells stand between bars, where a space is a blank.
	framed bool
	// banded says that an empty line may stand between rows as a frame does.
	banded bool
	// ruled says that frames may stand between any rows, and two of them, one below the other,
	// between grids.
	ruled bool
	// numbers says that rows are whole numbers, so that the zeros in front of them are lost, and
	// pad that they are put back.
	numbers, pad bool
	// inState says that grids stand in the section State of .sdk, as there is no section Puzzle.
	inState bool
}

// maxRows is how many rows of a grid are kept, which is enough to see that they are too many.
const maxRows = 12

// grids joins the rows of grids between which something stands.
type grids struct {
	style
	cells   []byte // of the current grid
	lengths []int  // of its rows
	rows    int    // that were met in it
	faulty  bool   // one of them is damaged
	behind  bool   // a frame stands behind the last of them
	pending int    // line ends since its first row
	started bool   // a row was met
	sections
}

// line adds a line to the current grid, or ends it.
func (g *grids) line(dst, line []byte) []byte {
	kind, row := g.kindOf(line)
	if g.inOtherSection(line, g.inState) {
		kind = other
	}
	switch {
	case kind == damaged && (g.rows == 9 || g.rows == 0):
		kind = other // a title that looks like cells
	case kind == cells && g.numbered && !g.started:
		g.started = true
		kind = other
	case kind != frame:
	case g.ruled && g.behind, !g.ruled && g.rows%3 != 0, !g.ruled && g.rows == 9:
		kind = other
	}
	if kind == other || kind == frame && g.rows == 0 {
		dst = g.end(dst)
		if kind == other && !g.other && meantAsCells(bytes.TrimSpace(line)) {
			dst = append(dst, line...) // which is no row of a grid, and must not be lost
		}
		return append(dst, '\n')
	}
	g.pending++
	if g.behind = kind == frame; g.behind {
		return dst
	}
	g.started = true
	g.faulty = g.faulty || kind == damaged
	if g.rows++; g.rows <= maxRows {
		g.cells = append(g.cells, row...)
		g.lengths = append(g.lengths, len(row))
	}
	return dst
}

// end writes the current grid where it started, and the line ends of its lines.
func (g *grids) end(dst []byte) []byte {
	dst = g.appendGrid(dst, g.cells, g.lengths, g.faulty)
	for range g.pending {
		dst = append(dst, '\n')
	}
	g.cells, g.lengths, g.rows, g.faulty, g.behind, g.pending = g.cells[:0], g.lengths[:0], 0, false, false, 0
	return dst
}

// appendGrid appends a grid, given its cells and how many of them each row has. One with a
// damaged row that could be taken for a good one gets slashes between its rows, and so does
// one without a row that could be taken for a number without its first zeros. One of numbers is
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
	other bool // the current one holds no puzzle
}

// inOtherSection reports whether a line names a section, or is in one that holds no puzzle.
func (s *sections) inOtherSection(line []byte, inState bool) bool {
	name, isSection := sectionOf(line)
	if isSection {
		s.other = !strings.EqualFold(name, "puzzle") && (!inState || !strings.EqualFold(name, "state"))
	}
	return isSection || s.other
}

// sectionOf returns the name of the section that a line of an .sdk file starts.
func sectionOf(line []byte) (string, bool) {
	name, found := bytes.CutPrefix(bytes.TrimSpace(line), []byte("["))
	name, closed := bytes.CutSuffix(name, []byte("]"))
	return string(name), found && closed && letters(name) > 2 && letters(name) == len(name)
}
