package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
)

// report writes the summaries for people and programs.
func (r *datasetRun) report(s *dataset.Success, start time.Time) error {
	summaryFile, err := r.session.outputs.create(r.summary)
	if err != nil {
		return err
	}
	if summaryFile != nil {
		if _, err := summaryFile.Write(s.Text()); err != nil {
			return err
		}
	}
	if r.made != nil && !r.overwrite { // no phase was entered yet
		r.session.progress.Enter(progress.Check, &rowsDone{}, progress.Unknown)
	}
	err = r.session.finish(func(to io.Writer) { r.print(to, s, time.Since(start)) }, "dataset", s)
	if invalid := s.Rows.Verdicts[solver.Invalid.String()]; err == nil && invalid > 0 && invalid == s.Rows.Read {
		err = strictError{fmt.Errorf("none of %s is a puzzle; gridmill solve says why", countOf(invalid, "row"))}
	} else if err == nil && s.Rows.Read == 0 {
		err = strictError{errors.New("the data set is empty: the inputs have no rows")}
	} else if err == nil && s.Rows.Bases == 0 {
		err = strictError{errors.New("the data set is empty: no puzzle was kept; the summary says what dropped them; loosen --where or --split, or exclude fewer files")}
	} else if out := s.ExcludeRows; err == nil && out != nil && out.NoPuzzle > 0 {
		err = strictError{fmt.Errorf("%s of %s of --exclude %s no puzzle that can be read, so what is the same may be in the data set; gridmill solve says why",
			humanize.Comma(out.NoPuzzle), countOf(out.Read, "row"), english.PluralWord(int(out.NoPuzzle), "holds", "hold"))}
	}
	return err
}

// rowsDone is the progress of a data set that is already complete.
type rowsDone struct{}

// Progress implements pipeline.Counter.
func (*rowsDone) Progress() (done, total int64) { return 0, 0 }

// print writes the summary for people.
func (r *datasetRun) print(to io.Writer, s *dataset.Success, spent time.Duration) {
	if r.made != nil && !r.overwrite {
		fmt.Fprintf(to, "gridmill: %s is complete already\n", outputName(r.output))
	} else {
		fmt.Fprintf(to, "gridmill: %s, %s in %s, to %s\n", countOf(s.Rows.Read, "row"), countOf(s.Rows.Bases, "puzzle"), spent.Round(time.Millisecond), outputName(r.output))
	}
	printList(to, "skipped", skippedLines(r.settings.read.Skipped))
	fmt.Fprintf(to, "  verdicts  %s\n", countsOf(s.Rows.Verdicts))
	full := int64(0)
	for _, split := range s.Splits {
		full += split.Clues[solver.Cells]
	}
	if full > 0 {
		fmt.Fprintf(to, "  full      %s without a blank, as answers are; --where 'clues<81' drops such\n", countOf(full, "puzzle"))
	}
	d := &s.Rows.Dropped
	var texts []string
	for _, dropped := range []struct {
		n    int64
		what string
	}{
		{d.NotUnique, "not unique"}, {d.Filtered, "not wanted"}, {d.Duplicate, "repeated by " + s.Dedupe},
		{d.Excluded, "excluded by " + s.By}, {d.Unassigned, "in no split"}, {d.Unsampled, "not sampled"},
	} {
		if dropped.n > 0 {
			texts = append(texts, humanize.Comma(dropped.n)+" "+dropped.what)
		}
	}
	if texts != nil {
		fmt.Fprintf(to, "  dropped   %s\n", strings.Join(texts, ", "))
	}
	for i, split := range s.Splits {
		fmt.Fprintf(to, "  %-9s %s", split.Name, countOf(split.Bases, "puzzle"))
		if asked := r.selection.Splits[i].Number(); split.Bases < asked {
			fmt.Fprintf(to, " of the %s that were asked for", humanize.Comma(asked))
		} else if split.Bases == 0 {
			fmt.Fprint(to, ": the split is empty")
		}
		if split.Morphs > 0 {
			fmt.Fprintf(to, " with %s each, %s", countOf(split.Morphs, "morph"), countOf(split.Rows, "row"))
		}
		fmt.Fprintln(to)
	}
}

// countsOf lists counts by name.
func countsOf(counts map[string]int64) string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		texts = append(texts, humanize.Comma(counts[name])+" "+name)
	}
	if texts == nil {
		return "none"
	}
	return strings.Join(texts, ", ")
}
