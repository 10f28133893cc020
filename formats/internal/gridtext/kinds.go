package gridtext

// Kind is the kind of error in a row.
type Kind uint8

// The kinds of reasons, with the meaning of A, B and C in a Reason of each kind.
const (
	NoReason       Kind = iota
	Empty               // there is no value
	ValueTooShort       // a value of A characters, not counting list marks
	ValueTooLong        // a value of A characters, not counting list marks
	BadCharacter        // position A holds character B, which is not a cell
	BadCell             // element A of a list of 81, or of 81 columns, is not one character
	LostZeros           // A digits, which may have been read as a number
	ClueRepeats         // digit A in house B
	WrongFields         // A fields in a row where B are expected
	BadQuotes           // quotes that do not match
	RowTooLong          // a row of more than A bytes
	NoPuzzle            // a line of several words, none of which is a puzzle
	SeveralPuzzles      // a line with more than one puzzle
	WrongLines          // A lines of grids, not a multiple of nine, on lines B to C of the file
	BadJSON             // a record that is wrong at position A
	RepeatedKey         // a JSON record in which a key occurs twice
	numKinds            // number of kinds
)

// kinds is the table of kinds. It holds the name of each kind in codes, the facts for which A, B
// and C are the values, and English text in which %s represents a fact.
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
	BadQuotes:      {"bad_quotes", [3]fact{}, "unmatched quotes"},
	RowTooLong:     {"row_too_long", [3]fact{{name: "limit"}}, "longer than %s bytes"},
	NoPuzzle:       {"no_puzzle", [3]fact{}, "no puzzle in the line"},
	SeveralPuzzles: {"several_puzzles", [3]fact{}, "several puzzles in one line"},
	WrongLines: {"wrong_lines", [3]fact{{name: "lines", thing: "row"}, {name: "first"}, {name: "last"}},
		"%s of a grid on lines %s to %s; expected a multiple of 9"},
	BadJSON:     {"bad_json", [3]fact{{name: "position"}}, "invalid JSON at position %s"},
	RepeatedKey: {"repeated_key", [3]fact{}, "a key occurs twice"},
}

// String returns the name of the kind in codes.
func (k Kind) String() string { return kinds[k].name }

// kindNamed returns the kind with the given name, or NoReason.
func kindNamed(name []byte) Kind {
	for kind := Empty; kind < numKinds; kind++ {
		if string(name) == kind.String() {
			return kind
		}
	}
	return NoReason
}
