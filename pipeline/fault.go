package pipeline

import (
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/formats"
)

// A Fault is something in a result or in a directory of parts that is not as it must be.
type Fault struct {
	File string
	// Line is where the row stands in the file, and Row its number, both from 1. A fault
	// of a file as a whole has neither.
	Line, Row int64
	// Err says what is wrong, and what was expected. Where a setting can mend it, it
	// wraps an option.Error.
	Err error
}

// FaultOf is the fault of a file as a whole.
func FaultOf(file, format string, args ...any) Fault {
	return Fault{File: file, Err: fmt.Errorf(format, args...)}
}

// RowFault is the fault of row i of a batch.
func RowFault(b *formats.Batch, i int, err error) Fault {
	file, line := b.Origin(i)
	return Fault{file, line, b.First + int64(i) + 1, err}
}

// Error names the place and what is wrong there, in one line.
func (f Fault) Error() string {
	switch f.Row {
	case 0:
		return f.File + ": " + f.Err.Error()
	case f.Line:
		return fmt.Sprintf("%s: row %d: %v", f.File, f.Row, f.Err)
	}
	return fmt.Sprintf("%s:%d: row %d: %v", f.File, f.Line, f.Row, f.Err)
}

// Unwrap returns what is wrong.
func (f Fault) Unwrap() error { return f.Err }

// Faults are the faults of several files.
type Faults []Fault

// String names the first faults, and says how many there are besides.
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
