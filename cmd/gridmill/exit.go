package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// The exit codes, as schedulers see them.
const (
	exitDone   = 0  // everything was done
	exitFailed = 1  // a file, a disk or a defect stood in the way
	exitUsage  = 2  // the command line asks for something impossible
	exitStrict = 3  // done, but --strict found bad rows, or --compare a slower solver
	exitAgain  = 75 // interrupted, unfinished, an input touched, or in use by another run; the same command can be run again
)

// usageError is an error in the command line.
type usageError struct{ error }

// strictError is the error of a run that is done, but not all of whose rows are fine.
type strictError struct{ error }

// slowerError is the error of a comparison that found a slower solver.
type slowerError struct{ error }

// interruption is the end of a run by a signal.
type interruption struct {
	signal os.Signal
	done   string // how much of the run is done, if that is known
	rerun  *rerun
}

func (i interruption) Error() string {
	return fmt.Sprintf("stopped by a signal (%s); %s; %s", i.signal, cmp.Or(i.done, "no unfinished file is left"), i.rerun)
}

// exitCode returns the exit code that an error asks for.
func exitCode(err error) int {
	var usage usageError
	var strict strictError
	var slower slowerError
	var stopped interruption
	var setting *option.Error
	var clash *parts.ClashError
	var unfinished *parts.UnfinishedError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage), errors.As(err, &setting) && setting.Misused, errors.As(err, &clash):
		return exitUsage
	case errors.As(err, &strict), errors.As(err, &slower):
		return exitStrict
	case errors.As(err, &stopped), errors.Is(err, context.Canceled), errors.As(err, &unfinished), errors.Is(err, parts.ErrInUse), errors.Is(err, parts.ErrTouched):
		return exitAgain
	}
	return exitFailed
}

// plainly returns an error's text for people, in one line as a rule. Of the errors that a
// signal causes, only the signal is of interest.
func plainly(err error) string {
	var stopped interruption
	if errors.As(err, &stopped) {
		return stopped.Error()
	}
	var at *fs.PathError
	if errors.As(err, &at) && at.Path == os.Stdout.Name() {
		err = fmt.Errorf("standard output cannot be written: %w", at.Err)
	}
	var disagreement *benchmarks.DisagreementError
	var defect *pipeline.DefectError
	if errors.As(err, &disagreement) || errors.As(err, &defect) {
		return err.Error() // a list of puzzles or a stack trace, which need their lines
	}
	return strings.ReplaceAll(err.Error(), "\n", "; ") + advice(err)
}

// readerGone reports whether a run ended because its standard output is not read any more,
// as in "gridmill ... -o - | head". That needs no message.
func readerGone(err error) bool {
	var at *fs.PathError
	return errors.Is(err, atomicfile.ErrReaderGone) ||
		errors.As(err, &at) && at.Path == os.Stdout.Name() && errors.Is(at, syscall.EPIPE)
}
