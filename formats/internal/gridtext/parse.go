// Package gridtext parses values as grids. If a value is not a grid, it returns a reason. A reason
// consists of numbers, so that no text is allocated for invalid rows. Files contain it as a code,
// such as "too_short length=78", and messages contain it in English.
package gridtext

import (
	"bytes"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// lostZerosFrom is the minimum length of a number that may be a grid without its leading zeros. A
// shorter number has too few clues for a unique solution.
const lostZerosFrom = 17

// Parse parses a value as a grid, which has 81 cells. Brackets, quotes, commas and white space can
// divide the cells into groups of equal size, such as rows or single cells. If the value is not a
// grid, g becomes the zero Grid and Parse returns the reason.
func Parse(g *solver.Grid, value []byte) Reason {
	switch {
	case len(value) != solver.Cells:
	case IsRule(value):
		*g = solver.Grid{}
		return Reason{Kind: Empty}
	case solver.Parse(g, value) < 0:
		return Reason{}
	}
	var cells [solver.Cells]byte
	enclosed, isList := parseList(&cells, value)
	if isList && solver.Parse(g, cells[:]) < 0 {
		return Reason{}
	}
	n := 0
	var groups groupSizes
	for _, c := range value {
		if isListMark(c) {
			groups.end()
			continue
		}
		if n < solver.Cells {
			cells[n] = c
		}
		n++
		groups.current++
	}
	groups.end()
	if n == solver.Cells && groups.least == groups.most && groups.most > 1 {
		switch {
		case IsRule(cells[:]):
			*g = solver.Grid{}
			return Reason{Kind: Empty}
		case solver.Parse(g, cells[:]) < 0:
			return Reason{}
		}
	}
	*g = solver.Grid{}
	groups.enclosed = enclosed
	return faultIn(bytes.Trim(value, whiteSpace), groups)
}

// IsRule reports whether a value of 81 characters is blank or draws a rule between rows of a table.
// Such a value counts as empty, although each character could stand for a blank cell.
func IsRule(value []byte) bool {
	switch value[0] {
	case ' ', '-', '_', '*':
		return len(bytes.TrimLeft(value, " -_*")) == 0
	}
	return false
}

// groupSizes holds the sizes of the groups into which commas and other list marks divide a value.
// For example, "53,0,0" has groups of two, one and one characters.
type groupSizes struct {
	current, least, most int
	enclosed             int // wrong number of cells between two brackets (see parseList)
	count, firstLong     int // firstLong: 1 + index of the first group of several characters, or 0
}

func (g *groupSizes) end() {
	if g.current == 0 {
		return
	}
	if g.most = max(g.most, g.current); g.least == 0 || g.current < g.least {
		g.least = g.current
	}
	if g.count++; g.firstLong == 0 && g.current > 1 {
		g.firstLong = g.count
	}
	g.current = 0
}

const whiteSpace = " \t\r\n"

// faultIn returns the reason why a value with the given groups is not a grid.
func faultIn(value []byte, groups groupSizes) Reason {
	if len(value) == 0 {
		return Reason{Kind: Empty}
	}
	if isNumber := len(bytes.Trim(value, "0123456789")) == 0; isNumber && value[0] != '0' && len(value) >= lostZerosFrom && len(value) < solver.Cells {
		return Reason{Kind: LostZeros, A: int32(len(value))}
	}
	length, others, position := int32(0), int32(0), int32(0)
	var bad Reason // set at the first character that is neither a cell nor a list mark
	for rest := value; len(rest) > 0; {
		position++
		c, size := utf8.DecodeRune(rest)
		if size > 1 || !isListMark(rest[0]) {
			length++
			if size > 1 || !solver.IsCell(rest[0]) {
				if others++; others == 1 {
					bad = Reason{Kind: BadCharacter, A: position, B: c}
				}
			}
		}
		rest = rest[size:]
	}
	isList := 2*groups.count > solver.Cells
	switch {
	case groups.most > 1 && (groups.count == solver.Cells || isList && length == solver.Cells):
		return Reason{Kind: BadCell, A: int32(groups.firstLong)}
	case length < solver.Cells:
		return Reason{Kind: ValueTooShort, A: length}
	case length > solver.Cells && length-others != solver.Cells:
		return Reason{Kind: ValueTooLong, A: length}
	case bad.Kind == NoReason && groups.most == 1: // only brackets are wrong
		return Reason{Kind: ValueTooShort, A: int32(groups.enclosed)}
	case bad.Kind == NoReason:
		at := firstMark(value)
		return Reason{Kind: BadCharacter, A: int32(at + 1), B: rune(value[at])}
	}
	return bad
}

// firstMark returns the index of the first list mark (see isListMark) after a cell. value must
// contain such a mark.
func firstMark(value []byte) int {
	cell := bytes.IndexFunc(value, func(c rune) bool { return !isListMark(byte(c)) })
	return cell + bytes.IndexFunc(value[cell:], func(c rune) bool { return isListMark(byte(c)) })
}
