package gridtext

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// Reason says why a row is not a puzzle, or why a puzzle has no solution before
// any search. The zero Reason says nothing. It holds numbers and not text, so
// that a row which needs none costs nothing.
type Reason struct {
	Kind    Kind
	A, B, C int32
}

// Kind is what is wrong.
type Kind uint8

// The kinds of reasons.
const (
	NoReason       Kind = iota
	Empty               // there is no value
	WrongLength         // A characters
	WrongCharacter      // A, a rune, at position B
	WrongCount          // a list of A numbers
	NotAList            // a list that cannot be read from position A on
	ClueRepeats         // digit A in house B
	WrongFields         // A fields in a row where B are expected
	BadQuotes           // quotes that do not match
	TooLong             // a row of more than A bytes
	TooManyCells        // more than A cells in a line, without anything between
	SeveralPuzzles      // more than one puzzle in a line
	NoPuzzle
	WrongLines
	RowOfGrid   // nine cells
	NotJSON     // a record that is no object of JSON from position A on
	LostZeros   // A digits, which may have been a number
	WrongRow    // A cells in row B of a grid over several lines
	RepeatedKey // a record of JSON in which a key stands twice
	JSONNaN     // NaN or an infinity in JSON at position A
	JSONQuotes  // single quotes in JSON at position A
	numKinds    // how many there are
)

// Repeats is the reason of a puzzle whose clues contradict each other.
func Repeats(r solver.Repeat) Reason {
	return Reason{ClueRepeats, int32(r.Digit), int32(r.House), 0}
}

// Malformed reports whether the row could not be split into its fields.
func (r Reason) Malformed() bool {
	return r.Kind == WrongFields || r.Kind == BadQuotes || r.Kind == TooLong || r.Kind == NotJSON || r.Kind == RepeatedKey ||
		r.Kind == JSONNaN || r.Kind == JSONQuotes
}

// String returns the reason in words.
func (r Reason) String() string { return string(r.AppendText(nil)) }

// withoutNumbers are the texts of kinds that name no number.
var withoutNumbers = [numKinds]string{
	Empty:          "empty",
	BadQuotes:      "quotes do not match",
	SeveralPuzzles: "more than one puzzle in a line",
	RowOfGrid:      "9 characters: one row of a grid?",
	RepeatedKey:    "a key repeats in the JSON object",
}

// AppendText appends the reason in words to dst; nothing for the zero Reason.
func (r Reason) AppendText(dst []byte) []byte {
	number := func(n int32) { dst = strconv.AppendInt(dst, int64(n), 10) }
	text := func(s string) { dst = append(dst, s...) }
	counted := func(n int32, thing string) {
		number(n)
		text(thing)
		if n != 1 {
			text("s")
		}
	}
	text(withoutNumbers[r.Kind])
	switch r.Kind {
	case WrongLength:
		counted(r.A, " character")
	case WrongCharacter:
		text("character ")
		dst = strconv.AppendQuoteRuneToGraphic(dst, r.A)
		text(" at position ")
		number(r.B)
	case WrongCount:
		text("a list of ")
		counted(r.A, " cell")
	case NotAList:
		text("not a list of cells from position ")
		number(r.A)
	case ClueRepeats:
		text("clue ")
		number(r.A)
		text(" repeats in ")
		text(solver.House(r.B).String())
	case WrongFields:
		counted(r.A, " field")
		text(" where ")
		number(r.B)
		text(" are expected")
	case TooLong:
		text("longer than ")
		number(r.A)
		text(" bytes")
	case TooManyCells:
		text("more than ")
		number(r.A)
		text(" cells")
	case LostZeros:
		number(r.A)
		text(" digits, as if zeros in front were lost")
	case WrongRow:
		counted(r.A, " cell")
		text(" in row ")
		number(r.B)
		text(" of the grid")
	case NotJSON:
		text("not a JSON object from position ")
		number(r.A)
	case JSONNaN:
		text("NaN or an infinity at position ")
		number(r.A)
		text(", where JSON has null")
	case JSONQuotes:
		text("a single quote at position ")
		number(r.A)
		text(", where JSON has a double one")
	}
	return dst
}

// ParseReason reads a reason back from its words.
func ParseReason(text []byte) (Reason, bool) {
	first, last := numbersOf(text)
	for kind := Empty; kind < numKinds; kind++ {
		r := Reason{kind, first, last, 0}
		switch kind {
		case Empty, BadQuotes, RowOfGrid, RepeatedKey, SeveralPuzzles:
			r.A, r.B = 0, 0
		case WrongLength, WrongCount, NotAList, TooLong, TooManyCells, NotJSON, LostZeros, JSONNaN, JSONQuotes:
			r.B = 0
		case WrongCharacter:
			r.A = quotedRune(text)
		case ClueRepeats:
			if r.B = houseOf(text, last); r.B < 0 {
				continue
			}
		}
		var said [96]byte
		if bytes.Equal(r.AppendText(said[:0]), text) {
			return r, true
		}
	}
	return Reason{}, false
}

// numbersOf returns the first and the last number in a text.
func numbersOf(text []byte) (first, last int32) {
	seen := false
	for len(text) > 0 {
		digits := 0
		for digits < len(text) && text[digits]-'0' <= 9 {
			digits++
		}
		if n, good := ParseNumber(text[:digits]); good {
			if last = n; !seen {
				first, seen = n, true
			}
		}
		text = text[max(digits, 1):]
	}
	return first, last
}

// quotedRune returns the character that stands in single quotes.
func quotedRune(text []byte) rune {
	_, quoted, _ := bytes.Cut(text, []byte{'\''})
	if len(quoted) > 0 && quoted[0] != '\\' {
		r, _ := utf8.DecodeRune(quoted)
		return r
	}
	r, _, _, err := strconv.UnquoteChar(string(quoted), '\'')
	if err != nil {
		return utf8.RuneError
	}
	return r
}

// houseOf returns the house of which a text ends in the name, "row 3" or the like,
// given the number in it; -1 for none.
func houseOf(text []byte, number int32) int32 {
	if number < 1 || number > 9 {
		return -1
	}
	for kind, name := range []string{" row ", " column ", " box "} {
		if len(text) > len(name) && bytes.HasSuffix(text[:len(text)-1], []byte(name)) {
			return int32(9*kind) + number - 1
		}
	}
	return -1
}

// ParseNumber reads a number from 0 on, as gridmill writes it.
func ParseNumber(text []byte) (int32, bool) {
	n := int64(0)
	for _, c := range text {
		if c-'0' > 9 {
			return 0, false
		}
		if n = 10*n + int64(c-'0'); n > math.MaxInt32 {
			return 0, false
		}
	}
	return int32(n), len(text) > 0
}
