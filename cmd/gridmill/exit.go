package main

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// The exit codes, as schedulers see them.
const (
	exitDone   = 0  // everything was done
	exitFailed = 1  // a file, a disk or a defect stood in the way
	exitUsage  = 2  // the command line asks for something impossible
	exitStrict = 3  // done, but --strict found rows at fault
	exitAgain  = 75 // interrupted; the same command can be run again
)

// usageError is a fault of the command line.
type usageError struct{ error }

// strictError says that a run was done, but not every row was fine.
type strictError struct{ error }

// interruption is the end of a run by a signal.
type interruption struct{ signal os.Signal }

func (i interruption) Error() string {
	return fmt.Sprintf("stopped by a signal (%s); nothing was left behind, run the same command again", i.signal)
}

// exitCode returns the exit code that an error asks for.
func exitCode(err error) int {
	var usage usageError
	var strict strictError
	var stopped interruption
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &strict):
		return exitStrict
	case errors.As(err, &stopped), errors.Is(err, context.Canceled):
		return exitAgain
	}
	return exitFailed
}
