package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// A partsRun is a run that writes to a directory of parts.
type partsRun struct {
	*solveOptions
	session  *session
	settings *settings
	recipe   parts.Recipe
	ownParts parts.Shard // parsed from shard
	files    []string
	states   files.States // states of the files, taken before the reader was opened
	plan     *parts.Plan  // nil until the plan has been found
	dir      *parts.Directory
	reader   formats.Reader
	config   pipeline.Config
}

func (s *session) solveToParts(c *cobra.Command, o *solveOptions, inputs []string) error {
	r := &partsRun{solveOptions: o, session: s}
	if err := r.prepare(c, inputs); err != nil {
		return err
	}
	facts := o.facts(r.settings, r.files)
	// A command that continues a run may replace the summary, report and rejects file of that run.
	plan, err := parts.FindPlan(o.output)
	mayReplace := err == nil && o.mayReplace(func(text []byte) bool { return o.isOwnSummary(plan, text) }) &&
		(isMissing(o.rejects) || isSpecial(o.rejects) || formats.HoldsRejects(o.rejects))
	return s.run(r.settings.progress, facts, o.overwrite || mayReplace, func() error {
		return r.run(c.Context(), facts, c.Name())
	})
}

// prepare checks the flags and finds the inputs. With --plan, the flags must agree with the plan.
func (r *partsRun) prepare(c *cobra.Command, inputs []string) (err error) {
	if r.ownParts, err = parseShard(c.Flags(), r.shard); err != nil {
		return usageError{err}
	}
	switch {
	case !isDirectory(r.output) && (r.output == files.StdStream || formats.FormatOf(r.output) != formats.Auto):
		return usageError{fmt.Errorf("--output %s is not a directory, but --plan writes a directory of parts; use -o DIR/", r.output)}
	case r.planFile == "" && !r.ownParts.All() && r.rows.count() == pipeline.Unknown:
		return usageError{errors.New("--shard requires a --plan that all shards share; to make a plan, run gridmill plan")}
	case r.planFile != "" && len(inputs) > 0:
		return usageError{fmt.Errorf("--plan %s already lists the inputs; leave out %s", r.planFile, inputs[0])}
	case r.rejects != "" && !r.ownParts.All():
		return usageError{errors.New("--rejects cannot be combined with --shard; use --rejects with gridmill merge, which reads the parts of all shards")}
	case r.overwrite && !r.ownParts.All():
		return usageError{errors.New("--overwrite with --shard would remove the parts of other shards; to start again, remove the directory before you run the first shard")}
	}
	if r.planFile != "" {
		if r.plan, err = parts.ReadPlan(r.planFile); err != nil {
			return err
		}
		if len(r.plan.Inputs) == 0 {
			return usageError{fmt.Errorf("gridmill generate wrote the plan %s, but --plan requires a plan made by gridmill plan; repeat the generate command instead", r.planFile)}
		}
		if err := adopt(c.Flags(), r.planFile, r.plan); err != nil {
			return err
		}
	}
	if r.settings, r.recipe, err = r.partsSettings(c, r.session); err != nil {
		return usageError{err}
	}
	if err := r.setEffort(r.settings, r.session, false); err != nil {
		return usageError{err}
	}
	err = r.findFiles(inputs)
	r.settings.write.Provenance = r.provenance(r.files)
	return err
}

// findFiles finds the inputs. It returns an error if an output would overwrite an input.
func (r *partsRun) findFiles(inputs []string) (err error) {
	rejects := namedOutput{"--rejects", r.rejects}
	if r.plan != nil {
		r.files = r.plan.Files()
		if i := slices.IndexFunc(r.files, isMissing); i >= 0 {
			here, _ := os.Getwd()
			return fmt.Errorf("%s, an input of the plan %s, does not exist (relative names are resolved against %s); run the command where gridmill plan was run, or restore the file", r.files[i], r.planFile, here)
		}
		if err := r.plan.CheckRecipe(r.planFile, version(), r.recipe, r.files); err != nil {
			return err
		}
		return checkOutputs(r.output, r.outputs(rejects), slices.Concat([]string{r.planFile}, r.files, r.alsoRead))
	}
	r.files, err = r.resumableInputs(inputs, r.settings.read.Skipped, rejects)
	return err
}

// isMissing reports whether name is empty or does not name an existing file.
func isMissing(name string) bool {
	_, err := os.Lstat(name)
	return name == "" || errors.Is(err, fs.ErrNotExist)
}

// run opens the inputs, creates or finds the plan, solves the parts and writes the summary.
func (r *partsRun) run(ctx context.Context, facts runFacts, command string) (err error) {
	if r.dir, err = parts.OpenDirectory(r.output, r.ownParts); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.dir.Close()) }()
	r.session.unfinished.add(r.dir)
	if dataset.IsIncomplete(r.output) {
		return option.Misuse(option.Directory, "%s belongs to an incomplete data set", r.output)
	}
	r.states = files.StatesOf(r.files)
	if r.reader, err = r.rows.open(r.settings.read, r.files, r.Kernel); err != nil {
		return err
	}
	defer r.reader.Close()
	if r.config, err = r.configure(r.settings, r.files, r.reader, r.session.progress.Counts()); err != nil {
		return err
	}
	// Check the columns first. Otherwise, the error for an unknown column in --select would say
	// that --select differs from its value in the earlier run.
	if _, err := r.partWriter(io.Discard); err != nil {
		return err
	}
	if err := r.session.outputs.probeNextToParts(r.rejects, r.summary, r.report); err != nil {
		return err
	}
	var outcome *parts.Outcome
	defer func() { err = r.session.rerun.advise(err, outcome) }()
	if err := r.findPlan(ctx); err != nil {
		return err
	}
	r.session.remarkOnRepeats(r.files)
	if !r.overwrite {
		r.session.rerun.effect.Store(resumes)
	}
	if outcome, err = r.solve(ctx); err != nil {
		return err
	}
	summary := newSummary(facts, &outcome.Totals, outcome.Solved.Rows, r.session.progress.RunTime())
	summary.addRun(r.settings, r.reader.Schema())
	if outcome.Taken.Parts > 0 && len(summary.LeftOutLines) > 0 {
		summary.leftOut = append(summary.leftOut, "the line counts cover only what this run read")
	}
	summary.Parts = &partsSummary{len(r.plan.Parts), r.plan.PartRows, r.shard, outcome.Taken, outcome.Solved, r.plan.Identity()}
	if err := r.session.joinRejects(ctx, r.rejects, outcome); err != nil {
		return err
	}
	return r.sumUp(r.session, summary, command)
}

// joinRejects writes the invalid rows of all parts to the named file, unless name is empty.
func (s *session) joinRejects(ctx context.Context, name string, outcome *parts.Outcome) error {
	return s.outputs.write(name, func(to io.Writer) error { return formats.JoinRejects(ctx, to, name, outcome.Rejects) })
}

// findPlan sets r.plan to the plan in the directory, unless prepare has already set r.plan. If the
// directory has no plan, or if --overwrite is set, findPlan creates a plan.
func (r *partsRun) findPlan(ctx context.Context) (err error) {
	if r.overwrite {
		if err := r.dir.CheckClear(); err != nil { // fail before planning, which can take hours
			return err
		}
	}
	if r.plan != nil {
		return nil
	}
	if !r.overwrite {
		if r.plan, err = r.dir.StoredPlan(); err != nil {
			return err
		}
		if r.plan != nil {
			if err := r.plan.CheckRecipe(r.output, version(), r.recipe, r.files); err != nil {
				return usageError{&option.Error{Options: []option.Name{option.Directory, option.Restart}, Misused: true, Err: err}}
			}
			return nil
		}
	}
	if rows := r.rows.count(); rows != pipeline.Unknown {
		r.plan, err = parts.PlanRows(version(), r.recipe, rows)
		return err
	}
	reporter := r.session.progress
	reporter.Printf("reading the inputs to divide the rows into parts")
	if r.plan, err = r.session.makePlan(ctx, r.recipe, r.states, r.reader); err == nil {
		reporter.Log.Info("plan", "parts", len(r.plan.Parts), "rows", r.plan.Rows)
	}
	return err
}

func (r *partsRun) partWriter(w io.Writer) (formats.Writer, error) {
	return formats.Create(w, "", r.reader.Schema(), r.settings.write)
}

func (r *partsRun) solve(ctx context.Context) (*parts.Outcome, error) {
	reporter := r.session.progress
	outcome, err := parts.Solve(ctx, parts.Config{
		Config:    r.config,
		Directory: r.dir, Plan: r.plan, Shard: r.ownParts, Rejects: true, Clear: r.overwrite,
		Create: r.partWriter,
		Found: func(done, left parts.Count) {
			if r.overwrite {
				r.session.rerun.effect.Store(clears)
			}
			if done.Parts > 0 { // do not say "done": Solve may solve damaged parts again
				reporter.Printf("earlier runs wrote %s of %s", humanize.Comma(int64(done.Parts)), countOf(int64(done.Parts+left.Parts), "part"))
			}
		},
		Damaged: func(faults pipeline.Faults) {
			reporter.Printf("solved again: %s", faults)
			for _, fault := range faults {
				reporter.Log.Warn("part solved again", "fault", fault.Error())
			}
		},
		Enter:     reporter.Enter,
		Published: func(m parts.Made) { reporter.Log.Info("part", "made", m) },
	})
	if r.planFile != "" && errors.Is(err, files.ErrChanged) {
		err = option.Errorf("restore it, or make a new plan for a new or empty directory", "%w", err)
	}
	return outcome, err
}
