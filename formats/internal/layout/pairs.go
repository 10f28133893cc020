package layout

import (
	"bytes"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// pairs joins each line that is a puzzle with the next such line, its answer, to a row of CSV. Where
// titles stand in front of puzzles, they are a third field.
type pairs struct {
	titled bool
	title  []byte
	puzzle []byte // that waits for its answer, or empty
	held   int    // lines from the puzzle on that no line stands for yet
}

// maxHeld is how many lines may stand between a puzzle and its answer.
const maxHeld = 32

// Pairs recognizes lines that are a puzzle and its answer in turns, given how a text starts. It
// returns nil for any other text.
func Pairs(head []byte) *Layout {
	var puzzle *solver.Grid
	all, solved, titled, others := 0, 0, false, false
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))) {
		if !bytes.HasSuffix(line, []byte("\n")) && all > 0 || all == 100 {
			break
		}
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 || puzzle == nil && line[0] == '#':
			continue
		case isTitle(line):
			titled, others = titled || all == 0 && puzzle == nil, true
			continue
		}
		grid, _ := listedGrid(line)
		if grid == nil || grid.Full() == (puzzle == nil) {
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
	name := "a puzzle and its answer in turns"
	if others && !titled {
		name += ", without the lines beside them"
	}
	return &Layout{Name: name, Delimiter: ',', newRewriter: func() rewriter { return &pairs{titled: titled} }}
}

// gridOf reads a text that is a grid and nothing else.
func gridOf(text []byte) (grid *solver.Grid, good bool) {
	if len(text) != solver.Cells {
		return nil, false
	}
	grid = new(solver.Grid)
	return grid, solver.Parse(grid, text) < 0
}

// listedGrid reads a grid that may have a label before it and whose cells may be a list. It returns
// its cells, or nil for any other line.
func listedGrid(line []byte) (grid *solver.Grid, cells []byte) {
	cells = withoutLabel(line)
	if len(cells) > solver.Cells {
		cells = bytes.Map(func(c rune) rune {
			if strings.ContainsRune("[](){}, \t", c) {
				return -1
			}
			return c
		}, cells)
	}
	grid, good := gridOf(cells)
	if !good {
		return nil, nil
	}
	return grid, cells
}

// withoutLabel returns a line without the words and the colon, or the equals sign, that stand before
// a grid.
func withoutLabel(line []byte) []byte {
	end := bytes.IndexAny(line, ":=")
	if end < 0 || letters(line[:end]) < 3 || bytes.ContainsAny(line[:end], "0123456789") {
		return line
	}
	return bytes.TrimSpace(line[end+1:])
}

// line holds a puzzle back until its answer comes. Rows stand where their puzzles did.
func (p *pairs) line(dst, line []byte) []byte {
	line = bytes.TrimSpace(line)
	grid, text := listedGrid(line)
	between := len(line) == 0 || isTitle(line)
	switch {
	case grid != nil && !grid.Full():
		dst = p.end(dst)
		p.puzzle, p.held = append(p.puzzle, text...), 1
		return dst
	case grid != nil && len(p.puzzle) > 0:
		p.held++
		return p.appendRow(dst, text)
	case between && len(p.puzzle) > 0 && p.held < maxHeld:
		p.held++
		return dst
	}
	dst = p.end(dst)
	if between && len(line) > 0 {
		p.title = append(p.title[:0], bytes.TrimRight(line, ":")...)
	}
	if between || len(line) > 0 && line[0] == '#' {
		line = nil
	}
	return append(append(dst, line...), '\n')
}

// end writes a puzzle that no answer follows.
func (p *pairs) end(dst []byte) []byte {
	if len(p.puzzle) > 0 {
		dst = p.appendRow(dst, nil)
	}
	return dst
}

// appendRow appends the row of the puzzle, and ends the lines that were held back.
func (p *pairs) appendRow(dst, answer []byte) []byte {
	dst = append(append(append(dst, p.puzzle...), ','), answer...)
	if p.titled {
		dst = scan.AppendQuoted(append(dst, ','), p.title, ',')
	}
	for range p.held {
		dst = append(dst, '\n')
	}
	p.puzzle, p.title, p.held = p.puzzle[:0], p.title[:0], 0
	return dst
}
