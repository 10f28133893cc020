package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/pipeline"
)

// findPlan takes the plan that was given, or that the directory was begun with, or
// else makes it.
func (r *partsRun) findPlan(c *cobra.Command) error {
	if r.overwrite {
		if err := r.dir.CheckClear(); err != nil { // before hours of planning
			return err
		}
	}
	if r.plan != nil {
		return nil
	}
	if !r.overwrite {
		stored, err := r.dir.StoredPlan()
		if err != nil {
			return err
		}
		if stored != nil {
			r.plan = stored
			if err := stored.CheckRecipe(r.output, version(), r.recipe, r.files); err != nil {
				return usageError{fmt.Errorf("%w; choose another directory, or begin again with --overwrite", err)}
			}
			return nil
		}
	}
	if r.settings.progress.talks() {
		fmt.Fprintf(r.std.err, "gridmill: reading %s once, to cut it into parts\n", nameOfInputs(r.files))
	}
	var err error
	r.plan, err = pipeline.MakePlan(c.Context(), version(), r.recipe, r.files, r.reader)
	return err
}

// beginAgain clears the directory where that is asked for, now that the inputs are
// read and nothing is known to stand in the way of new parts.
func (r *partsRun) beginAgain(c *cobra.Command) error {
	if !r.overwrite {
		return nil
	}
	if err := r.plan.CheckInputs(c.Context()); err != nil {
		return err
	}
	return r.dir.Clear()
}

func nameOfInputs(files []string) string {
	if len(files) == 1 {
		return files[0]
	}
	return countOf(int64(len(files)), "file")
}
