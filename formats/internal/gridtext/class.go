package gridtext

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Class is a Reason without the facts that differ from row to row, such as a position. There are
// few classes, so counting them takes little memory for any input.
type Class struct {
	Kind Kind
	n    int32 // the length of a value, or a character
}

// Class returns the class of a reason.
func (r Reason) Class() Class {
	if f, i := r.Kind.shared(); f != nil {
		return Class{r.Kind, min([...]int32{r.A, r.B, r.C}[i], f.most)}
	}
	return Class{Kind: r.Kind}
}

// Code returns the class as it is stored: the name of its kind, and the fact that all rows of the
// class share.
func (c Class) Code() string {
	code := []byte(kinds[c.Kind].name)
	switch f, _ := c.Kind.shared(); {
	case f == nil:
	case c.n >= f.most:
		code = append(f.appendName(code), f.many...)
	default:
		code = f.append(code, c.n)
	}
	return string(code)
}

// ParseClass reads a code back. It accepts only what Code returns.
func ParseClass(code string) (Class, bool) {
	name, _, _ := strings.Cut(code, " ")
	c := Class{Kind: kindNamed([]byte(name))}
	if f, _ := c.Kind.shared(); f != nil {
		if c.n = f.most; c.Code() != code {
			c.n, _, _ = f.cut([]byte(code[len(name):]))
		}
	}
	if c.Kind == NoReason || c.Code() != code {
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
		if c.n == manyCharacters {
			return fmt.Sprintf("%d or more characters%s", c.n, hasCells)
		}
		return counted(c.n, "character") + hasCells
	case BadCharacter:
		if c.n == notASCII {
			return "a non-ASCII character"
		}
		return "character " + quoted(c.n)
	case BadCell:
		return "a cell is not a digit or a blank (null, 10 and 4.0 are not)"
	case LostDigits:
		return "a number such as 2.04e+79, so most digits were lost; store puzzles as text"
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

// LostZeros reports whether rows of the class may be grids that were read as numbers, which padding
// repairs.
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
