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
	"github.com/gridmill/gridmill/pipeline/parts"
)

func newPlan(s *session) *cobra.Command {
	o := solveOptions{rows: fileRows{}}
	c := &cobra.Command{
		Use:   "plan INPUT... -o PLAN",
		Short: "Divide inputs into parts for several processes or machines",
		Args:  someInputs,
		RunE:  func(c *cobra.Command, inputs []string) error { return s.plan(c, &o, inputs) },
	}
	f := c.Flags()
	f.SortFlags = false
	o.flags = f
	f.StringVarP(&o.output, "output", "o", "", "`FILE` for the plan, or - for standard output (required)")
	f.BoolVar(&o.overwrite, "overwrite", false, "replace an existing file")
	o.bindRecipe(c)
	o.progressOptions.bind(c)
	return c
}

func (s *session) plan(c *cobra.Command, o *solveOptions, inputs []string) error {
	if o.output == "" {
		return usageError{errors.New("no file given for the plan; use -o FILE, or -o - for standard output")}
	}
	settings, recipe, err := o.partsSettings(c, s)
	if err == nil {
		settings.progress, err = o.parseProgress(s, s.onTerminal(o.output))
	}
	if err != nil {
		return usageError{err}
	}
	paths, err := expandForParts(inputs, settings.read.Skipped)
	if err := cmp.Or(err, checkOutputs("", []namedOutput{{"--output", o.output}, {"--log", o.log}}, paths)); err != nil {
		return err
	}
	return s.run(settings.progress, o.facts(settings, paths), o.overwrite, func() error {
		out, err := s.outputs.create(o.output)
		if err != nil {
			return err
		}
		states := files.StatesOf(paths)
		reader, err := formats.Open(paths, settings.read)
		if err != nil {
			return err
		}
		defer reader.Close()
		if _, err := o.configure(settings, paths, reader, nil); err != nil {
			return err
		}
		plan, err := s.makePlan(c.Context(), recipe, states, reader)
		if err != nil {
			return err
		}
		if err := plan.Write(out); err != nil {
			return err
		}
		s.nameSkipped(settings.read.Skipped)
		err = s.finish(func(to io.Writer) {
			fmt.Fprintf(to, "gridmill: wrote a plan to %s: %s, %s\n", outputName(o.output), countOf(int64(len(plan.Parts)), "part"), countOf(plan.Rows, "row"))
		}, "parts", len(plan.Parts), "rows", plan.Rows)
		if err == nil && plan.Rows == 0 {
			err = strictError{errors.New("the inputs have no rows, so there is nothing to solve")}
		}
		return err
	})
}

// makePlan reads the inputs and creates a plan. It reports progress while it reads.
func (s *session) makePlan(ctx context.Context, recipe parts.Recipe, inputs files.States, reader formats.Reader) (*parts.Plan, error) {
	hashed := new(files.Counter)
	s.progress.Enter(pipeline.Plan, pipeline.Both{reader, hashed}, pipeline.Unknown)
	return parts.MakePlan(ctx, version(), recipe, inputs, reader, hashed)
}
