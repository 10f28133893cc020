package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// inParts reports whether the output is a directory of parts: because its name
// says so, or because there is one, or because nothing else can be made of a plan.
func (o *solveOptions) inParts() bool {
	return o.output != "" && (o.planFile != "" || isDirectory(o.output))
}

// isDirectory reports whether a name is that of a directory: it says so, or there
// is one.
func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return name != "" && os.IsPathSeparator(name[len(name)-1]) || err == nil && info.IsDir()
}

// partsRun is a run whose results go to a directory of parts.
type partsRun struct {
	*solveOptions
	std      streams
	settings *settings
	recipe   parts.Recipe
	shard    parts.Shard
	files    []string
	plan     *parts.Plan // nil until it is known
	dir      *parts.Directory
	reader   formats.Reader
	config   pipeline.Config
	checked  files.Counter // what is read of inputs to see whether they are still what they were
	watch    *watcher
}

// solveInParts is the whole of a run into a directory.
func solveInParts(c *cobra.Command, o *solveOptions, inputs []string, std streams) (err error) {
	r := &partsRun{solveOptions: o, std: std}
	if err := r.prepare(c, inputs); err != nil {
		return err
	}
	if r.watch, err = newWatcher(&o.watchOptions, r.settings.progress, std.err); err != nil {
		return err
	}
	defer func() { r.watch.end(err) }()
	r.watch.log.start(o.facts(r.settings.kernel), r.files)
	sharing := parts.Alone
	if !r.shard.All() {
		sharing = parts.Shared
	}
	r.dir, err = parts.OpenDirectory(o.output, sharing)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.dir.Close()) }()
	begunOutputs.add(r.dir)
	if r.reader, err = formats.Open(r.files, r.settings.read); err != nil {
		return err
	}
	defer r.reader.Close()
	g := &gauge{counts: new(pipeline.Progress), workers: o.workers, solver: o.solver, kernel: r.settings.kernel}
	r.config = pipeline.Config{
		Reader: r.reader, NewSolver: r.settings.newSolver,
		Workers: o.workers, BatchRows: o.batch, BatchBytes: r.settings.batchBytes, Progress: g.counts,
	}
	if err := o.applyRetry(r.settings, r.files, &r.config); err != nil {
		return err
	}
	// Whoever runs a command again means its summary to be replaced.
	outputs := outputSet{overwrite: o.overwrite || isSummary(o.summary), stdout: std.out}
	defer outputs.abort()
	if err := outputs.probe(o.summary); err != nil {
		return err
	}
	g.enter(checking, &r.checked, rowsUnknown)
	r.watch.follow(g)
	var outcome *parts.Outcome
	defer func() { err = sayHowToGoOn(err, outcome) }()
	if err := r.begin(c); err != nil {
		return err
	}
	begin := time.Now()
	if outcome, err = r.solve(c); err != nil {
		return err
	}
	summary := newSummary(o.facts(r.settings.kernel), r.files, &outcome.Totals, outcome.Solved.Rows, time.Since(begin))
	summary.addRetry(r.settings.retry, r.reader.Schema().Results, outcome.Solved.Rows)
	summary.Parts = newPartsSummary(r.plan, o.shard, outcome)
	summaryFile, err := outputs.create(o.summary)
	if err != nil {
		return err
	}
	if err := summary.writeJSON(summaryFile); err != nil {
		return err
	}
	if err := outputs.commit(); err != nil {
		return err
	}
	r.watch.log.faults("left alone", outcome.LeftAlone)
	r.watch.done(func(to io.Writer) {
		summary.print(to)
		tellLeftAlone(to, outcome)
	}, "summary", summary)
	return strictly(o.strict, &outcome.Totals)
}

// prepare checks the flags, and those against a plan that was given.
func (r *partsRun) prepare(c *cobra.Command, inputs []string) (err error) {
	if r.rejects != "" {
		return usageError{errors.New("--rejects is for one output file; in parts, the column \"reason\" says which rows are no puzzles, and why")}
	}
	if r.shard, err = parseShard(r.solveOptions.shard); err != nil {
		return usageError{err}
	}
	isFile := !isDirectory(r.output) && (r.output == files.StdStream || formats.FormatOf(r.output) != formats.Auto)
	switch {
	case c.Flags().Changed("shard") && r.solveOptions.shard == "":
		return usageError{errors.New("--shard is empty; say I/N, or leave it away to solve all parts")}
	case isFile:
		return usageError{fmt.Errorf("--output %s is no directory, and a --plan makes a directory of parts; say -o DIR/", r.output)}
	case r.planFile == "" && !r.shard.All():
		return usageError{errors.New("--shard needs a --plan that all shards share; make one with gridmill plan")}
	case r.planFile != "" && len(inputs) > 0:
		return usageError{fmt.Errorf("--plan %s names the inputs; leave %s away", r.planFile, inputs[0])}
	case r.overwrite && !r.shard.All():
		return usageError{errors.New("--overwrite with --shard would remove what other shards did; remove the directory before the first shard")}
	}
	if r.planFile != "" {
		if r.plan, err = parts.ReadPlan(r.planFile); err != nil {
			return err
		}
		if err := adopt(c.Flags(), r.planFile, r.plan); err != nil {
			return err
		}
	}
	if r.settings, r.recipe, err = r.checkParts(c, r.std); err != nil {
		return usageError{err}
	}
	if err := r.checkEffort(r.settings, r.std, false); err != nil {
		return usageError{err}
	}
	if err := r.findFiles(inputs); err != nil {
		return err
	}
	r.settings.write.Record = r.outputRecord(r.files) // which a plan names too
	return nil
}

// findFiles finds the inputs, and refuses outputs that would destroy one.
func (r *partsRun) findFiles(inputs []string) error {
	if r.plan != nil {
		r.files = r.plan.Files()
		if err := r.plan.CheckRecipe(r.planFile, version(), r.recipe, r.files); err != nil {
			return err
		}
		return r.checkOutputs(append([]string{r.planFile}, r.files...))
	}
	for _, input := range inputs {
		if info, err := os.Stat(input); err == nil && info.IsDir() && inside(input, r.output) {
			return usageError{fmt.Errorf("--output %s lies in the input %s, so that its parts would be inputs the next time; choose another directory", r.output, input)}
		}
	}
	files, err := expandForParts(inputs)
	if err != nil {
		return err
	}
	r.files = files
	for _, file := range r.files {
		if inside(r.output, file) {
			return usageError{fmt.Errorf("--output %s holds the input %s; choose another directory", r.output, file)}
		}
	}
	return r.checkOutputs(r.files)
}

// checkOutputs refuses files beside the parts that would destroy each other or
// something that is read, or that would lie among the parts.
func (r *partsRun) checkOutputs(read []string) error {
	outputs := []named{{"--summary", r.summary}, {"--log", r.log}}
	if err := checkOutputs(outputs, read); err != nil {
		return usageError{err}
	}
	for _, out := range outputs {
		if out.liesIn(r.output) {
			return usageError{fmt.Errorf("%s %s lies among the parts; choose a place outside %s", out.flag, out.name, r.output)}
		}
	}
	return nil
}

// parseShard reads "I/N". Nothing is all parts.
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

// solve solves what is missing, and tells of the progress.
func (r *partsRun) solve(c *cobra.Command) (*parts.Outcome, error) {
	r.watch.enter(checking, &r.checked, rowsUnknown)
	return parts.Solve(c.Context(), parts.Config{
		Config:    r.config,
		Directory: r.dir, Plan: r.plan, Shard: r.shard, Counted: &r.checked,
		Create: func(w io.Writer) (formats.Writer, error) {
			return formats.Create(w, "", r.reader.Schema(), r.settings.write)
		},
		Solving: func(faults pipeline.Faults, rows int64) {
			if len(faults) > 0 {
				r.watch.tell("solved again: %s", faults)
				r.watch.log.faults("part solved again", faults)
			}
			r.watch.enter(solving, r.reader, rows)
		},
		Checking:  func(read *files.Counter) { r.watch.enter(checking, read, rowsUnknown) },
		Published: func(m parts.Made) { r.watch.log.Info("part", "made", m) },
	})
}

// tellLeftAlone tells people what does not belong among the parts.
func tellLeftAlone(to io.Writer, outcome *parts.Outcome) {
	if len(outcome.LeftAlone) > 0 {
		fmt.Fprintf(to, "gridmill: left alone: %s\n", outcome.LeftAlone)
	}
}
