package layout

import (
	"bytes"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// pairs joins each line that is a puzzle with the next line, its answer, to a row of CSV.
type pairs struct {
	puzzle []byte // the last line, if it was a puzzle; else empty
}

// Pairs recognizes lines that are a puzzle and its answer in turns, given how a text starts. It
// returns nil for any other text.
func Pairs(head []byte) *Layout {
	var puzzle *solver.Grid
	all, solved := 0, 0
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))) {
		if !bytes.HasSuffix(line, []byte("\n")) && all > 0 || all == 100 {
			break
		}
		line = bytes.TrimSpace(line)
		if puzzle == nil && (len(line) == 0 || line[0] == '#') {
			continue
		}
		grid, good := gridOf(withoutLabel(line))
		if !good || grid.Full() == (puzzle == nil) {
			return nil
		}
		if puzzle == nil {
			puzzle = grid
			continue
		}
		if all++; grid.SolutionOf(puzzle) {
			solved++
		}
		puzzle = nil
	}
	if 2*solved <= all { // answers can be wrong, but not most of them
		return nil
	}
	return &Layout{Name: "a puzzle and its answer in turns", Delimiter: ',', newRewriter: func() rewriter { return &pairs{} }}
}

// gridOf reads a text that is a grid and nothing else.
func gridOf(text []byte) (grid *solver.Grid, good bool) {
	if len(text) != solver.Cells {
		return nil, false
	}
	grid = new(solver.Grid)
	return grid, solver.Parse(grid, text) < 0
}

// withoutLabel returns a line without the words and the colon that stand before a grid.
func withoutLabel(line []byte) []byte {
	label, text, found := bytes.Cut(line, []byte(":"))
	if !found || letters(label) < 3 || bytes.ContainsAny(label, "0123456789") {
		return line
	}
	return bytes.TrimSpace(text)
}

// line holds a puzzle back until its answer comes. Rows stand where their puzzles did.
func (p *pairs) line(dst, line []byte) []byte {
	text := withoutLabel(bytes.TrimSpace(line))
	grid, good := gridOf(text)
	switch {
	case good && !grid.Full():
		dst = p.end(dst)
		p.puzzle = append(p.puzzle, text...)
		return dst
	case good && len(p.puzzle) > 0:
		dst = append(append(append(dst, p.puzzle...), ','), text...)
		p.puzzle = p.puzzle[:0]
		return append(dst, "\n\n"...)
	}
	dst = p.end(dst)
	if len(text) > 0 && text[0] == '#' {
		line = nil
	}
	return append(append(dst, line...), '\n')
}

// end writes a puzzle that no answer follows.
func (p *pairs) end(dst []byte) []byte {
	if len(p.puzzle) > 0 {
		dst = append(append(dst, p.puzzle...), ",\n"...)
		p.puzzle = p.puzzle[:0]
	}
	return dst
}
