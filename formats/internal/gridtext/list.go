package gridtext

import "github.com/gridmill/gridmill/solver"

// Kinds of characters in the text of a list (see parseList).
const (
	isOther = iota
	isMark
	opens
	closes
)

var listKinds = [256]uint8{
	'[': opens, ']': closes, '(': opens, ')': closes, '{': opens, '}': closes,
	'\'': isMark, '"': isMark, ',': isMark, ' ': isMark, '\t': isMark, '\r': isMark, '\n': isMark,
}

// isListMark reports whether a character can surround the cells of a list.
func isListMark(c byte) bool { return listKinds[c] != isOther }

// parseList stores the 81 characters of a list in cells. The 81 characters must be separated by
// commas, quotes, brackets or white space. Each pair of brackets must enclose either all characters
// or nine characters. If a pair encloses another number of characters, parseList returns this
// number and false.
func parseList(cells *[solver.Cells]byte, value []byte) (size int, ok bool) {
	const side = 9
	n, start, before, bracket := 0, 0, uint8(isMark), uint8(opens)
	for _, c := range value {
		kind := listKinds[c]
		switch {
		case kind == isOther:
			if n == solver.Cells || before == isOther {
				return 0, false
			}
			cells[n] = c
			n++
		case kind != isMark:
			size := n - start
			if isList := kind == closes && bracket == opens; isList && size != side && size != solver.Cells || !isList && size != 0 {
				return size, false
			}
			start, bracket = n, kind
		}
		before = kind
	}
	return n, n == solver.Cells
}
