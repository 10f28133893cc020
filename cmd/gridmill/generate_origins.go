package main

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver/generate"
)

// readOrigins reads the puzzles from which searches start.
func (o *generateOptions) readOrigins() error {
	if o.start == "" || o.origins != nil {
		return nil
	}
	if o.start == files.StdStream || isSpecial(o.start) {
		return errors.New("--from cannot be standard input, because a run may be continued; give the name of a file")
	}
	if err := files.RejectRemoteInput(o.start); err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	corpora, err := benchmarks.Load([]string{o.start}, formats.ReadOptions{})
	if err != nil {
		return errors.New("--from: " + err.Error()) // err is not wrapped, because the advice would be about the flag --from of solve
	}
	o.known = corpora[0]
	if o.origins, err = generate.NewOrigins(o.known.Puzzles); err != nil {
		place := o.start
		if bad, is := errors.AsType[generate.BadOrigin](err); is {
			place = fmt.Sprintf("%s:%d", place, o.known.Lines[bad.Index])
		}
		return fmt.Errorf("--from %s: %w", place, err)
	}
	return nil
}

// countLeftOut counts the lines of the origins' file that cannot be starting points of searches.
func (o *generateOptions) countLeftOut(to *formats.LeftOut) {
	if o.origins == nil {
		return
	}
	to.Add(formats.NoOrigin, o.start, o.known.FirstSkipped, o.known.Skipped)
	if repeats := o.origins.Repeats; len(repeats) > 0 {
		to.Add(formats.RepeatedOrigin, o.start, o.known.Lines[repeats[0]], len(repeats))
	}
}

// startText returns text that identifies the puzzles from which searches start. The text is
// recorded with the run.
func (o *generateOptions) startText() string {
	if o.origins == nil {
		return o.start
	}
	return o.origins.String()
}
