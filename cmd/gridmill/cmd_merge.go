package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/pipeline/verify/datasets"
	"github.com/gridmill/gridmill/solver"
)

type mergeOptions struct {
	output, planFile, into string
	rejects, summary       string
	progress               string
	shards                 int
	strict, overwrite      bool
}

func newMerge(s *session) *cobra.Command {
	var o mergeOptions
	c := &cobra.Command{
		Use:   "merge -o DIR",
		Short: "Check that a directory has all its parts, and optionally join them",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return s.merge(c.Context(), &o) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.output, "output", "o", "", "the `DIRECTORY` with the parts (required)")
	f.StringVar(&o.planFile, "plan", "", "check that all parts of the plan in `FILE` exist")
	numberVar(f, &o.shards, "shards", 0, "if parts are missing, list which of the `N` shards must run")
	f.StringVar(&o.summary, "summary", "", "also write the summary as JSON to `FILE`")
	f.StringVar(&o.into, "into", "", "also join the parts into one `FILE` of the same format; FILE can be compressed (.gz, .zst) unless the format is Parquet or Arrow")
	f.StringVar(&o.rejects, "rejects", "", "also write the invalid rows of all parts to a CSV `FILE` with the columns file, line, reason and row")
	f.BoolVar(&o.strict, "strict", false, strictUsage)
	f.BoolVar(&o.overwrite, "overwrite", false, "replace existing files")
	bindProgress(c, &o.progress, "errors")
	return c
}

func (s *session) merge(ctx context.Context, o *mergeOptions) error {
	if err := o.check(); err != nil {
		return usageError{err}
	}
	show, err := s.forPeople(o.progress, o.into)
	if err != nil {
		return err
	}
	plan, err := o.findPlan()
	if err != nil {
		return err
	}
	if err := s.checkPlaces(o, plan); err != nil {
		return usageError{err}
	}
	facts := runFacts{inputs: plan.Files(), options: plan.Options, solver: plan.Solver, output: o.output, rejects: o.rejects, workers: grantedProcessors(), leftOut: new(formats.LeftOut), format: formatOfParts(plan)}
	return s.run(show, facts, o.overwrite, func() error {
		return s.mergeParts(ctx, o, plan, facts)
	})
}

// mergeParts checks the parts of a plan, joins them if requested, and writes the summary.
func (s *session) mergeParts(ctx context.Context, o *mergeOptions, plan *parts.Plan, facts runFacts) (err error) {
	dir, err := parts.OpenDirectory(o.output, parts.Shard{})
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) { // a complete directory need not be writable
		dir, err = parts.OpenToRead(o.output)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	s.unfinished.add(dir)
	if plan, err = dir.StorePlan(plan); err != nil {
		return err
	}
	whole, err := s.outputs.create(o.into)
	if err := cmp.Or(err, s.outputs.probe(o.rejects, o.summary)); err != nil {
		return err
	}
	var checked, joined files.Counter
	s.progress.Enter(pipeline.Check, &checked, pipeline.Unknown)
	outcome, err := parts.Merge(ctx, dir, plan, o.shards, facts.workers, &checked)
	if err != nil {
		return err
	}
	if o.into != "" {
		s.progress.Enter(pipeline.Join, &joined, pipeline.Unknown)
		if err := formats.Concat(ctx, whole, o.into, dir.PartPaths(plan), formatOfParts(plan), &joined); err != nil {
			return err
		}
	}
	s.outputs.result = cmp.Or(o.into, o.output)
	if err := s.joinRejects(ctx, o.rejects, outcome); err != nil {
		return err
	}
	summary := newSummary(facts, &outcome.Totals, 0, s.progress.RunTime())
	summary.Parts = &partsSummary{len(plan.Parts), plan.PartRows, "", outcome.Taken, outcome.Solved, ""}
	if err := s.outputs.write(o.summary, summary.writeJSON); err != nil {
		return err
	}
	err = s.finish(func(to io.Writer) {
		fmt.Fprintf(to, "gridmill: %s is complete: %s, %s\n", o.output, countOf(int64(len(plan.Parts)), "part"), countOf(plan.Rows, "row"))
		summary.printResults(to)
	})
	if err == nil {
		if plan.Solver == parts.NoSolver { // converted rows have no verdicts
			outcome.Totals.Verdicts[solver.Unfinished] = 0
		}
		err = checkTotals(&outcome.Totals, o.strict, false)
	}
	return err
}

// check checks the flags without reading the directory. All errors are usage errors.
func (o *mergeOptions) check() error {
	if o.output == "" {
		return errors.New("no directory given; use -o DIR to name the directory with the parts")
	}
	return cmp.Or(atLeast("--shards", int64(o.shards), 0), checkRejects(o.rejects), files.RejectRemoteOutput(o.output), files.RejectRemoteOutput(o.into))
}

// findPlan returns the plan in the --plan file or, without --plan, the plan in the directory.
func (o *mergeOptions) findPlan() (*parts.Plan, error) {
	if datasets.Is(o.output) {
		return nil, usageError{fmt.Errorf("%s is a data set, which cannot be merged; to complete the data set, repeat its dataset command without --shard", o.output)}
	}
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

// checkPlaces checks the outputs as checkOutputs does. It also rejects an --into name that does not
// suit the format of the parts. Names for the text format also suit the lines format.
func (s *session) checkPlaces(o *mergeOptions, p *parts.Plan) error {
	format := formatOfParts(p)
	outputs := []namedOutput{{"--into", o.into}, {"--rejects", o.rejects}, {"--summary", o.summary}}
	if asked := formats.FormatOf(o.into); asked != formats.Auto && asked != format && (asked != formats.Text || format != formats.Lines) {
		return fmt.Errorf("--into %s: the parts are %s, and joining does not convert them; choose a name that ends in .%s", o.into, format, p.Extension)
	}
	_, err := formats.OutputFormat(o.into, format)
	return cmp.Or(err, checkOutputs(o.output, outputs, append([]string{o.planFile}, p.Files()...)), s.rejectBinary(o.into, format))
}

func formatOfParts(p *parts.Plan) formats.Format { return formats.FormatOf("part." + p.Extension) }
