package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// inParts reports whether the output is a directory of parts. This is the case if its name
// indicates a directory, or if a plan is given, because plans require a directory.
func (o *solveOptions) inParts() bool {
	return o.output != "" && (o.planFile != "" || isDirectory(o.output))
}

// prepare checks the flags. If there is a plan, it also checks that the flags agree with the plan.
func (r *partsRun) prepare(c *cobra.Command, inputs []string) (err error) {
	_, counted := r.rows.count()
	if r.shard, err = parseShard(r.solveOptions.shard); err != nil {
		return usageError{err}
	}
	isFile := !isDirectory(r.output) && (r.output == files.StdStream || formats.FormatOf(r.output) != formats.Auto)
	switch {
	case c.Flags().Changed("shard") && r.solveOptions.shard == "":
		return usageError{errors.New("--shard is empty; give I/N, or leave it out to solve all parts")}
	case isFile:
		return usageError{fmt.Errorf("--output %s is not a directory, but --plan makes a directory of parts; use -o DIR/", r.output)}
	case r.planFile == "" && !r.shard.All() && !counted:
		return usageError{errors.New("--shard requires a --plan that all shards share; make one with gridmill plan")}
	case r.planFile != "" && len(inputs) > 0:
		return usageError{fmt.Errorf("--plan %s already lists the inputs; leave out %s", r.planFile, inputs[0])}
	case r.rejects != "" && !r.shard.All():
		return usageError{errors.New("--rejects requires the parts of all shards; use --rejects with gridmill merge instead")}
	case r.overwrite && !r.shard.All():
		return usageError{errors.New("--overwrite with --shard would remove the parts of other shards; remove the directory before you run the first shard")}
	}
	if r.planFile != "" {
		if r.plan, err = parts.ReadPlan(r.planFile); err != nil {
			return err
		}
		if len(r.plan.Inputs) == 0 {
			return usageError{fmt.Errorf("%s was made by gridmill generate, which has no --plan option; run generate with the same options and -o", r.planFile)}
		}
		if err := adopt(c.Flags(), r.planFile, r.plan); err != nil {
			return err
		}
	}
	if err := checkRejects(r.rejects); err != nil {
		return usageError{err}
	}
	if r.settings, r.recipe, err = r.checkParts(c, r.session); err != nil {
		return usageError{err}
	}
	if err := r.checkEffort(r.settings, r.session, false); err != nil {
		return usageError{err}
	}
	if err := r.findFiles(inputs); err != nil {
		return err
	}
	r.settings.write.Provenance = r.provenance(r.files) // the provenance includes the inputs of a plan
	return nil
}

// findFiles finds the inputs. It returns an error if an output would overwrite an input.
func (r *partsRun) findFiles(inputs []string) error {
	if r.plan != nil {
		r.files = r.plan.Files()
		if err := r.plan.CheckRecipe(r.planFile, version(), r.recipe, r.files); err != nil {
			return err
		}
		return r.checkOtherOutputs(append([]string{r.planFile}, r.files...), named{"--rejects", r.rejects})
	}
	for _, input := range inputs {
		if info, err := os.Stat(input); err == nil && info.IsDir() && inside(input, r.output) {
			return usageError{fmt.Errorf("--output %s is inside the input %s, so the parts would become inputs of the next run; choose another directory", r.output, input)}
		}
	}
	files, err := expandForParts(inputs, r.settings.read.Skipped)
	if err != nil {
		return err
	}
	r.files = files
	return r.checkPlaces(files, named{"--rejects", r.rejects})
}

// checkPlaces is like checkOtherOutputs but also rejects inputs that are in the output directory.
func (o *jobOptions) checkPlaces(inputs []string, others ...named) error {
	for _, file := range inputs {
		if inside(o.output, file) {
			return usageError{fmt.Errorf("--output %s contains the input %s; choose another directory", o.output, file)}
		}
	}
	return o.checkOtherOutputs(inputs, others...)
}

// checkOtherOutputs returns an error if an output file would overwrite an input or another output
// file, or if it would be in the output directory.
func (o *jobOptions) checkOtherOutputs(read []string, others ...named) error {
	outputs := append([]named{{"--summary", o.summary}, {"--report", o.report}, {"--log", o.log}}, others...)
	if err := cmp.Or(checkOutputs(outputs, read), checkOutside(o.output, outputs...)); err != nil {
		return usageError{err}
	}
	return nil
}

// parseShard parses a shard of the form "I/N". The empty string means all parts.
func parseShard(text string) (parts.Shard, error) {
	if text == "" {
		return parts.Shard{}, nil
	}
	index, of, found := strings.Cut(text, "/")
	i, errIndex := strconv.Atoi(index)
	n, errOf := strconv.Atoi(of)
	if !found || errIndex != nil || errOf != nil || i < 0 || n < 1 || i >= n {
		return parts.Shard{}, fmt.Errorf("--shard must be I/N, from 0/N to N-1/N, not %q", text)
	}
	return parts.Shard{Index: i, Of: n}, nil
}

// checkParts checks the flags of a run in parts. It returns the settings and the recipe. The recipe
// records everything that affects the output. All errors are usage errors.
func (o *solveOptions) checkParts(c *cobra.Command, session *session) (*settings, parts.Recipe, error) {
	var none parts.Recipe
	format, err := formats.ParseOutputFormat(o.to)
	if err != nil {
		return nil, none, err
	}
	if format == formats.Auto {
		format = formats.Parquet
	}
	format = o.written(format)
	switch format {
	case formats.JSON:
		return nil, none, errors.New("a JSON file is a single array, so parts cannot be joined; write the parts with --to jsonl")
	case formats.NPY:
		return nil, none, errors.New("a NumPy array starts with its number of rows, so parts cannot be joined; write a single file, -o FILE.npy")
	}
	o.to = format.String()
	if err := atLeast("--part-rows", o.partRows, 1); err != nil {
		return nil, none, err
	}
	s, err := o.checkRecipe(c.Context(), session)
	if err != nil {
		return nil, none, err
	}
	if o.planFile == "" { // a plan can set any flag, and the flags were checked when the plan was made
		if err := refuseIdle(c.Flags(), format); err != nil {
			return nil, none, err
		}
	}
	s.setFormat(format, &o.jobOptions)
	return s, parts.Recipe{Solver: o.solver, Options: o.rows.recordedOptions(o), Extension: format.Extension(), PartRows: o.partRows}, nil
}

// expandForParts is like expandInputs but rejects files that can be read only once.
func expandForParts(inputs []string, skipped *formats.Skipped) ([]string, error) {
	paths, err := expandInputs(inputs, skipped)
	if err != nil {
		return nil, err
	}
	for _, file := range paths {
		if file == files.StdStream || isSpecial(file) {
			return nil, usageError{fmt.Errorf("%s can be read only once, so the run could not be resumed; save the data to a file first", files.InputName(file))}
		}
	}
	return paths, nil
}

// adopt sets the flags to the values of the options in p. It returns an error if the user gave a
// flag a different value.
func adopt(flags *pflag.FlagSet, file string, p *parts.Plan) error {
	values := map[string]any{"solver": p.Solver, "part_rows": p.PartRows}
	maps.Copy(values, p.Options)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		flag := flags.Lookup(strings.ReplaceAll(name, "_", "-"))
		value := fmt.Sprint(values[name])
		if flag == nil {
			return fmt.Errorf("%s has the option %s, which this version of gridmill does not know; make the plan again", file, name)
		}
		if flag.Changed && flag.Value.String() != value {
			return usageError{fmt.Errorf("--%s %s: the value in %s is %q; leave out the option, or make another plan", flag.Name, flag.Value, file, value)}
		}
		if err := flags.Set(flag.Name, value); err != nil {
			return fmt.Errorf("%s is damaged: %w", file, err)
		}
	}
	return nil
}
