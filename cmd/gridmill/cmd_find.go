package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/leaks"
)

type findOptions struct {
	inputOptions
	workers  int
	progress string
}

func newFind(s *session) *cobra.Command {
	var o findOptions
	c := &cobra.Command{
		Use:   "find PUZZLE FILE...",
		Short: "Find the puzzles that are equivalent (isomorphic) to a given puzzle",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageOf(c, errors.New("find takes a puzzle of 81 characters and the files to search"))
			}
			return someInputs(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error { return s.find(c.Context(), &o, args[0], args[1:]) },
	}
	o.bind(c)
	numberVar(c.Flags(), &o.workers, "workers", grantedProcessors(), "search with `N` parallel workers, normally one per processor")
	bindProgress(c, &o.progress, "the matching rows")
	return c
}

// find searches the inputs and prints each row whose puzzle is equivalent to the given puzzle.
func (s *session) find(ctx context.Context, o *findOptions, given string, inputs []string) error {
	read, err := o.readOptions(ctx, s)
	if err := cmp.Or(between("--workers", o.workers, maxWorkers), err); err != nil {
		return usageError{err}
	}
	show, err := s.forPeople(o.progress, files.StdStream)
	if err != nil {
		return err
	}
	puzzle, err := s.givenPuzzle(ctx, given, "find - FILE...")
	if err != nil {
		return err
	}
	m, ok := leaks.NewMatcher(&puzzle, s.stdout)
	if !ok {
		repeat, _ := puzzle.FindRepeat()
		return fmt.Errorf("the puzzle is invalid: %d occurs twice in %s", repeat.Digit, repeat.House)
	}
	read.AnswerColumn, read.AnswersPauses = "none", true
	set, err := newSet(inputs, read.Skipped)
	if err != nil {
		return err
	}
	read.Several = len(set.Files) > 1
	f := &leaks.Finder{Read: read, Sets: []leaks.Set{set}, Workers: o.workers, BatchRows: formats.SectionRows}
	f.Bytes = sizeOfAll(set.Files)
	return s.run(show, runFacts{}, false, func() error {
		f.Counts = s.progress.Counts()
		s.remarkOnRepeats(set.Files)
		s.progress.Enter(pipeline.Solve, f, pipeline.Unknown)
		err := f.Match(ctx, m)
		s.progress.Stop()
		s.nameSkipped(read.Skipped)
		switch {
		case err != nil && len(set.Files) > 1:
			return fmt.Errorf("%w; all other files were searched", err)
		case err != nil:
			return err
		}
		searched := fmt.Sprintf("%s of %s", countOf(f.Rows, "row"), countOf(int64(len(set.Files)), "file"))
		unread := ""
		if n := f.Reasons.Rows(); n > 0 {
			unread = fmt.Sprintf("; skipped %s without a puzzle", countOf(n, "row"))
		}
		if m.Found == 0 {
			return strictError{fmt.Errorf("no equivalent puzzles in %s%s", searched, unread)}
		}
		return s.finish(func(to io.Writer) {
			fmt.Fprintf(to, "gridmill: %s in %s%s\n", countOf(m.Found, "equivalent puzzle"), searched, unread)
		})
	})
}
