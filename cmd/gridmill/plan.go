package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// defaultPartRows makes parts that take seconds to minutes, and files of some tens
// of megabytes.
const defaultPartRows = 1_000_000

func newPlan(std streams) *cobra.Command {
	var o solveOptions
	c := &cobra.Command{
		Use:   "plan INPUT... -o PLAN",
		Short: "Cut inputs into parts, for several processes or machines to solve",
		Long: `Plan reads through the inputs once, without solving them, and writes a plan: the
parts into which they are cut, what is to be done with them, and which files they
are, so that changed ones are refused later.

Give the plan to any number of gridmill solve --plan PLAN --shard I/N -o DIR/, on
machines that see the inputs and the directory under the same names, and then to
gridmill merge. Shards may run in any order, at the same time, and again.`,
		Example: `  gridmill plan sudoku-1b.csv.zst -o night.plan
  gridmill solve --plan night.plan --shard 0/2 -o solved/
  gridmill solve --plan night.plan --shard 1/2 -o solved/
  gridmill merge --plan night.plan --shards 2 -o solved/`,
		Args: someInputs,
		RunE: func(c *cobra.Command, inputs []string) error {
			return withUsage(c, makePlan(c, &o, inputs, std))
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.output, "output", "o", "", "`FILE` for the plan, or - for standard output (required)")
	f.BoolVar(&o.overwrite, "overwrite", false, "replace the file if it exists already")
	o.bindRecipe(c)
	o.watchOptions.bind(c)
	return c
}

// makePlan is the whole of the command.
func makePlan(c *cobra.Command, o *solveOptions, inputs []string, std streams) (err error) {
	if o.output == "" {
		return usageError{errors.New("say where the plan goes with -o FILE, or -o - for standard output")}
	}
	settings, recipe, err := o.checkParts(c, std)
	if err != nil {
		return usageError{err}
	}
	if settings.progress, err = o.mode(std, o.output == files.StdStream && term.IsTerminal(int(std.out.Fd()))); err != nil {
		return usageError{err}
	}
	paths, err := expandForParts(inputs)
	if err != nil {
		return err
	}
	if err := checkOutputs([]named{{"--output", o.output}, {"--log", o.log}}, paths); err != nil {
		return usageError{err}
	}
	watch, err := newWatcher(&o.watchOptions, settings.progress, std.err)
	if err != nil {
		return err
	}
	defer func() { watch.end(err) }()
	watch.log.start(o.facts(settings.kernel), paths)
	outputs := outputSet{overwrite: o.overwrite, stdout: std.out}
	defer outputs.abort()
	out, err := outputs.create(o.output)
	if err != nil {
		return err
	}
	reader, err := formats.Open(paths, settings.read)
	if err != nil {
		return err
	}
	defer reader.Close()
	if err := o.applyRetry(settings, paths, &pipeline.Config{Reader: reader}); err != nil {
		return err
	}
	hashed := new(files.Counter)
	g := &gauge{counts: new(pipeline.Progress), solver: o.solver, kernel: settings.kernel}
	g.enter(planning, twice{reader, hashed}, rowsUnknown)
	watch.follow(g)
	plan, err := parts.MakePlan(c.Context(), version(), recipe, paths, reader, hashed)
	if err != nil {
		return err
	}
	if _, err := plan.WriteTo(out); err != nil {
		return err
	}
	if err := outputs.commit(); err != nil {
		return err
	}
	watch.done(func(to io.Writer) {
		fmt.Fprintf(to, "gridmill: a plan of %s for %s, to %s\n", countOf(int64(len(plan.Parts)), "part"), countOf(plan.Rows, "row"), outputName(o.output))
	}, "parts", len(plan.Parts), "rows", plan.Rows)
	return nil
}
