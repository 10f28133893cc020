package gridtext

import (
	"cmp"
	"strconv"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// A Class is a Reason without what differs from row to row, such as a position. There
// are few classes, so that counting them takes little memory whatever the rows hold.
type Class struct {
	Kind Kind
	n    int32 // of characters or cells; a character; 1 for more fields, and not fewer
}

const (
	// manyCells is the number from which on numbers of characters or cells are one class.
	manyCells = 1000
	// notASCII stands for all characters that are not ASCII.
	notASCII = utf8.RuneSelf
)

// Class returns the class of a reason.
func (r Reason) Class() Class {
	switch r.Kind {
	case WrongLength, WrongCount:
		return Class{r.Kind, min(r.A, manyCells)}
	case WrongCharacter:
		return Class{r.Kind, min(r.A, notASCII)}
	case WrongFields:
		if r.A > r.B {
			return Class{r.Kind, 1}
		}
	}
	return Class{Kind: r.Kind}
}

// String returns the class in words.
func (c Class) String() string {
	switch {
	case c.Kind == WrongLength && c.n >= manyCells:
		return "1000 characters or more"
	case c.Kind == WrongCount && c.n >= manyCells:
		return "a list of 1000 cells or more"
	case c.Kind == WrongCharacter && c.n >= notASCII:
		return "a character that is not ASCII"
	case c.Kind == WrongCharacter:
		return "character " + strconv.QuoteRuneToGraphic(c.n)
	case c.Kind == WrongFields && c.n > 0:
		return "more fields than expected"
	case c.Kind == WrongFields:
		return "fewer fields than expected"
	case c.Kind == NotAList:
		return "not a list of cells"
	case c.Kind == ClueRepeats:
		return "a clue repeats"
	case c.Kind == NotJSON:
		return "not a JSON object"
	case c.Kind == JSONNaN:
		return "NaN or an infinity, where JSON has null"
	case c.Kind == JSONQuotes:
		return "a single quote, where JSON has a double one"
	case c.Kind == WrongRow:
		return "too many or too few cells in a row of the grid"
	case c.Kind == TooLong:
		return Reason{Kind: TooLong, A: scan.MaxRow}.String()
	case c.Kind == LostZeros:
		return "fewer than 81 digits, as if zeros in front were lost"
	case c.Kind == TooManyCells:
		return Reason{Kind: TooManyCells, A: solver.Cells}.String()
	}
	return Reason{Kind: c.Kind, A: c.n}.String()
}

// Compare orders classes.
func (c Class) Compare(other Class) int {
	return cmp.Or(cmp.Compare(c.Kind, other.Kind), cmp.Compare(c.n, other.n))
}

// LostZeros reports whether rows of the class may be grids that were taken for numbers, which
// padding mends.
func (c Class) LostZeros() bool { return c.Kind == LostZeros }

// ParseClass reads a class back from its words.
func ParseClass(text string) (Class, bool) {
	number, _ := numbersOf([]byte(text))
	for kind := Empty; kind < numKinds; kind++ {
		for _, n := range []int32{0, 1, number, notASCII, quotedRune([]byte(text))} {
			if c := (Class{kind, n}); c.String() == text {
				return c, true
			}
		}
	}
	return Class{}, false
}
