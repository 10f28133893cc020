package pipeline

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/gridmill/gridmill/formats"
)

// A Fault is an error in a result, a directory of parts or a data set.
type Fault struct {
	File string
	// Line is the row's line in the file, and Row is its number in the data set. Both start at 1,
	// or are 0 if the fault concerns the whole file.
	Line, Row int64
	// Err says what is wrong and what was expected. If a different setting can prevent the fault,
	// Err wraps an option.Error.
	Err error
}

// FaultOf returns a Fault for a whole file.
func FaultOf(file, format string, args ...any) Fault {
	return Fault{File: file, Err: fmt.Errorf(format, args...)}
}

// RowFault returns a Fault for row i of b.
func RowFault(b *formats.Batch, i int, err error) Fault {
	file, line := b.Origin(i)
	return Fault{file, line, b.First + int64(i) + 1, err}
}

// Error returns one line with the file, the row if it is known, and the error.
func (f Fault) Error() string {
	switch f.Row {
	case 0:
		return f.File + ": " + f.Err.Error()
	case f.Line:
		return fmt.Sprintf("%s: row %d: %v", f.File, f.Row, f.Err)
	}
	return fmt.Sprintf("%s:%d: row %d: %v", f.File, f.Line, f.Row, f.Err)
}

// Unwrap returns the error without its location.
func (f Fault) Unwrap() error { return f.Err }

// Faults is a list of faults, possibly in several files.
type Faults []Fault

// String describes the first few faults and says how many more there are.
func (f Faults) String() string {
	const most = 3
	var named []string
	for _, fault := range f[:min(len(f), most)] {
		named = append(named, fault.Error())
	}
	text := strings.Join(named, "; ")
	if more := len(f) - most; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// A DefectError reports a recovered panic, which is always a bug in gridmill. Its message ends with
// a stack trace.
type DefectError struct {
	Doing string // what the function that panicked was doing
	Panic any
	Trace []byte
}

func (e *DefectError) Error() string {
	return fmt.Sprintf("this is a bug in gridmill, found while %s: %v; report it with this trace:\n%s", e.Doing, e.Panic, e.Trace)
}

// Recover recovers from a panic in the function that defers it, and sets *err to a DefectError.
// doing says what the function was doing.
func Recover(err *error, doing string) {
	if p := recover(); p != nil {
		*err = &DefectError{doing, p, debug.Stack()}
	}
}

// recoverBatches is like Recover, but its error also names the rows of the given batches. batches
// is a pointer because the list can grow after the defer statement.
func recoverBatches(err *error, doing string, batches *[]*slot) {
	if p := recover(); p != nil {
		with := " rows"
		for _, s := range *batches {
			doing = fmt.Sprintf("%s%s %d to %d", doing, with, s.batch.First+1, s.batch.First+int64(s.batch.Len()))
			with = " and"
		}
		*err = &DefectError{doing, p, debug.Stack()}
	}
}
