package formats

import (
	"strconv"

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
	numKinds                  // how many there are
)

// repeats is the reason of a puzzle whose clues contradict each other.
func repeats(r solver.Repeat) Reason {
	return Reason{clueRepeats, int32(r.Digit), int32(r.House)}
}

// Malformed reports whether the row could not be split into its fields.
func (r Reason) Malformed() bool {
	return r.kind == wrongFields || r.kind == badQuotes || r.kind == tooLong || r.kind == notJSON
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
	case notJSON:
		text("not a JSON object from position ")
		number(r.a)
	}
	return dst
}
