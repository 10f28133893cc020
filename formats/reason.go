package formats

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// Reason says why a row is not a puzzle, or why a puzzle has no solution before
// any search. The zero Reason says nothing. It holds numbers and not text, so
// that a row which needs none costs nothing.
type Reason struct {
	kind reasonKind
	a, b int32 // the numbers that the kind's text names, in order
}

type reasonKind uint8

const (
	noReason       reasonKind = iota
	isEmpty                   // there is no value
	wrongLength               // a characters
	wrongCharacter            // a, a rune, at position b
	wrongCount                // a list of a numbers
	notAList                  // a list that cannot be read from position a on
	clueRepeats               // digit a in house b
	wrongFields               // a fields in a row where b are expected
	badQuotes                 // quotes that do not match
	tooLong                   // a row of more than a bytes
	tooManyCells              // more than a cells in a line, without anything between
	rowOfGrid                 // nine cells
	notJSON                   // a record that is no object of JSON from position a on
	lostZeros                 // a digits, which may have been a number
	wrongRow                  // a cells in row b of a grid over several lines
	repeatedKey               // a record of JSON in which a key stands twice
	jsonNaN                   // NaN or an infinity in JSON at position a
	jsonQuotes                // single quotes in JSON at position a
	numKinds                  // how many there are
)

// repeats is the reason of a puzzle whose clues contradict each other.
func repeats(r solver.Repeat) Reason {
	return Reason{clueRepeats, int32(r.Digit), int32(r.House)}
}

// Malformed reports whether the row could not be split into its fields.
func (r Reason) Malformed() bool {
	return r.kind == wrongFields || r.kind == badQuotes || r.kind == tooLong || r.kind == notJSON || r.kind == repeatedKey ||
		r.kind == jsonNaN || r.kind == jsonQuotes
}

// String returns the reason in words.
func (r Reason) String() string { return string(r.AppendText(nil)) }

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
	switch r.kind {
	case isEmpty:
		text("empty")
	case wrongLength:
		counted(r.a, " character")
	case wrongCharacter:
		text("character ")
		dst = strconv.AppendQuoteRuneToGraphic(dst, r.a)
		text(" at position ")
		number(r.b)
	case wrongCount:
		text("a list of ")
		counted(r.a, " cell")
	case notAList:
		text("not a list of cells from position ")
		number(r.a)
	case clueRepeats:
		text("clue ")
		number(r.a)
		text(" repeats in ")
		text(solver.House(r.b).String())
	case wrongFields:
		counted(r.a, " field")
		text(" where ")
		number(r.b)
		text(" are expected")
	case badQuotes:
		text("quotes do not match")
	case tooLong:
		text("longer than ")
		number(r.a)
		text(" bytes")
	case tooManyCells:
		text("more than ")
		number(r.a)
		text(" cells")
	case lostZeros:
		number(r.a)
		text(" digits, as if zeros in front were lost")
	case rowOfGrid:
		text("9 characters: one row of a grid?")
	case wrongRow:
		counted(r.a, " cell")
		text(" in row ")
		number(r.b)
		text(" of the grid")
	case repeatedKey:
		text("a key repeats in the JSON object")
	case notJSON:
		text("not a JSON object from position ")
		number(r.a)
	case jsonNaN:
		text("NaN or an infinity at position ")
		number(r.a)
		text(", where JSON has null")
	case jsonQuotes:
		text("a single quote at position ")
		number(r.a)
		text(", where JSON has a double one")
	}
	return dst
}

// parseReason reads a reason back from its words.
func parseReason(text []byte) (Reason, bool) {
	first, last := numbersOf(text)
	for kind := isEmpty; kind < numKinds; kind++ {
		r := Reason{kind, first, last}
		switch kind {
		case isEmpty, badQuotes, rowOfGrid, repeatedKey:
			r.a, r.b = 0, 0
		case wrongLength, wrongCount, notAList, tooLong, tooManyCells, notJSON, lostZeros, jsonNaN, jsonQuotes:
			r.b = 0
		case wrongCharacter:
			r.a = quotedRune(text)
		case clueRepeats:
			if r.b = houseOf(text, last); r.b < 0 {
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
		if n, good := parseNumber(text[:digits]); good {
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
