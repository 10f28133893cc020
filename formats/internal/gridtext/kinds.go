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
// brackets, quotes, commas and white space, which can divide a value into groups of characters.
const (
	NoReason       Kind = iota
	Empty               // there is no value
	ValueTooShort       // the value, or the text in a pair of brackets, has only A characters, not counting list marks
	ValueTooLong        // the value has A characters, not counting list marks
	BadCharacter        // position A holds character B, which is not allowed there
	BadCell             // item A of 81, in a list or in columns, is neither a digit nor a blank
	LostZeros           // the value has A digits, and may be a grid without its leading zeros
	LostDigits          // the value is a number in scientific notation
	ClueRepeats         // digit A occurs more than once in house B
	WrongFields         // the row has A fields instead of B
	BadQuotes           // the quotes do not match
	RowTooLong          // the row has more than A bytes
	NoPuzzle            // a line of several words, or a chat prompt, contains no puzzle
	SeveralPuzzles      // the line has more than one puzzle
	WrongLines          // lines B to C of the file hold A rows of grids, and A is not a multiple of nine
	BadLine             // line A of the file, one of nine lines of a grid, does not have nine cells
	BadJSON             // the JSON record is invalid at position A
	RepeatedKey         // a key occurs twice in the JSON record
	NumKinds            // the number of kinds
)

// kinds holds the name, the facts and the English text of each kind. Fields A, B and C of a Reason
// are the values of the facts. In the text, %s is a fact in words, such as "78 characters".
var kinds = [NumKinds]struct {
	name  string
	facts []fact
	text  string
}{
	Empty:          {"empty", nil, "empty"},
	ValueTooShort:  {"too_short", []fact{{name: "length", thing: "character"}}, "%s; a puzzle has 81"},
	ValueTooLong:   {"too_long", []fact{{name: "length", thing: "character"}}, "%s; a puzzle has 81"},
	BadCharacter:   {"bad_character", []fact{{name: "position"}, {name: "character"}}, "%[2]s at position %[1]s"},
	BadCell:        {"bad_cell", []fact{{name: "position"}}, "cell %s is not a digit or a blank (null, 10, 4.0 and empty list items are invalid)"},
	LostZeros:      {"lost_zeros", []fact{{name: "digits", thing: "digit"}}, "%s; leading zeros were probably lost"},
	LostDigits:     {"lost_digits", nil, "a number in scientific notation; most of its digits were lost, so export the original column as text"},
	ClueRepeats:    {"clue_repeats", []fact{{name: "digit"}, {name: "house"}}, "clue %s repeats in %s"},
	WrongFields:    {"wrong_fields", []fact{{name: "fields", thing: "field"}, {name: "expected"}}, "%s; expected %s"},
	BadQuotes:      {"bad_quotes", nil, `unmatched quotes; write "" for a quote in a quoted field`},
	RowTooLong:     {"row_too_long", []fact{{name: "limit"}}, "longer than %s bytes"},
	NoPuzzle:       {"no_puzzle", nil, "no puzzle on the line"},
	SeveralPuzzles: {"several_puzzles", nil, "several puzzles on one line"},
	WrongLines: {"wrong_lines", []fact{{name: "lines", thing: "row"}, {name: "first"}, {name: "last"}},
		"%s of a grid on lines %s to %s; a grid must have 9 rows, without empty lines between them"},
	BadLine:     {"bad_line", []fact{{name: "line"}}, "line %s is a row of a grid, but does not consist of nine cells"},
	BadJSON:     {"bad_json", []fact{{name: "position"}}, "invalid JSON object at position %s"},
	RepeatedKey: {"repeated_key", nil, "a key occurs twice"},
}

// String returns the name of the kind, such as "bad_json".
func (k Kind) String() string { return kinds[k].name }

// A fact is a detail in a reason code, such as "length=78". The fact "character" has a value such
// as U+0071, and the fact "house" has a value such as row3. All other values are numbers.
type fact struct {
	name  string
	thing string // singular noun that follows the value in English, such as "digit"; may be empty
}

// append appends a space and the fact, such as "length=78", to a code.
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

// words returns an English description of the fact for the given value.
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

// parse returns the value in text, such as 78 in "length=78". It does not check the text.
func (f *fact) parse(text []byte) int32 {
	_, text, _ = bytes.Cut(text, []byte{'='})
	switch f.name {
	case "character":
		c, _ := strconv.ParseUint(string(bytes.TrimPrefix(text, []byte("U+"))), 16, 31)
		return int32(c)
	case "house":
		return int32(max(slices.Index(houseNames[:], string(text)), 0))
	}
	n, _ := ParseNumber(text)
	return n
}

// houseNames holds the name of each house in reason codes, such as row3.
var houseNames = func() (names [27]string) {
	for h := range names {
		names[h] = strings.ReplaceAll(solver.House(h).String(), " ", "")
	}
	return names
}()

// ParseNumber parses a decimal number from 0 to 2147483647. It returns false for other text.
func ParseNumber(text []byte) (int32, bool) {
	n, err := strconv.ParseUint(string(text), 10, 31)
	return int32(n), err == nil
}
