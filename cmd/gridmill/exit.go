package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"syscall"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
)

// The exit codes, as schedulers see them.
const (
	exitDone   = 0  // everything was done
	exitFailed = 1  // a file, a disk or a defect stood in the way
	exitUsage  = 2  // the command line asks for something impossible
	exitStrict = 3  // done, but --strict found rows at fault, or --compare a slower solver
	exitAgain  = 75 // interrupted, unfinished, an input touched, or in use by another run; the same command can be run again
)

// usageError is a fault of the command line.
type usageError struct{ error }

// strictError says that a run was done, but not every row was fine.
type strictError struct{ error }

// slowerError says that a comparison found a solver that became slower.
type slowerError struct{ error }

// interruption is the end of a run by a signal.
type interruption struct {
	signal os.Signal
	done   string // what is done of the run, if anything is known of it
	// lastWord is taken, and not given back, by who says how the program ends and ends
	// it: the run, or what ends a run that does not end.
	lastWord *sync.Mutex
}

func (i interruption) Error() string {
	return fmt.Sprintf("stopped by a signal (%s); %s; %s", i.signal, cmp.Or(i.done, "no unfinished file is left"), &again)
}

// exitCode returns the exit code that an error asks for.
func exitCode(err error) int {
	var usage usageError
	var strict strictError
	var slower slowerError
	var stopped interruption
	var setting *option.Error
	var clash *pipeline.ClashError
	var plan *pipeline.PlanError
	var unfinished *pipeline.UnfinishedError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage), errors.As(err, &setting) && setting.Misused, errors.As(err, &plan), errors.As(err, &clash):
		return exitUsage
	case errors.As(err, &strict), errors.As(err, &slower):
		return exitStrict
	case errors.As(err, &stopped), errors.Is(err, context.Canceled), errors.As(err, &unfinished), errors.Is(err, pipeline.ErrInUse), errors.Is(err, pipeline.ErrTouched):
		return exitAgain
	}
	return exitFailed
}

// plainly returns an error's text for people, which is one line as a rule. Where a signal
// ended what was being done, only the signal is of interest.
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
		return err.Error() + advice(err) // a list of puzzles or the trace of a defect, which need their lines
	}
	return strings.ReplaceAll(err.Error(), "\n", "; ") + advice(err)
}

// readerGone reports whether a run ended because nobody reads its standard
// output any more, as in "gridmill ... -o - | head". That is no news.
func readerGone(err error) bool {
	var at *fs.PathError
	return errors.Is(err, pipeline.ErrReaderGone) ||
		errors.As(err, &at) && at.Path == os.Stdout.Name() && errors.Is(at, syscall.EPIPE)
}
