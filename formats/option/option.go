// Package option lists the settings and files that users can change to fix an error. A library
// attaches a setting or file to an error. A program, which knows the names of its flags, adds
// advice. The package also parses numbers in values of settings.
package option

import (
	"errors"
	"fmt"
	"io"
	"regexp"
)

// A Name is a setting or a file that users can change to fix an error. Its value is the advice that
// ends an error message. In the advice, the program replaces words in braces with the names of its
// flags. The advice is empty if the message already lists the choices.
type Name string

// The settings and files that error messages refer to.
const (
	Column         Name = "use {column} to name the column of the puzzles"
	AllGrids       Name = "to read them as puzzles anyway, use {column} to name their column"
	OtherColumn    Name = "if its puzzles are in another column, write them to a file of their own with gridmill convert FILE {column} COLUMN {output} PUZZLES.txt"
	Criterion      Name = "use {by} solution to compare solutions, or compare a file that holds only puzzles (gridmill convert FILE {column} COLUMN {output} PUZZLES.txt writes one)"
	FullLines      Name = "to read them as puzzles anyway, use {from} to name their format"
	Divider        Name = "if such lines are rows, use {blanks} to say which mark is a blank; if they divide grids, write empty lines instead"
	FirstCell      Name = "use {column} to name the column of the first cell"
	Recognition    Name = "see gridmill help input for the formats of 9x9 puzzles, or force a format with {from} FORMAT"
	Records        Name = `write an array of objects, each with one puzzle under a key such as "puzzle"`
	OneArray       Name = "save the array that holds the puzzles to a separate file"
	OtherFile      Name = "leave the file out if it is not data (a pattern such as 'DIR/*.csv' selects only some files of a directory)"
	AnswerColumn   Name = "use {answer-column} to name the column of answers, or {answer-column} none to ignore answers"
	Predictions    Name = "use {predictions} to name the columns that contain outputs"
	BesideOutputs  Name = "add a column that holds the puzzle of each row; if gridmill does not find the column, use {column} to name it; puzzles inside other text are found only in chats (lists of messages)"
	KeptOutput     Name = "add it to {keep}"
	NoAnswerColumn Name = "leave out {answer-column}"
	Columns        Name = ""
	CommaColumn    Name = "a list cannot contain a name with a comma; {keep} accepts the number of the column instead, but {select} and {types} do not"
	AddedColumns   Name = "or add the requested column with {with} " // the word for --with follows
	Statistics     Name = "or add the requested column to {stats}"
	Steps          Name = "add {with} steps"
	Select         Name = "use {select} to choose one column of grids, or write another format"
	SharedColumns  Name = "use {keep} to name only columns that all inputs have ({keep} none leaves out all columns), or process the inputs separately"
	OneHeader      Name = "if the inputs are parts of one file, join them first (for example, cat part_* > all.csv); if not, add a header"
	SharedAnswers  Name = "use {answer-column} none, or process the inputs separately"
	OnlyPuzzles    Name = "use {keep} none and {answer-column} none, or process the inputs separately"
	WithoutColumns Name = "leave out the input without columns if it is not part of the data"
	Keep           Name = "use {keep} to select fewer columns, or write another format"
	ColumnTypes    Name = "use {keep} to leave out columns whose types differ ({keep} none leaves out all columns), or process the inputs separately"
	OldColumn      Name = "leave it out of {keep}; {with} computes ratings and classes again"
	NestedColumns  Name = "use {keep} to leave them out, or write Parquet"
	FewerColumns   Name = "use {keep} to leave out columns"
	LeftPad        Name = "leave out {left-pad}, or store the data as CSV first"
	LostZeros      Name = "in text and CSV, use {left-pad} to restore the zeros"
	Blanks         Name = "leave out {blanks}"
	Fields         Name = "leave out {fields}, or choose the right number"
	Delimiter      Name = "leave out {delimiter}"
	Header         Name = "leave out {header}"
	ArrayBlanks    Name = "in all arrays, write 0 for a blank and 1 to 9 for the digits; if gridmill detected the wrong number for a blank, set the right one with {blanks}"
	TextAsCSV      Name = "use {from} csv to read the file as CSV, or leave out the options that name columns"
	InputFile      Name = "download or write the file again"
	InputName      Name = "rename it"
	Quotes         Name = "repair the file"
	InputFormat    Name = "leave out {from}, or name the right format"
	OutputFormat   Name = "or choose the format with {to}"
	Results        Name = ""
	WholeResult    Name = "use a file that gridmill solve wrote without {select}; to check the answers in a file of puzzles, run gridmill solve"
	Batch          Name = "choose a smaller {batch}, or use {keep} to leave out the column"
	RowGroup       Name = "make row groups larger with {row-group}, or write several files"
	PartRows       Name = "increase {part-rows}"
	Overwrite      Name = "choose another name, or add {overwrite} to replace it"
	MaxSolutions   Name = "use the same {max-solutions} as the run that wrote the result"
	MaxGuesses     Name = "use the same {max-guesses} as the run that wrote the result"
	SearchLimits   Name = "use the same {max-solutions} and {max-guesses} as the run that wrote the result"
	Morphs         Name = "use the same {with} guesses_mean:N as the run that wrote the result"
	MadeTypes      Name = "if the run that wrote the result used {types}, use the same {types}"
	LargerBudget   Name = "raise {max-guesses} to at least its value in the run that wrote the result"
	Directory      Name = "choose a new or empty directory"
	Restart        Name = "start again with {overwrite}"
	StoredPlan     Name = "use the plan that this directory contains (_gridmill/plan.json)"
	Version        Name = "make the plan again with gridmill plan, or use the gridmill version that made the plan"
	Against        Name = "use {against} to name the file to compare with"
	Wanted         Name = "use {attempts} to allow more attempts, or change {clues}, {guesses}, {difficulty}, {symmetry} or {minimal}"
	WantedHard     Name = "use {steps} to allow more steps, or change {guesses} or {difficulty}"
	BenchResult    Name = "use a file that {record} wrote"
	Diff           Name = "use {diff} FILE to list all disagreements"
)

var settings = regexp.MustCompile(`\{[^}]*\}`)

// Advice returns the advice for n. The function called returns the name of a setting in the program.
func (n Name) Advice(called func(setting string) string) string {
	return settings.ReplaceAllStringFunc(string(n), func(s string) string { return called(s[1 : len(s)-1]) })
}

// An Error is an error that users can fix by changing a setting or a file.
type Error struct {
	Options []Name // what can be changed to fix the error, most likely first
	// Misused is set if a setting requests something impossible. The error is then in the settings,
	// not in the data.
	Misused bool
	Err     error // error without advice
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an error about the data. o is the setting or the file to change.
func Errorf(o Name, format string, args ...any) error {
	return &Error{Options: []Name{o}, Err: fmt.Errorf(format, args...)}
}

// EndsEarly replaces io.EOF and io.ErrUnexpectedEOF with an error that says that the named data
// ends too early. Other errors are returned unchanged.
func EndsEarly(name string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return Errorf(InputFile, "%s ends too early, so the file is incomplete", name)
	}
	return err
}

// Misuse returns an error saying that setting o requests something impossible.
func Misuse(o Name, format string, args ...any) error {
	return &Error{Options: []Name{o}, Misused: true, Err: fmt.Errorf(format, args...)}
}

// WithText returns an error with the given text and the Options of err. It does not wrap err.
func WithText(err error, text string) error {
	plain := errors.New(text)
	if setting, named := errors.AsType[*Error](err); named {
		return &Error{Options: setting.Options, Misused: setting.Misused, Err: plain}
	}
	return plain
}

// Parsed returns a function that takes the results of parsing a setting. The function stores the
// value in *to. If *first is nil, it also stores any error in *first, preceded by prefix.
func Parsed[T any](to *T, first *error, prefix string) func(T, error) {
	return func(value T, err error) {
		if *to = value; *first == nil && err != nil {
			*first = fmt.Errorf("%s%w", prefix, err)
		}
	}
}
