package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// solveRows runs a command that reads rows and writes them to a file or a directory of parts.
func (s *session) solveRows(c *cobra.Command, o *solveOptions, inputs []string) error {
	if o.output != "" && (o.planFile != "" || isDirectory(o.output)) {
		return s.solveToParts(c, o, inputs)
	}
	return s.solveToFile(c, o, inputs)
}

func (s *session) solveToFile(c *cobra.Command, o *solveOptions, inputs []string) error {
	if c.Flags().Changed("part-rows") || o.shard != "" {
		return usageError{errors.New("--part-rows and --shard require a directory of parts; use -o DIR/, with a slash at the end")}
	}
	settings, err := o.fileSettings(c.Context(), inputs, s)
	if err != nil {
		return usageError{err}
	}
	expanded, err := expandInputs(inputs, settings.read.Skipped)
	outputs := o.outputs(namedOutput{"--output", o.output}, namedOutput{"--rejects", o.rejects})
	if err := cmp.Or(err, checkOutputs("", outputs, append(o.alsoRead, expanded...))); err != nil {
		return err
	}
	facts := o.facts(settings, expanded)
	return s.run(settings.progress, facts, o.overwrite, func() error {
		s.remarkOnOutputs(inputs, outputs)
		s.remarkOnRepeats(expanded)
		return s.solveFiles(c.Context(), o, settings, facts, c.Name())
	})
}

// solveFiles opens the inputs, solves the rows, closes the outputs and writes the summary.
func (s *session) solveFiles(ctx context.Context, o *solveOptions, settings *settings, facts runFacts, command string) error {
	states := files.StatesOf(facts.inputs)
	reader, err := o.rows.open(settings.read, facts.inputs, o.Kernel)
	if err != nil {
		return err
	}
	defer reader.Close()
	config, err := o.configure(settings, facts.inputs, reader, s.progress.Counts())
	if err != nil {
		return err
	}
	if config.Writers, err = createWriters(s.outputs, o, settings.write, reader.Schema()); err != nil {
		return err
	}
	if settings.read.AnswersPauses {
		config.Flush = s.outputs.flush
	}
	if err := s.outputs.probe(o.summary, o.report); err != nil {
		return err
	}
	s.progress.Enter(pipeline.Solve, reader, o.rows.count())
	totals, err := pipeline.Run(ctx, config)
	if err != nil {
		return states.CheckRun(ctx, err)
	}
	if n := totals.WithoutGrid; n > 0 && n == totals.Rows && !totals.AllInvalid() {
		return usageError{fmt.Errorf("--select %s: the column contains no grids, but the %s format stores only grids; select a column of grids, or choose another format", o.selection, settings.write.Format)}
	}
	for _, w := range config.Writers {
		if err := w.Close(); err != nil {
			return err
		}
	}
	if err := states.CheckRun(ctx, nil); err != nil {
		return err
	}
	summary := newSummary(facts, totals, totals.Rows, s.progress.RunTime())
	summary.addScores(config.Scoring, &totals.Scores)
	summary.addRun(settings, reader.Schema())
	return o.sumUp(s, summary, command)
}

// sumUp writes the summary and the report of a run, commits all outputs, and checks the totals.
func (o *solveOptions) sumUp(s *session, summary *summary, command string) error {
	err := s.outputs.write(o.summary, summary.writeJSON)
	if err == nil {
		err = s.outputs.write(o.report, func(to io.Writer) error { return summary.writeReport(to, command, s.progress) })
	}
	if err == nil {
		err = s.finish(summary.print, "summary", summary)
	}
	if err != nil || summary.Rows == 0 && o.only != "" { // an empty earlier result is not an error
		return err
	}
	return checkTotals(summary.totals, o.strict, o.shard != "")
}

// createWriters creates the output and, if requested, the file of invalid rows.
func createWriters(outputs *outputSet, o *solveOptions, options formats.WriteOptions, schema *formats.Schema) ([]formats.Writer, error) {
	out, err := outputs.create(o.output)
	if err != nil || out == nil { // without an output, the run writes only a summary
		return nil, err
	}
	w, err := formats.Create(out, o.output, schema, options)
	if err != nil || o.rejects == "" {
		return []formats.Writer{w}, err
	}
	if out, err = outputs.create(o.rejects); err != nil {
		return nil, err
	}
	rejects, err := formats.NewRejects(out, o.rejects)
	return []formats.Writer{w, rejects}, err
}

const strictUsage = "exit with status 3 for any invalid row, unsolved row or wrong answer"

// checkTotals returns an error if a run has no rows or only invalid rows, because the inputs are
// probably wrong. A shard may lack valid rows, because other shards may have them. If strict is
// set, unsolved rows and wrong answers are also errors.
func checkTotals(t *pipeline.Totals, strict, isShard bool) error {
	switch {
	case t.Rows == 0 && !isShard:
		return strictError{errors.New("the inputs have no rows, so the output has no rows either")}
	case t.AllInvalid() && !isShard:
		return strictError{errors.New(allInvalid(t.Rows, "row", t.Reasons, "gridmill inspect FILE shows how the file is read; use --column or --from to change that"))}
	case !strict || t.Unsolved()+t.WrongAnswers() == 0:
		return nil
	}
	return strictError{fmt.Errorf("--strict: %s invalid or unsolved, and %s wrong, incomplete or unreadable",
		english.Plural(int(t.Unsolved()), "row is", "rows are"), english.Plural(int(t.WrongAnswers()), "answer is", "answers are"))}
}
