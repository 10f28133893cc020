package formats

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/layout"
	"github.com/gridmill/gridmill/solver"
)

// parseGrid reads a value as a grid: 81 characters, or a list of 81 cells
// however nested, such as "[[0, 5, ...], ...]". Where it is neither, g becomes
// the zero Grid and the Reason says why.
func parseGrid(g *solver.Grid, value []byte) Reason {
	if len(value) == solver.Cells {
		bad := solver.Parse(g, value)
		if bad < 0 {
			return Reason{}
		}
	}
	*g = solver.Grid{}
	value = bytes.TrimSpace(value)
	switch {
	case len(value) == 0:
		return Reason{kind: isEmpty}
	case value[0] == '[':
		return parseList(g, value)
	case len(value) == solver.Cells && solver.Parse(g, value) < 0:
		return Reason{}
	}
	return faultOf(value)
}

// faultOf returns what is wrong with a value that is not 81 good characters.
func faultOf(value []byte) Reason {
	if len(value) == 9 && !slices.ContainsFunc(value, func(c byte) bool { return !solver.IsCell(c) }) {
		return Reason{kind: rowOfGrid}
	}
	if layout.LostZeros(value) {
		return Reason{kind: lostZeros, a: int32(len(value))}
	}
	if n := utf8.RuneCount(value); n != solver.Cells {
		return Reason{kind: wrongLength, a: int32(n)}
	}
	position := int32(0)
	for len(value) > 0 {
		position++
		r, size := utf8.DecodeRune(value)
		if size > 1 || !solver.IsCell(value[0]) {
			return Reason{wrongCharacter, r, position}
		}
		value = value[size:]
	}
	panic("formats: a good grid has no fault")
}

// parseList reads a list of cells as programs print it: brackets, commas,
// quotes and white space around single digits or blanks, or nulls for these.
func parseList(g *solver.Grid, value []byte) Reason {
	cells := 0
	digit := false // whether the character before belongs to a cell
	var grid solver.Grid
	for i := 0; i < len(value); i++ {
		c := value[i]
		if c == 'n' && !digit && bytes.HasPrefix(value[i:], null) {
			i, c = i+len(null)-1, solver.Blank
		}
		switch {
		case solver.IsCell(c) && !digit:
			if cells < solver.Cells {
				if c-'1' < 9 {
					grid[cells] = c
				} else {
					grid[cells] = solver.Blank
				}
			}
			cells++
			digit = true
		case isListMark(c):
			digit = false
		default:
			return Reason{kind: notAList, a: int32(i + 1)}
		}
	}
	if cells != solver.Cells {
		return Reason{kind: wrongCount, a: int32(cells)}
	}
	*g = grid
	return Reason{}
}

// null is what JSON has where there is no value.
var null = []byte("null")

// likeGrid reports whether a value is a grid or was meant as one: long, and made
// of what grids are made of. The name of a column is not.
func likeGrid(value []byte) bool {
	good := 0
	for _, c := range value {
		if solver.IsCell(c) || isListMark(c) {
			good++
		}
	}
	grid, _ := isGrid(value)
	return grid || len(value) >= solver.Cells/2 && good > len(value)/2
}

// isListMark reports whether c may stand around the cells of a list.
func isListMark(c byte) bool { return bytes.IndexByte([]byte("[](),;'\" \t\r\n"), c) >= 0 }

// isGrid reports whether a value is a grid, and whether all its cells are
// filled. It serves the search for columns, not the hot path.
func isGrid(value []byte) (grid, full bool) {
	var g solver.Grid
	if reason := parseGrid(&g, value); reason.kind != noReason {
		return false, false
	}
	return true, g.Full()
}

// copyGrid copies a grid. Sixteen bytes at a time need no call, which takes longer than
// the copying.
func copyGrid(dst, g *solver.Grid) {
	const last = solver.Cells - 16 // which overlaps those before
	*(*[16]byte)(dst[0:]) = *(*[16]byte)(g[0:])
	*(*[16]byte)(dst[16:]) = *(*[16]byte)(g[16:])
	*(*[16]byte)(dst[32:]) = *(*[16]byte)(g[32:])
	*(*[16]byte)(dst[48:]) = *(*[16]byte)(g[48:])
	*(*[16]byte)(dst[64:]) = *(*[16]byte)(g[64:])
	*(*[16]byte)(dst[last:]) = *(*[16]byte)(g[last:])
}
