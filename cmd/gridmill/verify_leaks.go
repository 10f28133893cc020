package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/leaks"
	"github.com/gridmill/gridmill/pipeline/verify/datasets"
)

// finder returns a Finder configured by the flags and inputs. All errors are usage errors, except
// errors about files.
func (o *verifyOptions) finder(ctx context.Context, s *session, inputs []string) (*leaks.Finder, error) {
	for _, flag := range []string{"prove", "input", "solver", "max-solutions", "max-guesses", "with", "types"} {
		if o.flags.Changed(flag) {
			return nil, usageError{fmt.Errorf("--against and --by find leaks, so they cannot be combined with --%s, which is for checking results", flag)}
		}
	}
	f := &leaks.Finder{
		Workers: o.workers, BatchRows: formats.SectionRows, Most: o.maxErrors,
	}
	var err error
	option.Parsed(&f.By, &err, "--by: ")(keys.Parse(cmp.Or(o.by, string(keys.Solution)), keys.ByNames))
	option.Parsed(&f.Read, &err, "")(o.readOptions(ctx, s))
	if err != nil {
		return nil, usageError{err}
	}
	f.Read.AnswerColumn = cmp.Or(o.answerColumn, "none")
	f.Read.NeedsBlanks = !f.By.Rule().NeedsSolution
	f.Splits = len(o.against) == 0 && len(inputs) == 1
	if f.Sets, err = o.sets(f.Read, inputs); err != nil {
		return nil, err
	}
	var all []string
	for _, set := range f.Sets {
		all = append(all, set.Files...)
	}
	f.Bytes, f.Read.Several = sizeOfAll(all), len(all) > 1
	return f, nil
}

// sets returns the sets to compare. With --against, the inputs are one set, and the files of
// --against are the other set. Without --against, the sets are the splits of a data set, or two
// inputs. If a column of the inputs names the splits, they are one set, which Finder.Sets divides.
func (o *verifyOptions) sets(read formats.ReadOptions, inputs []string) ([]leaks.Set, error) {
	if len(o.against) > 0 {
		return newSets(inputs, o.against, read.Skipped)
	}
	if len(inputs) == 1 && datasets.Is(inputs[0]) {
		splits, err := datasets.Puzzles(inputs[0])
		if err == nil && len(splits) < 2 {
			err = usageError{option.Errorf(option.Against, "%s has only one split", inputs[0])}
		}
		return splits, err
	}
	one, err := newSet(inputs, read.Skipped)
	if err != nil {
		return nil, err
	}
	splits, err := leaks.HasSplit(one.Files[0], read)
	switch {
	case err != nil || splits:
		return []leaks.Set{one}, err
	case len(inputs) == 2:
		return newSets(inputs[:1], inputs[1:], read.Skipped)
	}
	return nil, usageError{option.Errorf(option.Against, "%s has no %s column with the names of splits; to find duplicates within a set, see gridmill help duplicates", files.InputName(one.Files[0]), leaks.SplitColumn)}
}

// newSets returns two sets of puzzles, one for each list of files.
func newSets(inputs, others []string, skipped *formats.Skipped) ([]leaks.Set, error) {
	one, err := newSet(inputs, skipped)
	other, errOther := newSet(others, skipped)
	return []leaks.Set{one, other}, cmp.Or(err, errOther)
}

// newSet returns a set that holds the puzzles in inputs.
func newSet(inputs []string, skipped *formats.Skipped) (leaks.Set, error) {
	found, err := expandInputs(inputs, skipped)
	name := fmt.Sprintf("%d inputs", len(inputs))
	if len(inputs) == 1 {
		name = files.InputName(inputs[0])
	}
	return leaks.Set{Name: name, Files: found}, err
}

// findLeaks compares sets and prints the rows of one set that also occur in another set. If there
// are no such rows, it writes a summary.
func (s *session) findLeaks(ctx context.Context, o *verifyOptions, inputs []string) error {
	show, err := s.forPeople(o.progress, files.StdStream)
	if err != nil {
		return err
	}
	f, err := o.finder(ctx, s, inputs)
	if err != nil {
		return err
	}
	return s.run(show, runFacts{}, false, func() error {
		f.Counts = s.progress.Counts()
		s.progress.Enter(pipeline.Solve, f, pipeline.Unknown)
		found, all, err := f.Find(ctx)
		s.progress.Stop()
		s.nameSkipped(f.Read.Skipped)
		if err != nil {
			return err
		}
		if err := cmp.Or(printLeaks(s.stdout, f.By, found, all), leakError(f)); err != nil {
			return err
		}
		return s.finish(func(to io.Writer) { o.sumUpLeaks(to, f, s.progress.RunTime()) })
	})
}

// printLeaks prints the given leaks, one per line, and then the number of further leaks.
func printLeaks(to *os.File, by keys.Criterion, found []leaks.Leak, all int64) error {
	out := bufio.NewWriter(to)
	for _, l := range found {
		what := by.Rule().Relation
		switch {
		case l.Neighbor:
			what = "apart from one clue, it is equivalent to"
		case by.Rule().HasManyKeys:
			what = keys.Solution.Rule().Relation
		}
		fmt.Fprintln(out, files.Printable(fmt.Sprintf("%v: %s %v", l.Row, what, l.Other)))
	}
	if more := all - int64(len(found)); more > 0 {
		fmt.Fprintf(out, "... and %s\n", countOf(more, "more leak"))
	}
	return out.Flush()
}

// leakError returns an error if leaks were found, if no rows of a set could be compared, or if some
// rows could not be read. Unread rows might be leaks.
func leakError(f *leaks.Finder) error {
	var shares, unread []string
	leaking := false
	for _, set := range f.Sets {
		if set.Compared == 0 {
			return fmt.Errorf("%s has no rows that can be compared using the criterion %s", set.Name, f.By)
		}
		leaking = leaking || set.Leaking > 0
		shares = append(shares, fmt.Sprintf("%s of %s in %s (%.1f%%)",
			humanize.Comma(set.Leaking), countOf(set.Rows, "row"), set.Name, 100*float64(set.Leaking)/float64(set.Rows)))
		if set.Unread > 0 {
			unread = append(unread, fmt.Sprintf("%s of %s in %s", humanize.Comma(set.Unread), countOf(set.Rows, "row"), set.Name))
		}
	}
	switch left := leftOut(f); {
	case leaking && left != "":
		return fmt.Errorf("leaks were found with the criterion %s: %s; %s could not be compared", f.By, strings.Join(shares, ", "), left)
	case leaking:
		return fmt.Errorf("leaks were found with the criterion %s: %s", f.By, strings.Join(shares, ", "))
	case unread == nil:
		return nil
	}
	first := f.Reasons.MostCommon(1)[0]
	return fmt.Errorf("no leaks were found with the criterion %s, but %s could not be read; most common reason: %s (first: %s:%d, %s%s); repair or remove these rows (gridmill solve --rejects FILE lists them)",
		f.By, strings.Join(unread, " and "), first.First.Kind, first.File, first.Line, first.First, adviceOnRows(first))
}

// leftOut returns text that says how many rows were not compared, or "" if all were compared.
func leftOut(f *leaks.Finder) string {
	unread, without := int64(0), int64(0)
	for _, set := range f.Sets {
		unread += set.Unread
		without += set.Rows - set.Compared - set.Unread
	}
	var texts []string
	if unread > 0 {
		texts = append(texts, countOf(unread, "row")+" without a puzzle")
	}
	switch {
	case without > 0 && f.By.Rule().NeedsSolution:
		texts = append(texts, countOf(without, "row")+" without a unique solution")
	case without > 0:
		texts = append(texts, countOf(without, "row")+" with repeated clues")
	}
	return strings.Join(texts, " and ")
}

// sumUpLeaks writes a summary of a comparison that found no leaks. The summary starts with the
// number of rows that could not be compared, because these rows might be leaks.
func (o *verifyOptions) sumUpLeaks(to io.Writer, f *leaks.Finder, spent time.Duration) {
	var sets []string
	for _, set := range f.Sets {
		sets = append(sets, fmt.Sprintf("%s in %s", countOf(set.Rows, "row"), set.Name))
	}
	left := leftOut(f)
	if left != "" {
		left += " could not be compared"
		if f.By.Rule().NeedsSolution {
			left += " (--by puzzle also compares these rows, except those with repeated clues)"
		}
		left += "; otherwise "
	}
	fmt.Fprintf(to, "gridmill: %sno leaks between %s (compared by %s), checked in %s, %s rows per second (%s)\n", left, strings.Join(sets, " and "), f.By,
		spent.Round(time.Millisecond), humanize.Comma(int64(float64(f.Rows)/max(spent, 1).Seconds())), countOf(int64(o.workers), "worker"))
}
