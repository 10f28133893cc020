package formats

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// holdsHoDoKu reports whether most of the first lines belong to a HoDoKu library.
func holdsHoDoKu(h *head) bool {
	lines := h.lines()
	return 2*countWhere(lines, func(line []byte) bool {
		var g solver.Grid
		place, found := fieldOfHoDoKu(line)
		return found && parseHoDoKu(&g, line[place.Start:place.End]) == (Reason{})
	}) > len(lines)
}

// fieldOfHoDoKu returns the span of the puzzle, which is between the third and fourth colons.
func fieldOfHoDoKu(line []byte) (place scan.Span, found bool) {
	colon := []byte(":")
	rest, found := bytes.CutPrefix(line, colon)
	for range 2 {
		_, rest, _ = bytes.Cut(rest, colon)
	}
	field, _, ends := bytes.Cut(rest, colon)
	start := len(line) - len(rest)
	return scan.Span{Start: uint32(start), End: uint32(start + len(field))}, found && ends
}

// parseHoDoKu parses a puzzle. A plus sign precedes each digit that was placed by a solving step.
// These digits count as clues, because the rest of the line refers to the grid that includes them.
func parseHoDoKu(g *solver.Grid, value []byte) Reason {
	if bytes.IndexByte(value, '+') < 0 || len(value) > 2*solver.Cells {
		return parseValue(g, value, false)
	}
	var cells [2 * solver.Cells]byte
	n := copy(cells[:], value)
	return gridtext.Parse(g, slices.DeleteFunc(cells[:n], func(c byte) bool { return c == '+' }))
}
