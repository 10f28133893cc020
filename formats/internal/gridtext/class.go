package gridtext

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Class is a Reason without what differs from row to row, such as a position. There
// are few classes, so that counting them takes little memory whatever the rows hold.
type Class struct {
	Kind Kind
	n    int32 // the length of a value, or a character
}

const (
	// manyCharacters is the length from which on values are of one class.
	manyCharacters = 1000
	// notASCII represents all characters that are not ASCII.
	notASCII = utf8.RuneSelf
)

// Facts of classes that represent several values.
const (
	codeOfMany     = " length=1000+"
	codeOfNotASCII = " character=not_ascii"
)

// Class returns the class of a reason.
func (r Reason) Class() Class {
	switch r.Kind {
	case ValueTooShort, ValueTooLong:
		return Class{r.Kind, min(r.A, manyCharacters)}
	case BadCharacter:
		return Class{r.Kind, min(r.B, notASCII)}
	}
	return Class{Kind: r.Kind}
}

// Code returns the class as it is stored: the name of its kind, and what all rows of the class
// share.
func (c Class) Code() string {
	k := &kinds[c.Kind]
	switch {
	case c.Kind == BadCharacter && c.n == notASCII:
		return k.name + codeOfNotASCII
	case c.Kind == BadCharacter:
		return string(k.facts[1].append([]byte(k.name), c.n))
	case c.Kind != ValueTooShort && c.Kind != ValueTooLong:
		return k.name
	case c.n >= manyCharacters:
		return k.name + codeOfMany
	}
	return string(k.facts[0].append([]byte(k.name), c.n))
}

// ParseClass reads a code back. It accepts only what Code returns.
func ParseClass(code string) (Class, bool) {
	name, _, _ := strings.Cut(code, " ")
	c, rest := Class{Kind: kindNamed([]byte(name))}, code[len(name):]
	switch {
	case c.Kind == NoReason:
		return Class{}, false
	case c.Kind == BadCharacter && rest == codeOfNotASCII:
		c.n = notASCII
	case c.Kind == BadCharacter:
		c.n, _, _ = kinds[c.Kind].facts[1].cut([]byte(rest))
	case rest == codeOfMany:
		c.n = manyCharacters
	case rest != "":
		c.n, _, _ = kinds[c.Kind].facts[0].cut([]byte(rest))
	}
	if c.Code() != code {
		return Class{}, false
	}
	return c, true
}

const hasCells = "; a puzzle has 81"

// String returns the class in English.
func (c Class) String() string {
	switch c.Kind {
	case Empty:
		return "empty"
	case ValueTooShort, ValueTooLong:
		if c.n >= manyCharacters {
			return fmt.Sprintf("%d or more characters%s", c.n, hasCells)
		}
		return counted(c.n, "character") + hasCells
	case BadCharacter:
		if c.n == notASCII {
			return "a non-ASCII character"
		}
		return "character " + quoted(c.n)
	case LostZeros:
		return "leading zeros were probably lost"
	case ClueRepeats:
		return "a clue repeats"
	case WrongFields:
		return "wrong number of fields"
	case BadQuotes:
		return "unmatched quotes"
	case RowTooLong:
		return "row too long"
	case NoPuzzle:
		return "no puzzle in the line"
	case SeveralPuzzles:
		return "several puzzles in one line"
	case WrongLines:
		return "number of grid lines not a multiple of 9"
	case BadJSON:
		return "invalid JSON"
	case RepeatedKey:
		return "a key occurs twice"
	}
	return ""
}

// Compare orders classes.
func (c Class) Compare(other Class) int {
	return cmp.Or(cmp.Compare(c.Kind, other.Kind), cmp.Compare(c.n, other.n))
}

// LostZeros reports whether rows of the class may be grids that were taken for numbers, which
// padding repairs.
func (c Class) LostZeros() bool { return c.Kind == LostZeros }

// counted returns a number of things, in the plural unless it is 1.
func counted(n int32, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// quoted returns a character in quotes.
func quoted(c rune) string { return strconv.QuoteRuneToGraphic(c) }
