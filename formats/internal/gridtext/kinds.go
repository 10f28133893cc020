package gridtext

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// Kind is the kind of a Reason.
type Kind uint8

// The kinds of reasons, with the meaning of A, B and C in a Reason of each kind. List marks are
// brackets, quotes, commas and white space. They can divide a value into groups of characters.
const (
	NoReason       Kind = iota
	Empty               // there is no value
	ValueTooShort       // a value, or the text between two of its brackets, has A characters, not counting list marks
	ValueTooLong        // a value has A characters, not counting list marks
	BadCharacter        // position A holds character B, which is not a cell
	BadCell             // item A of 81, in a list or in columns, is not a digit or a blank
	LostZeros           // a value of A digits that may be a grid without its leading zeros
	ClueRepeats         // digit A occurs more than once in house B
	WrongFields         // the row has A fields instead of B
	MisplacedGrid       // a row has A fields, an unusual number, and a grid in an unusual column
	BadQuotes           // quotes that do not match
	RowTooLong          // a row of more than A bytes
	NoPuzzle            // a line of several words or a chat prompt that contains no puzzle
	SeveralPuzzles      // a line with more than one puzzle
	WrongLines          // lines B to C of the file hold A rows of grids, not a multiple of nine
	BadJSON             // a record that is invalid at position A
	RepeatedKey         // a JSON record in which a key occurs twice
	numKinds            // number of kinds
)

// kinds holds the name, the facts and the English text of each kind. Fields A, B and C of a Reason
// are the values of the facts. In the text, %s is a fact in words, such as "78 characters".
var kinds = [numKinds]struct {
	name  string
	facts [3]fact
	text  string
}{
	Empty:          {"empty", [3]fact{}, "empty"},
	ValueTooShort:  {"too_short", [3]fact{{name: "length", thing: "character"}}, "%s; a puzzle has 81"},
	ValueTooLong:   {"too_long", [3]fact{{name: "length", thing: "character"}}, "%s; a puzzle has 81"},
	BadCharacter:   {"bad_character", [3]fact{{name: "position"}, {name: "character"}}, "%[2]s at position %[1]s"},
	BadCell:        {"bad_cell", [3]fact{{name: "position"}}, "cell %s is not a digit or a blank (null, 10 and 4.0 are invalid)"},
	LostZeros:      {"lost_zeros", [3]fact{{name: "digits", thing: "digit"}}, "%s; leading zeros were probably lost"},
	ClueRepeats:    {"clue_repeats", [3]fact{{name: "digit"}, {name: "house"}}, "clue %s repeats in %s"},
	WrongFields:    {"wrong_fields", [3]fact{{name: "fields", thing: "field"}, {name: "expected"}}, "%s; expected %s"},
	MisplacedGrid:  {"misplaced_grid", [3]fact{{name: "fields", thing: "field"}}, "%s, an unusual number, and a grid in an unusual column"},
	BadQuotes:      {"bad_quotes", [3]fact{}, "unmatched quotes"},
	RowTooLong:     {"row_too_long", [3]fact{{name: "limit"}}, "longer than %s bytes"},
	NoPuzzle:       {"no_puzzle", [3]fact{}, "no puzzle in the line"},
	SeveralPuzzles: {"several_puzzles", [3]fact{}, "several puzzles on one line"},
	WrongLines: {"wrong_lines", [3]fact{{name: "lines", thing: "row"}, {name: "first"}, {name: "last"}},
		"%s of a grid on lines %s to %s; expected 9 per grid"},
	BadJSON:     {"bad_json", [3]fact{{name: "position"}}, "invalid JSON at position %s"},
	RepeatedKey: {"repeated_key", [3]fact{}, "a key occurs twice"},
}

// String returns the name of the kind, such as "bad_json".
func (k Kind) String() string { return kinds[k].name }

// A fact is a statement about a row, such as "length=78". A code consists of a kind and its facts.
// The fact named character has a value such as U+0071, and the fact named house has a value such as
// row3. All other values are numbers.
type fact struct {
	name  string // empty for unused elements of kinds[i].facts
	thing string // singular noun that follows the value in English, such as "digit"; may be empty
}

// append appends a space and the fact, such as "length=78", to the code in dst.
func (f *fact) append(dst []byte, value int32) []byte {
	dst = append(append(append(dst, ' '), f.name...), '=')
	switch f.name {
	case "character":
		return fmt.Appendf(dst, "%U", value)
	case "house":
		return append(dst, houseNames[value]...)
	}
	return strconv.AppendInt(dst, int64(value), 10)
}

// words returns the fact in English. value is the value of the fact.
func (f *fact) words(value int32) string {
	text := strconv.Itoa(int(value))
	switch {
	case f.name == "character":
		return "character " + strconv.QuoteRune(value)
	case f.name == "house":
		return solver.House(value).String()
	case f.thing == "":
		return text
	case value == 1:
		return text + " " + f.thing
	}
	return text + " " + f.thing + "s"
}

// parse returns the value in text, such as 78 in "length=78". It ignores the name and accepts
// unusual spellings of the value, such as numbers with leading zeros.
func (f *fact) parse(text []byte) (int32, bool) {
	_, text, _ = bytes.Cut(text, []byte{'='})
	switch f.name {
	case "character":
		digits, found := bytes.CutPrefix(text, []byte("U+"))
		c, err := strconv.ParseUint(string(digits), 16, 31)
		return int32(c), found && err == nil
	case "house":
		h := slices.Index(houseNames[:], string(text))
		return int32(h), h >= 0
	}
	return ParseNumber(text)
}

// houseNames holds the name of each house in reason codes, such as row3.
var houseNames = func() (names [27]string) {
	for h := range names {
		names[h] = strings.ReplaceAll(solver.House(h).String(), " ", "")
	}
	return names
}()

// ParseNumber parses a decimal number from 0 to 2147483647.
func ParseNumber(text []byte) (int32, bool) {
	n, err := strconv.ParseUint(string(text), 10, 31)
	return int32(n), err == nil
}
