package gridtext

// Kind is the kind of error of a row.
type Kind uint8

// The kinds of reasons, with the numbers that a Reason of each holds in A, B and C.
const (
	NoReason       Kind = iota
	Empty               // there is no value
	ValueTooShort       // a value of A characters, not counting list marks
	ValueTooLong        // the same
	BadCharacter        // position A holds character B, which is not a cell
	BadCell             // element A of a list of 81, or of 81 columns, is not one character
	LostZeros           // A digits, which may have been read as a number
	LostDigits          // a number with an exponent
	ClueRepeats         // digit A in house B
	WrongFields         // A fields in a row where B are expected
	BadQuotes           // quotes that do not match
	RowTooLong          // a row of more than A bytes
	NoPuzzle            // a line of several words, none of which is a puzzle
	SeveralPuzzles      // a line with more than one puzzle
	WrongLines          // A lines of grids, not a multiple of nine, on lines B to C of the file
	BadJSON             // a record that is wrong at position A
	RepeatedKey         // a record of JSON in which a key occurs twice
	numKinds            // how many there are
)

// kinds are the names of the kinds in codes, and the facts that codes state: those in A, B and C.
var kinds = [numKinds]struct {
	name  string
	facts [3]fact
}{
	Empty:          {name: "empty"},
	ValueTooShort:  {"too_short", [3]fact{length}},
	ValueTooLong:   {"too_long", [3]fact{length}},
	BadCharacter:   {"bad_character", [3]fact{{name: "position"}, foreign}},
	BadCell:        {"bad_cell", [3]fact{{name: "position"}}},
	LostZeros:      {"lost_zeros", [3]fact{{name: "digits"}}},
	LostDigits:     {name: "lost_digits"},
	ClueRepeats:    {"clue_repeats", [3]fact{{name: "digit"}, {name: "house", form: house}}},
	WrongFields:    {"wrong_fields", [3]fact{{name: "fields"}, {name: "expected"}}},
	BadQuotes:      {name: "bad_quotes"},
	RowTooLong:     {"row_too_long", [3]fact{{name: "limit"}}},
	NoPuzzle:       {name: "no_puzzle"},
	SeveralPuzzles: {name: "several_puzzles"},
	WrongLines:     {"wrong_lines", [3]fact{{name: "lines"}, {name: "first"}, {name: "last"}}},
	BadJSON:        {"bad_json", [3]fact{{name: "position"}}},
	RepeatedKey:    {name: "repeated_key"},
}

// kindNamed returns the kind of a name, or NoReason.
func kindNamed(name []byte) Kind {
	for kind := Empty; kind < numKinds; kind++ {
		if string(name) == kinds[kind].name {
			return kind
		}
	}
	return NoReason
}
