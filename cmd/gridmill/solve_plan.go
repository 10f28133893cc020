package main

import (
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// begin finds the plan, and clears the directory where --overwrite asks for it. From
// then on there is something to go on with.
func (r *partsRun) begin(c *cobra.Command) error {
	if !r.overwrite {
		if err := r.findPlan(c); err != nil {
			return err
		}
		again.kind.Store(goesOn)
		return nil
	}
	if err := r.dir.CheckClear(); err != nil { // before hours of planning
		return err
	}
	if err := r.findPlan(c); err != nil {
		return err
	}
	if err := r.plan.CheckInputs(c.Context(), &r.checked); err != nil {
		return err
	}
	// Nothing is known any more to stand in the way of new parts.
	if err := r.dir.Clear(); err != nil {
		return err
	}
	again.kind.Store(wouldClear)
	return nil
}

// findPlan takes the plan that was given, or that the directory was begun with, or
// else makes it.
func (r *partsRun) findPlan(c *cobra.Command) error {
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
				return usageError{&option.Error{Options: []option.Name{option.Directory, option.Restart}, Misused: true, Err: err}}
			}
			return nil
		}
	}
	r.watch.tell("reading %s once, to cut it into parts", nameOfInputs(r.files))
	hashed := new(files.Counter)
	r.watch.enter(planning, twice{r.reader, hashed}, rowsUnknown)
	var err error
	r.plan, err = parts.MakePlan(c.Context(), version(), r.recipe, r.files, r.reader, hashed)
	if err == nil {
		r.watch.log.Info("plan", "parts", len(r.plan.Parts), "rows", r.plan.Rows)
	}
	return err
}

func nameOfInputs(files []string) string {
	if len(files) == 1 {
		return files[0]
	}
	return countOf(int64(len(files)), "file")
}
