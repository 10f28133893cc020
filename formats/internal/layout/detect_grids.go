package layout

import (
	"bytes"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// Grids recognizes grids over several lines, given how a text starts, and whether that is all
// of it. It returns nil for any other text. With pad it puts zeros in front of rows that lost
// them.
func Grids(head []byte, whole, pad bool) *Layout {
	head = bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))
	if holdsLongLines(head) {
		return nil
	}
	names := bytes.ToLower(head)
	inState := !bytes.Contains(names, []byte("[puzzle]")) && bytes.Contains(names, []byte("[state]"))
	var best style
	most := 0
	for _, s := range styles() {
		s.inState = inState
		score := s.score(head, whole)
		if s.banded { // as it could make grids of what is left of several
			score /= 2
		}
		if score > most {
			best, most = s, score
		}
	}
	if most == 0 {
		return nil
	}
	best.pad = pad
	return &Layout{Name: "grids over several lines", newRewriter: best.rewriter}
}

// holdsLongLines reports whether lines hold a whole grid, which speaks against grids over several
// lines, and spares most texts the search for them. Lines that are a grid and nothing else, and
// rows of nine long numbers, may stand among such grids.
func holdsLongLines(head []byte) bool {
	seen, grids := 0, 0
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(plainFrame(line)); len(line) >= solver.Cells && line[0] != '#' && cellsOfNumbers(line) == nil {
			if _, isGrid := gridOf(line); !isGrid {
				return true
			}
			grids++
		}
		if seen++; seen == 100 {
			break
		}
	}
	return 2*grids > seen
}

// styles lists all styles, of which the first that fits best is taken.
func styles() (all []style) {
	for _, numbered := range []bool{false, true} {
		for _, empty := range []byte{0, ',', ';', '\t'} {
			for _, dashes := range []bool{true, false} {
				all = append(all, style{empty: empty, dashes: dashes, numbered: numbered})
			}
		}
	}
	return append(all, style{spaces: true}, style{spaces: true, cut: true}, style{numbers: true},
		style{banded: true, dashes: true}, style{framed: true}, style{ruled: true}, style{framed: true, ruled: true})
}

// score returns how well a style fits: how many more rows of the text are those of good
// grids than are not, and nothing where few are.
func (s style) score(head []byte, whole bool) int {
	s.pad = true
	rewriter := &grids{style: s, aside: aside{counted: true}}
	var out []byte
	started := false
	for line := range bytes.Lines(head) {
		if !bytes.HasSuffix(line, []byte("\n")) && !whole {
			break
		}
		text := bytes.TrimRight(line, "\r\n")
		if s.numbered && !started {
			if !s.numbersColumns(line) {
				return 0
			}
			kind, _ := s.kindOf(text)
			started = kind == cells
		}
		out = rewriter.line(out, text)
	}
	if whole {
		out = rewriter.end(out)
	}
	if rewriter.unsure || s.cut && bytes.Contains(head, []byte(" \n")) {
		return 0
	}
	good, bad := 0, rewriter.kept
	for line := range bytes.Lines(out) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		var grid solver.Grid
		switch {
		case len(line) == 0:
		case len(line) == solver.Cells && solver.Parse(&grid, line) < 0 && (!s.numbers && !s.spaces || seemsPuzzle(&grid)):
			good += 9
		default:
			bad += max(len(line)/9, 1)
		}
	}
	if good > bad {
		return good - bad
	}
	return 0
}

// seemsPuzzle reports whether a grid that was made of any numbers has as many clues as puzzles
// need, and none that contradict each other.
func seemsPuzzle(grid *solver.Grid) bool {
	_, repeats := grid.FindRepeat()
	return !repeats && solver.Cells-bytes.Count(grid[:], []byte{solver.Blank}) >= 17
}

// rewriter returns what joins the rows of grids in the style.
func (s style) rewriter() rewriter { return &grids{style: s} }

// numbersColumns reports whether a line counts from 0 to 8 or from 1 to 9, with something
// between the numbers, as the header of a table without names does.
func (s *style) numbersColumns(line []byte) bool {
	row, _ := s.cellsOf(bytes.TrimSpace(line))
	return 2*len(row) <= len(line)+1 && len(row) == 9 && row[0] != '.' && namesColumns(row)
}
