package formats

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// parseReason reads a reason back from its words.
func parseReason(text []byte) (Reason, bool) {
	first, last := numbersOf(text)
	for kind := isEmpty; kind < numKinds; kind++ {
		r := Reason{kind, first, last}
		switch kind {
		case isEmpty, badQuotes, rowOfGrid:
			r.a, r.b = 0, 0
		case wrongLength, wrongCount, notAList, tooLong, tooManyCells, notJSON, lostZeros:
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
