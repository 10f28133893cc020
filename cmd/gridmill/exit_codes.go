package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/parts"
)

const (
	exitDone      = 0  // all work was done
	exitFailed    = 1  // an error caused by a file, a disk or a bug
	exitUsage     = 2  // the command line is invalid
	exitStrict    = 3  // done, but not with the desired result (strictError), or --compare found that a solver became slower
	exitUndecided = 4  // --compare cannot tell whether a solver became slower
	exitAgain     = 75 // not done, but the same command can be run again, for example after an interruption
)

// A strictError means that a command did all its work, but not with the desired result. For
// example, no row contains a puzzle.
type strictError struct{ error }

// An interruption reports that a signal stopped a run.
type interruption struct {
	signal   os.Signal
	attempts string // number of attempts so far, if the run generates puzzles
	done     string // how much of the run is done, if known
	rerun    *rerun
}

func (i interruption) Error() string {
	text := fmt.Sprintf("stopped by a signal (%s)", i.signal)
	if i.attempts != "" {
		text += " after " + i.attempts
	}
	return fmt.Sprintf("%s; %s; %s", text, cmp.Or(i.done, "no unfinished files remain"), i.rerun)
}

// is reports whether err is or wraps an error of type E.
func is[E error](err error) bool {
	_, found := errors.AsType[E](err)
	return found
}

func exitCode(err error) int {
	setting, named := errors.AsType[*option.Error](err)
	slower, isSlower := errors.AsType[*benchmarks.SlowerError](err)
	switch {
	case err == nil:
		return exitDone
	case is[usageError](err), named && setting.Misused, is[*parts.ClashError](err):
		return exitUsage
	case isSlower && slower.Inconclusive:
		return exitUndecided
	case isSlower, is[strictError](err):
		return exitStrict
	case is[interruption](err), errors.Is(err, context.Canceled), errors.Is(err, files.ErrModified),
		is[*parts.UnfinishedError](err), is[*dataset.WaitError](err), errors.Is(err, atomicfile.ErrInUse):
		return exitAgain
	}
	return exitFailed
}

// readerGone reports whether a run ended because the reader of its standard output is gone, as in
// "gridmill ... -o - | head". In this case, no message is needed.
func readerGone(err error) bool {
	at, found := errors.AsType[*fs.PathError](err)
	return errors.Is(err, atomicfile.ErrReaderGone) ||
		found && at.Path == os.Stdout.Name() && errors.Is(at, syscall.EPIPE)
}
