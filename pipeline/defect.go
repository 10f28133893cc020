package pipeline

import (
	"fmt"
	"runtime/debug"
)

// A DefectError is the error for a recovered panic. Only a bug in gridmill can cause it. Its
// message ends with a stack trace.
type DefectError struct {
	Doing string // what the function that panicked was doing
	Panic any
	Trace []byte
}

func (e *DefectError) Error() string {
	return fmt.Sprintf("this is a bug in gridmill, found while %s: %v; please report it with this trace:\n%s", e.Doing, e.Panic, e.Trace)
}

// Recover recovers a panic of the function that defers it. It sets *err to a DefectError that says
// what the function was doing.
func Recover(err *error, doing string) {
	if p := recover(); p != nil {
		*err = &DefectError{doing, p, debug.Stack()}
	}
}

// recoverBatches is like Recover, but the error also names the rows of batches. batches is a
// pointer because the function can add batches before it panics.
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
