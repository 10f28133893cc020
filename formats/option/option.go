package option

import (
	"errors"
	"fmt"
)

// A Name is what an error concerns and people can change: a setting, or a file.
type Name string

// The settings and files that errors name.
const (
	Column         Name = "column"           // which column holds the puzzles
	AllGrids       Name = "all grids"        // that all grids of a column are puzzles, full ones too
	AnswerColumn   Name = "answer column"    // which one holds the answers
	NoAnswerColumn Name = "no answer column" // that none was to be named
	Columns        Name = "columns"          // any choice of columns by name
	SharedColumns  Name = "shared columns"   // the choice of columns that all inputs have
	WithoutColumns Name = "without columns"  // an input among others that has no columns
	Keep           Name = "keep"             // which columns pass through
	ColumnTypes    Name = "column types"     // the same, where types differ from input to input
	NestedColumns  Name = "nested columns"   // the same, where a format cannot hold all
	FewerColumns   Name = "fewer columns"    // the same, where all together are too much
	LeftPad        Name = "left pad"         // whether zeros are put in front of grids
	TextAsCSV      Name = "text as CSV"      // that lines of text have columns
	InputFile      Name = "input file"       // what a file holds that is damaged
	InputName      Name = "input name"       // how a file is called
	Quotes         Name = "quotes"           // around fields of CSV
	InputFormat    Name = "input format"     // the format of the inputs
	OutputFormat   Name = "output format"    // that of the output
	Delimiter      Name = "delimiter"        // between fields of CSV
	Results        Name = "results"          // that the input is a result of an earlier run
	Batch          Name = "batch"            // rows in a batch
	RowGroup       Name = "row group"        // rows in a row group of Parquet
	PartRows       Name = "part rows"        // rows in a part
	Overwrite      Name = "overwrite"        // whether what is there may be replaced
	MaxSolutions   Name = "max solutions"    // how many solutions of a puzzle are looked for
	MaxGuesses     Name = "max guesses"      // the search budget of a puzzle
	SearchLimits   Name = "search limits"    // both of them
	Morphs         Name = "morphs"           // how many morphs were searched for a mean
	LargerBudget   Name = "larger budget"    // a search budget of at least what a result took
	Directory      Name = "directory"        // where parts are stored
	Restart        Name = "restart"          // whether the parts of an earlier run are replaced
	Version        Name = "version"          // of the program that made something
	Against        Name = "against"          // which set another one is compared with
	Wanted         Name = "wanted"           // which puzzles are wanted of those that are made
	BenchResult    Name = "bench result"     // the result of an earlier benchmark
	Diff           Name = "diff"             // the list of all differences between solvers
)

// An Error is a fault that changing a setting or a file can mend.
type Error struct {
	Options []Name // that can mend it, the likeliest first
	// Misused says that a setting asks for what cannot be had, so that the fault is the
	// caller's and not that of the data.
	Misused bool
	Err     error // what is wrong, without advice
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns what is wrong with the data, which the setting can mend.
func Errorf(o Name, format string, args ...any) error {
	return &Error{Options: []Name{o}, Err: fmt.Errorf(format, args...)}
}

// Misuse returns what is wrong with the setting.
func Misuse(o Name, format string, args ...any) error {
	return &Error{Options: []Name{o}, Misused: true, Err: fmt.Errorf(format, args...)}
}

// WithText returns an error with another text that concerns what err concerns, and wraps
// nothing else.
func WithText(err error, text string) error {
	plain := errors.New(text)
	if setting, named := errors.AsType[*Error](err); named {
		return &Error{Options: setting.Options, Misused: setting.Misused, Err: plain}
	}
	return plain
}
