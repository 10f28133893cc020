// Package gridtext parses values as grids, and gives a reason if a value is not a grid. Files
// contain reasons as codes, such as "too_short length=78", and messages contain them in English.
package gridtext

import (
	"bytes"
	"cmp"
	"regexp"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// lostZerosFrom is the minimum length of a number that may be a grid without its leading zeros. It
// allows for 26 lost zeros, although a puzzle with only one solution starts with at most 17.
const lostZerosFrom = solver.Cells - 27 + 1

// Parse parses a value as a grid, which has 81 cells. Brackets, quotes, commas and white space can
// divide the cells into groups of equal size, such as rows or single cells. Groups of different
// sizes are an error. For example, a list of 80 items, one of which is 10, has 81 digits but is not
// a grid. If the value is not a grid, Parse sets g to the zero Grid and returns the reason.
func Parse(g *solver.Grid, value []byte) Reason {
	switch {
	case len(value) != solver.Cells:
	case IsRule(value):
		*g = solver.Grid{}
		return Reason{Kind: Empty}
	case solver.Parse(g, value) < 0:
		return Reason{}
	}
	var l layout
	l.read(value)
	cells := l.cells[:]
	isList := l.length == solver.Cells && l.groups == solver.Cells && !l.badBrackets
	isGrouped := l.length == solver.Cells && l.groups*l.most == solver.Cells
	switch {
	case isGrouped && IsRule(cells):
		*g = solver.Grid{}
		return Reason{Kind: Empty}
	case (isList || isGrouped) && solver.Parse(g, cells) < 0:
		return Reason{}
	}
	*g = solver.Grid{}
	return faultIn(bytes.Trim(value, whiteSpace), &l)
}

// IsRule reports whether a value of 81 characters consists of spaces, dashes, underscores and
// asterisks. Such a value counts as empty, because it is white space or a horizontal line.
func IsRule(value []byte) bool {
	switch value[0] {
	case ' ', '-', '_', '*':
		return len(bytes.TrimLeft(value, " -_*")) == 0
	}
	return false
}

// Kinds of characters. All kinds except isOther are list marks.
const (
	isOther = iota
	isMark
	opens
	closes
)

var kindOf = [256]uint8{
	'[': opens, ']': closes, '(': opens, ')': closes, '{': opens, '}': closes,
	'\'': isMark, '"': isMark, ',': isMark, ' ': isMark, '\t': isMark, '\r': isMark, '\n': isMark,
}

// A layout describes the groups into which list marks divide a value: 2, 1 and 1 in "53,0,0".
type layout struct {
	cells     [solver.Cells]byte // the first characters, not counting list marks
	length    int                // number of characters, not counting list marks
	groups    int                // number of groups
	most      int                // number of characters in the largest group, or 0 if each group has one character
	firstLong int                // 1-based index of the first group of several characters, or 0
	// badBrackets is set if the number of characters between two adjacent brackets is wrong. The
	// number must be 9 or 81 inside a pair, and 0 elsewhere. enclosed is the first wrong number.
	badBrackets bool
	enclosed    int
}

// read sets l to the layout of a value. Before the call, l must be zero.
func (l *layout) read(value []byte) {
	n, size := 0, 0                   // characters so far, and characters in the current group
	start, bracket := 0, uint8(opens) // value of n at the last bracket, and the kind of that bracket
	for _, c := range value {
		kind := kindOf[c]
		if kind == isOther {
			if n < solver.Cells {
				l.cells[n] = c
			}
			n++
			if size++; size == 1 {
				l.groups++
				continue
			}
			l.most = max(l.most, size)
			l.firstLong = cmp.Or(l.firstLong, l.groups)
			continue
		}
		size = 0
		if kind == isMark || l.badBrackets {
			continue
		}
		l.enclosed = n - start
		if kind == closes && bracket == opens {
			l.badBrackets = l.enclosed != 9 && l.enclosed != solver.Cells
		} else {
			l.badBrackets = l.enclosed != 0
		}
		start, bracket = n, kind
	}
	l.length = n
}

const whiteSpace = " \t\r\n"

// scientific matches the scientific notation of a number of 55 to 81 digits.
var scientific = regexp.MustCompile(`^\d(?:[.,]\d+)?[eE]\+(?:5[4-9]|[67]\d|80)$`)

// faultIn returns the reason why a value with the given layout is not a grid.
func faultIn(value []byte, l *layout) Reason {
	if len(value) == 0 {
		return Reason{Kind: Empty}
	}
	isNumber := len(bytes.Trim(value, "0123456789")) == 0
	if isNumber && bytes.IndexByte(value, '0') > 0 && len(value) >= lostZerosFrom && len(value) < solver.Cells {
		return Reason{Kind: LostZeros, A: int32(len(value))}
	}
	if scientific.Match(value) {
		return Reason{Kind: LostDigits}
	}
	var length, others, position int32
	var commas, empty int32 // number of commas; 1-based index of the first empty item
	var bad Reason          // reports the first character that is neither a cell nor a list mark
	var mark Reason         // reports the first list mark after a cell; used if no other reason applies
	for rest := value; len(rest) > 0; {
		position++
		c, size := utf8.DecodeRune(rest)
		if size > 1 || kindOf[rest[0]] == isOther {
			length++
			if size > 1 || !solver.IsCell(rest[0]) {
				if others++; others == 1 {
					bad = Reason{Kind: BadCharacter, A: position, B: c}
				}
			}
		} else if mark.Kind == NoReason && length > 0 {
			mark = Reason{Kind: BadCharacter, A: position, B: c}
		}
		if rest[0] == ',' {
			if commas++; length < commas && empty == 0 {
				empty = commas
			}
		}
		rest = rest[size:]
	}
	isList := 2*l.groups > solver.Cells
	switch {
	case bad.B < '\t' && bad.Kind != NoReason: // the cells are probably the bytes 0 to 9, but byte 9 (a tab) was not counted
		return bad
	case l.most > 1 && (l.groups == solver.Cells || isList && length == solver.Cells):
		return Reason{Kind: BadCell, A: int32(l.firstLong)}
	case length < solver.Cells && commas == solver.Cells-1:
		return Reason{Kind: BadCell, A: cmp.Or(empty, solver.Cells)}
	case length < solver.Cells:
		return Reason{Kind: ValueTooShort, A: length}
	case length > solver.Cells && length-others != solver.Cells:
		return Reason{Kind: ValueTooLong, A: length}
	case bad.Kind == NoReason && l.groups == solver.Cells: // only the brackets are wrong
		return Reason{Kind: ValueTooShort, A: int32(l.enclosed)}
	}
	return cmp.Or(bad, mark)
}
