package main

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// rerun says what running the same command again would do. The signal handler reads it while the
// command changes it.
type rerun struct{ effect atomic.Int32 }

const (
	startsOver int32 = iota // do everything again, which loses nothing
	resumes                 // continue after the parts that are done
	clears                  // remove the parts that are done, because of --overwrite
)

// String is the advice after an interruption.
func (r *rerun) String() string {
	return [...]string{
		startsOver: "run the same command again",
		resumes:    "run the same command again to continue",
		clears:     "run the same command again without --overwrite to continue",
	}[r.effect.Load()]
}

// advise adds to the error of a run in parts that the same command would remove what is
// done, and to an interruption how much is done.
func (r *rerun) advise(err error, outcome *parts.Outcome) error {
	if stopped, found := errors.AsType[interruption](err); found {
		if outcome != nil && outcome.Left.Parts > 0 {
			done := outcome.Taken.Parts + outcome.Solved.Parts
			stopped.done = fmt.Sprintf("%d of %s are done", done, countOf(int64(done+outcome.Left.Parts), "part"))
		}
		return stopped
	}
	switch {
	case err == nil, r.effect.Load() != clears:
		return err
	case is[strictError](err): // everything is done
		return err
	case errors.Is(err, files.ErrChanged): // the parts are no longer useful
		return err
	}
	return fmt.Errorf("%w; leave out --overwrite to keep the finished parts", err)
}
