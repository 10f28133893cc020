package gridtext

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// Parse reads a value as a grid: 81 characters, which the same text may separate into rows or
// cells, or white space into cells; or a list of 81 cells however nested, such as
// "[[0, 5, ...], ...]", also as NumPy shows it in Python. Where it is none of these, g becomes the zero
// Grid and the Reason says why.
func Parse(g *solver.Grid, value []byte) Reason {
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
		return Reason{Kind: Empty}
	case StartsList(value[0]):
		return parseList(g, value)
	case bytes.HasPrefix(value, []byte("array([")):
		list := value[len("array("):]
		return parseList(g, list[:bytes.LastIndexByte(list, ']')+1])
	case len(value) == solver.Cells && solver.Parse(g, value) < 0:
		return Reason{}
	}
	for _, size := range []int{9, 1} {
		if cells, good := joinGroups(value, size); good && solver.Parse(g, cells[:]) < 0 {
			return Reason{}
		}
	}
	if cells, good := joinWords(value); good && solver.Parse(g, cells[:]) < 0 {
		return Reason{}
	}
	*g = solver.Grid{}
	return faultOf(value)
}

// joinWords returns the cells of a value in which white space stands around each, as between the
// cells of rows and at their ends, and whether it is one.
func joinWords(value []byte) (cells solver.Grid, good bool) {
	n := 0
	for word := range bytes.FieldsSeq(value) {
		if len(word) != 1 || n == solver.Cells {
			return cells, false
		}
		cells[n] = word[0]
		n++
	}
	return cells, n == solver.Cells
}

// joinGroups returns the cells of a value in which the same text, such as a line end, stands
// between groups of so many cells, and perhaps behind the last, and whether it is one. What may
// be a cell of larger grids separates none.
func joinGroups(value []byte, size int) (cells solver.Grid, good bool) {
	groups, others := solver.Cells/size, len(value)-solver.Cells
	between := others / (groups - 1)
	if between*(groups-1) != others {
		between = others / groups
	}
	if between < 1 || between > 4 {
		return cells, false
	}
	separator := value[size : size+between]
	if scan.MayBeCell(separator[0]) && string(separator) != "-" {
		return cells, false
	}
	at := 0
	for group := range bytes.SplitSeq(bytes.TrimSuffix(value, separator), separator) {
		if len(group) != size || at == solver.Cells {
			return cells, false
		}
		at += copy(cells[at:], group)
	}
	return cells, at == solver.Cells
}

// faultOf returns what is wrong with a value that is not 81 good characters.
func faultOf(value []byte) Reason {
	if len(value) == 9 && !slices.ContainsFunc(value, func(c byte) bool { return !solver.IsCell(c) }) {
		return Reason{Kind: RowOfGrid}
	}
	if row, n := wrongRowIn(value); row > 0 {
		return Reason{WrongRow, int32(n), int32(row), 0}
	}
	if len(value) >= 17 && len(value) < 81 && !slices.ContainsFunc(value, func(c byte) bool { return c-48 > 9 }) {
		return Reason{Kind: LostZeros, A: int32(len(value))}
	}
	if n := utf8.RuneCount(value); n != solver.Cells {
		return Reason{Kind: WrongLength, A: int32(n)}
	}
	position := int32(0)
	for len(value) > 0 {
		position++
		r, size := utf8.DecodeRune(value)
		if size > 1 || !solver.IsCell(value[0]) {
			return Reason{WrongCharacter, r, position, 0}
		}
		value = value[size:]
	}
	panic("gridtext: a good grid has no fault")
}

// wrongRowIn returns the number of the first row that has not nine cells, and how many it has,
// in rows with slashes behind them, or 0. That is what becomes of a grid over several lines with
// such a row.
func wrongRowIn(value []byte) (row, n int) {
	wrong := 0
	for line := range bytes.SplitAfterSeq(value, []byte("/")) {
		cells, whole := bytes.CutSuffix(line, []byte("/"))
		if slices.ContainsFunc(cells, func(c byte) bool { return !solver.IsCell(c) }) {
			return 0, 0
		}
		if !whole {
			break
		}
		if row++; wrong == 0 && len(cells) != 9 {
			wrong, n = row, len(cells)
		}
	}
	return wrong, n
}

// parseList reads a list of cells as programs print it: brackets, commas, quotes and white
// space around single digits or blanks, words for these, numbers with a point behind them, or
// rows of nine cells, in quotes or not.
func parseList(g *solver.Grid, value []byte) Reason {
	cells := 0
	digit := false // whether the character before belongs to a cell
	var grid solver.Grid
	add := func(c byte) {
		if cells < solver.Cells {
			if grid[cells] = solver.Blank; c-'1' < 9 {
				grid[cells] = c
			}
		}
		cells++
	}
	for i := 0; i < len(value); i++ {
		c := value[i]
		if word := nullAt(value[i:]); word > 0 && !digit {
			i, c = i+word-1, solver.Blank
		}
		switch {
		case (c == '"' || c == '\'') && !digit && isQuotedRow(value[i:]):
			for _, c := range value[i+1 : i+10] {
				add(c)
			}
			i, digit = i+10, false
		case solver.IsCell(c) && !digit && isRow(value[i:]):
			for _, c := range value[i : i+9] {
				add(c)
			}
			i, digit = i+8, true
		case solver.IsCell(c) && !digit:
			add(c)
			i, digit = i+pointBehind(value[i:]), true
		case isListMark(c):
			digit = false
		default:
			return Reason{Kind: NotAList, A: int32(i + 1)}
		}
	}
	if cells != solver.Cells {
		return Reason{Kind: WrongCount, A: int32(cells)}
	}
	*g = grid
	return Reason{}
}

// isQuotedRow reports whether a text starts with nine cells between its first character, a
// quote, and another such.
func isQuotedRow(text []byte) bool {
	if len(text) < 11 || text[10] != text[0] {
		return false
	}
	return !slices.ContainsFunc(text[1:10], func(c byte) bool { return !solver.IsCell(c) })
}

// isRow reports whether a text starts with nine cells that are no number with a point. What follows
// them is looked at later.
func isRow(text []byte) bool {
	return len(text) > 9 && solver.IsCell(text[1]) && pointBehind(text) != 8 &&
		!slices.ContainsFunc(text[2:9], func(c byte) bool { return !solver.IsCell(c) })
}

// pointBehind returns how long the point and the zeros are that stand behind the digit with
// which a text starts, as they do in a floating-point number.
func pointBehind(text []byte) int {
	if text[0]-'0' > 9 || len(text) < 2 || text[1] != '.' {
		return 0
	}
	n := 2
	for n < len(text) && text[n] == '0' {
		n++
	}
	return n - 1
}

// nullAt returns the length of the word with which a text starts, if it is what JSON or Python
// have where there is no value, or 0.
func nullAt(text []byte) int {
	for _, word := range []string{"null", "None", "nan", "NaN"} {
		if text[0] == word[0] && bytes.HasPrefix(text, []byte(word)) {
			return len(word)
		}
	}
	return 0
}

// IsLikeGrid reports whether a value is a grid or was meant as one: long, and made
// of what grids are made of. The name of a column is not.
func IsLikeGrid(value []byte) bool {
	good := 0
	for _, c := range value {
		if solver.IsCell(c) || isListMark(c) {
			good++
		}
	}
	grid, _ := IsGrid(value)
	return grid || len(value) >= solver.Cells/2 && good > len(value)/2
}

// StartsList reports whether lists start with c.
func StartsList(c byte) bool { return c == '[' || c == '(' || c == '{' }

// isListMark reports whether c may stand around the cells of a list.
func isListMark(c byte) bool { return bytes.IndexByte([]byte("[](){},;'\" \t\r\n"), c) >= 0 }

// IsGrid reports whether a value is a grid, and whether all its cells are
// filled. It serves the search for columns, not the hot path.
func IsGrid(value []byte) (grid, full bool) {
	var g solver.Grid
	if reason := Parse(&g, value); reason.Kind != NoReason {
		return false, false
	}
	return true, g.Full()
}
