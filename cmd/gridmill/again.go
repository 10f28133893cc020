package main

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// again says how the command of this process is to be run again when something stops
// it. Like begunOutputs it is for an end without return too.
var again repetition

// repetition is what the same command would do.
type repetition struct{ kind atomic.Int32 }

const (
	startsOver int32 = iota // do everything once more, which loses nothing that is done
	goesOn                  // go on with what is done
	wouldClear              // remove what is done, as --overwrite asks for
)

// String is the advice for a run that was stopped.
func (r *repetition) String() string {
	return [...]string{
		startsOver: "run the same command again",
		goesOn:     "run the same command again to go on",
		wouldClear: "run the same command again, but without --overwrite, to go on",
	}[r.kind.Load()]
}

// advise adds to an error what its text does not say: that the same command would
// remove what is done.
func (r *repetition) advise(err error) error {
	var strict strictError
	switch {
	case err == nil, r.kind.Load() != wouldClear:
		return err
	case errors.As(err, &strict): // all is done
		return err
	case errors.Is(err, files.ErrChanged): // there is no going on
		return err
	}
	return fmt.Errorf("%w; leave out --overwrite then, to go on with the parts that are done", err)
}

// sayHowToGoOn adds to the error of a run in parts how to go on, and to an
// interruption what was done until then.
func sayHowToGoOn(err error, outcome *parts.Outcome) error {
	var stopped interruption
	if !errors.As(err, &stopped) {
		return again.advise(err)
	}
	if outcome != nil && outcome.Left.Parts > 0 {
		done := outcome.Taken.Parts + outcome.Solved.Parts
		stopped.done = fmt.Sprintf("%d of %s are done", done, countOf(int64(done+outcome.Left.Parts), "part"))
	}
	return stopped
}
