package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// mergeOptions are the flags of merge.
type mergeOptions struct {
	output, planFile, into, summary string
	progress                        string
	shards                          int
	overwrite                       bool
}

func newMerge(std streams) *cobra.Command {
	var o mergeOptions
	c := &cobra.Command{
		Use:   "merge -o DIR",
		Short: "Check that all parts of a directory are there and whole",
		Long: `Merge ends a run that was shared by several processes or machines: it reads every
part, holds it against its checksum, adds up the totals, removes what killed runs
left, and writes _SUCCESS.json. Where parts are missing or damaged it lists them,
and exits with 75. With --into it then makes one file of the parts, which stay.

Exit codes: 0 done, 1 failed, 2 wrong usage, 75 parts are missing, the directory is
in use, or interrupted (solve what is missing, or wait, and run it again).`,
		Example: `  gridmill merge -o solved/
  gridmill merge --plan night.plan --shards 8 -o solved/ --summary solved.json
  gridmill merge -o solved/ --into solved.parquet`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return withUsage(c, merge(c, &o, std))
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.output, "output", "o", "", "the `DIRECTORY` with the parts (required)")
	f.StringVar(&o.planFile, "plan", "", "want the directory to hold the parts of this plan, from `FILE`")
	f.IntVar(&o.shards, "shards", 0, "name what is missing as shards of `N` too")
	f.StringVar(&o.summary, "summary", "", "also write the summary to `FILE`, as JSON")
	f.StringVar(&o.into, "into", "", "also join the parts to one `FILE` of the same format; text may be compressed (.gz, .zst)")
	f.BoolVar(&o.overwrite, "overwrite", false, "replace files that exist already")
	f.StringVar(&o.progress, "progress", "auto", "`HOW` to tell of progress: bar, plain (lines), none (nothing but errors), or auto")
	must(c.RegisterFlagCompletionFunc("progress", oneOf(stepProgress...)))
	return c
}

// merge is the whole of the command.
func merge(c *cobra.Command, o *mergeOptions, std streams) (err error) {
	mode, err := o.check(std)
	if err != nil {
		return usageError{err}
	}
	begin := time.Now()
	plan, err := o.findPlan()
	if err != nil {
		return err
	}
	if err := checkOutputs([]named{{"--into", o.into}, {"--summary", o.summary}}, plan.Files()); err != nil {
		return usageError{err}
	}
	if err := o.checkPlaces(plan); err != nil {
		return usageError{err}
	}
	dir, err := parts.OpenDirectory(o.output, parts.Alone)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	begunOutputs.add(dir)
	if err := dir.StorePlan(plan); err != nil {
		return err
	}
	outputs := outputSet{overwrite: o.overwrite, stdout: std.out}
	defer outputs.abort()
	whole, err := outputs.create(o.into)
	if err != nil {
		return err
	}
	summaryFile, err := outputs.create(o.summary)
	if err != nil {
		return err
	}
	watch, err := newWatcher(&watchOptions{}, mode, std.err)
	if err != nil {
		return err
	}
	defer func() { watch.end(err) }()
	workers := grantedProcessors()
	outcome, err := o.checkAndJoin(c.Context(), dir, plan, whole, workers, watch)
	if err != nil {
		return err
	}
	facts := runFacts{options: plan.Options, solver: plan.Solver, output: o.output, workers: workers}
	summary := newSummary(facts, plan.Files(), &outcome.Totals, 0, time.Since(begin))
	summary.Parts = newPartsSummary(plan, "", outcome)
	if err := summary.writeJSON(summaryFile); err != nil {
		return err
	}
	if err := outputs.commit(); err != nil {
		return err
	}
	watch.done(func(to io.Writer) {
		fmt.Fprintf(to, "gridmill: %s is complete: %s, %s\n", o.output, countOf(int64(len(plan.Parts)), "part"), countOf(plan.Rows, "row"))
		summary.printResults(to)
		tellLeftAlone(to, outcome)
	})
	return nil
}

// check checks the flags without a look at the directory. All its errors are of usage.
func (o *mergeOptions) check(std streams) (progressMode, error) {
	if o.output == "" {
		return silent, errors.New("say which directory holds the parts with -o DIR")
	}
	if o.shards < 0 {
		return silent, fmt.Errorf("--shards must not be negative, as %d is", o.shards)
	}
	if err := checkOutputs([]named{{"--into", o.into}, {"--summary", o.summary}}, o.planFiles()); err != nil {
		return silent, err
	}
	return progressModeOf(o.progress, stepProgress, std.err, o.into == files.StdStream && term.IsTerminal(int(std.out.Fd())))
}

// checkAndJoin checks the parts and then makes one file of them, if that is wanted, and tells
// of the progress of both.
func (o *mergeOptions) checkAndJoin(ctx context.Context, dir *parts.Directory, plan *parts.Plan, whole io.Writer, workers int, watch *watcher) (*parts.Outcome, error) {
	var checked, joined files.Counter
	g := &gauge{counts: new(pipeline.Progress)}
	g.enter(checking, &checked, rowsUnknown)
	watch.follow(g)
	defer watch.rest()
	outcome, err := parts.Merge(ctx, dir, plan, o.shards, workers, &checked)
	if err != nil || o.into == "" {
		return outcome, err
	}
	watch.enter(joining, &joined, rowsUnknown)
	return outcome, formats.Concat(ctx, whole, o.into, dir.PartPaths(plan), formatOfParts(plan), &joined)
}

// planFiles lists the plan that was given, if any.
func (o *mergeOptions) planFiles() []string {
	if o.planFile == "" {
		return nil
	}
	return []string{o.planFile}
}

// findPlan returns the plan that was given, or else that of the directory, which
// must have been begun.
func (o *mergeOptions) findPlan() (*parts.Plan, error) {
	stored, err := parts.FindPlan(o.output)
	if o.planFile == "" {
		return stored, err
	}
	plan, errOfFile := parts.ReadPlan(o.planFile)
	switch {
	case errOfFile != nil:
		return nil, errOfFile
	case errors.Is(err, parts.ErrNotStarted):
		return nil, parts.AllMissing(o.output, plan, o.shards)
	}
	return plan, err
}

// checkPlaces refuses a joined file that cannot be made of the parts, and files
// that would lie among them.
func (o *mergeOptions) checkPlaces(p *parts.Plan) error {
	format := formatOfParts(p)
	switch asked := formats.FormatOf(o.into); {
	case o.into == "":
	case asked != formats.Auto && asked != format:
		return fmt.Errorf("--into %s: the parts are %s, and joining does not convert them; choose a name for that", o.into, format)
	case (named{"--into", o.into}).liesIn(o.output):
		return fmt.Errorf("--into %s lies among the parts, and would be read with them; choose a place outside %s", o.into, o.output)
	}
	if (named{"--summary", o.summary}).liesIn(o.output) {
		return fmt.Errorf("--summary %s lies among the parts; choose a place outside %s", o.summary, o.output)
	}
	return nil
}

// formatOfParts returns the format of a plan's part files.
func formatOfParts(p *parts.Plan) formats.Format { return formats.FormatOf("part." + p.Extension) }
