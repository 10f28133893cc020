package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
)

func newSolve(std streams) *cobra.Command {
	var o solveOptions
	c := &cobra.Command{
		Use:     "solve INPUT... -o OUTPUT",
		Short:   "Solve the puzzles in files and write solutions and statistics",
		Long:    solveLong,
		Example: solveExamples,
		Args: func(c *cobra.Command, inputs []string) error {
			if o.planFile != "" {
				return nil // the plan names the inputs
			}
			return someInputs(c, inputs)
		},
		RunE: func(c *cobra.Command, inputs []string) error {
			if o.inParts() {
				return withUsage(c, solveInParts(c, &o, inputs, std))
			}
			return withUsage(c, solve(c, &o, inputs, std))
		},
	}
	o.bind(c)
	return c
}

// solve is the whole of a run: open, solve, close, sum up.
func solve(c *cobra.Command, o *solveOptions, inputs []string, std streams) (err error) {
	ctx := c.Context()
	if c.Flags().Changed("part-rows") || o.shard != "" {
		return usageError{errors.New("--part-rows is for a directory of parts, and --shard for one with a --plan; say -o DIR/, with a slash at the end")}
	}
	settings, err := o.check(ctx, inputs, std)
	if err != nil {
		return usageError{err}
	}
	if err := refuseIdle(c.Flags(), settings.write.Format); err != nil {
		return usageError{err}
	}
	files, err := expandInputs(inputs)
	if err != nil {
		return err
	}
	if err := checkOutputs([]named{{"--output", o.output}, {"--rejects", o.rejects}, {"--summary", o.summary}, {"--log", o.log}}, files); err != nil {
		return usageError{err}
	}
	watch, err := newWatcher(&o.watchOptions, settings.progress, std.err)
	if err != nil {
		return err
	}
	defer func() { watch.end(err) }()
	watch.log.start(o.facts(settings.kernel), files)
	reader, err := formats.Open(files, settings.read)
	if err != nil {
		return err
	}
	defer reader.Close()
	outputs := outputSet{overwrite: o.overwrite, stdout: std.out}
	defer outputs.abort()
	counts := new(pipeline.Progress)
	config := pipeline.Config{
		Reader: reader, NewSolver: settings.newSolver,
		Workers: o.workers, BatchRows: o.batch, BatchBytes: settings.batchBytes, Progress: counts,
	}
	if err := o.applyRetry(settings, files, &config); err != nil {
		return err
	}
	if config.Writers, err = createWriters(&outputs, o, settings, reader.Schema()); err != nil {
		return err
	}
	summaryFile, err := outputs.create(o.summary)
	if err != nil {
		return err
	}

	begin := time.Now()
	g := &gauge{counts: counts, workers: o.workers, solver: o.solver, kernel: settings.kernel}
	g.enter(solving, reader, rowsUnknown)
	watch.follow(g)
	totals, err := pipeline.Run(ctx, config)
	if err != nil {
		return err
	}
	if err := closeWriters(config.Writers); err != nil {
		return err
	}
	summary := newSummary(o.facts(settings.kernel), files, totals, totals.Rows, time.Since(begin))
	summary.addRetry(settings.retry, reader.Schema().Results, totals.Rows)
	if err := summary.writeJSON(summaryFile); err != nil {
		return err
	}
	if err := outputs.commit(); err != nil {
		return err
	}
	watch.done(summary.print, "summary", summary)
	return strictly(o.strict, totals)
}

// closeWriters writes the ends of the outputs.
func closeWriters(writers []formats.Writer) error {
	for _, w := range writers {
		if err := w.Close(); err != nil {
			return err
		}
	}
	return nil
}

// createWriters opens the output, and the file of rejected rows if it is wanted.
func createWriters(outputs *outputSet, o *solveOptions, s *settings, schema *formats.Schema) ([]formats.Writer, error) {
	var writers []formats.Writer
	out, err := outputs.create(o.output)
	if err != nil {
		return nil, err
	}
	w, err := formats.Create(out, o.output, schema, s.write)
	if err != nil {
		return nil, err
	}
	writers = append(writers, w)
	if o.rejects != "" {
		out, err := outputs.create(o.rejects)
		if err != nil {
			return nil, err
		}
		w, err := formats.NewRejects(out, o.rejects)
		if err != nil {
			return nil, err
		}
		writers = append(writers, w)
	}
	return writers, nil
}

// strictly reports rows at fault where --strict asks for it.
func strictly(strict bool, t *pipeline.Totals) error {
	if !strict || t.Unsolved()+t.WrongAnswers() == 0 {
		return nil
	}
	return strictError{fmt.Errorf("--strict: invalid or unsolved: %s; wrong or unreadable: %s",
		countOf(t.Unsolved(), "row"), countOf(t.WrongAnswers(), "answer"))}
}
