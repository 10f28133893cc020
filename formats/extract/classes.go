package extract

import (
	"bytes"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/jsontext"
)

// A class specifies the role that a byte can have in or near a grid.
type class uint8

const (
	letter    class = iota // part of a word, or a byte that no other class covers
	digit                  // 1 to 9
	blank                  // a cell without a digit
	space                  // between cells
	separator              // like space, but a line that contains it is not empty
	lineEnd
	special // handled by scanner.special
)

var classes = func() (table [256]class) {
	set := func(c class, chars string) {
		for i := range len(chars) {
			table[chars[i]] = c
		}
	}
	set(digit, "123456789")
	set(blank, "0._*-xX?")
	set(space, " \t\v\f")
	set(separator, ",;'\"()/!+#>$%@^~")
	set(lineEnd, "\n\r")
	set(special, "&|:=[]{}<\\`\xc2\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xef")
	return table
}()

// markAt decodes the character at the start of text, which can be a JSON escape. It returns the
// result of calling meaning, and the length of the character, or zeros if meaning returns 0.
func markAt(text []byte) (means byte, length int) {
	r, length := utf8.DecodeRune(text)
	if r == '\\' {
		r, length = jsontext.CodeUnit(text)
	}
	if means = meaning(r); means == 0 {
		return 0, 0
	}
	return means, length
}

// meaning returns the ASCII character that means the same as r in a grid, or 0 if there is none. r
// can be a bar, a rule, a blank, a bullet, punctuation or a space.
func meaning(r rune) byte {
	switch r {
	case '\u00a0', '\u2009', '\u200b', '\u202f', '\u20e3', '\ufe0f', '\ufeff':
		return ' '
	case '\u2022':
		return '*'
	case '\u00b7', '\u25a1', '\u25a2', '\u25fb', '\u2b1c':
		return '.'
	case '\u2502', '\u2503', '\u2506', '\u2507', '\u250a', '\u250b', '\u254e', '\u254f', '\u2551', '\uff5c':
		return '|'
	case '\uff01', '\uff08', '\uff09', '\uff0c', '\uff0e':
		return ','
	case '\uff1a':
		return ':'
	}
	switch {
	case r >= 0x2500 && r < 0x2580: // other box-drawing characters
		return '+'
	case r >= 0x3000 && r <= 0x3011: // Chinese and Japanese spaces, punctuation and quotes
		return ' '
	}
	return 0
}

// colors matches ANSI codes for colors and styles. The first character can be escaped (\u001b).
var colors = regexp.MustCompile(`(?:\x1b|\\+(?:u001[bB]|x1[bB]|033|e))\[[0-9:;]*m`)

// colorStarts lists byte sequences. Every match of colors contains at least one of them.
var colorStarts = [][]byte{[]byte("\x1b"), []byte(`\u001`), []byte(`\x1`), []byte(`\033`), []byte(`\e[`)}

func withoutColors(text []byte) []byte {
	if slices.ContainsFunc(colorStarts, func(start []byte) bool { return bytes.Contains(text, start) }) {
		return colors.ReplaceAll(text, nil)
	}
	return text
}

// barAt returns the length of the bar at the start of text, or 0 if there is none.
func barAt(text []byte) int {
	switch {
	case len(text) == 0:
	case text[0] == '|':
		return 1
	case text[0] >= utf8.RuneSelf || text[0] == '\\':
		if means, n := markAt(text); means == '|' {
			return n
		}
	}
	return 0
}
