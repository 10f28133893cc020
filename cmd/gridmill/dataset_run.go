package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/parts"
)

type datasetRun struct {
	*datasetOptions
	session  *session
	settings *settings
	config   dataset.Config
	existing *dataset.Success // the data set that already exists, or nil
	schema   *formats.Schema  // schema of the inputs, including columns that prepare drops
	shared   []string         // input columns in --where that have the name of a gridmill column
}

func (s *session) dataset(c *cobra.Command, o *datasetOptions, inputs []string) error {
	r := &datasetRun{datasetOptions: o, session: s}
	if err := r.prepare(c, inputs); err != nil {
		return err
	}
	facts := runFacts{
		inputs: r.config.Inputs.Files, options: r.config.Options, solver: o.solver, kernel: r.settings.kernel,
		output: o.output, workers: o.workers, skipped: r.settings.read.Skipped,
	}
	isSummary := func(text []byte) bool {
		_, err := dataset.ParseSuccess(text)
		return err == nil
	}
	// A command that continues a run may replace the summary and report of that run.
	mayReplace := (r.existing != nil || dataset.IsIncomplete(o.output)) && o.mayReplace(isSummary)
	return s.run(r.settings.progress, facts, o.overwrite || mayReplace, func() error {
		s.remarkOnRepeats(facts.inputs)
		return r.run(c.Context())
	})
}

// prepare checks the flags and the inputs before files are created or removed.
func (r *datasetRun) prepare(c *cobra.Command, inputs []string) (err error) {
	shard, err := parseShard(c.Flags(), r.shard)
	if err := cmp.Or(r.session.rejectExpanded("--exclude", inputs), files.RejectRemoteOutput(r.output), r.parse(), err); err != nil {
		return usageError{err}
	}
	r.config = dataset.Config{Selection: r.selection, Version: version(), Solver: r.solver, Shard: shard}
	if r.settings, err = r.newSettings(c.Context(), r.session); err != nil {
		return usageError{err}
	}
	for _, name := range r.layouts {
		if format := folder.FormatOf(name); format != formats.Auto || name == folder.ChatName {
			r.settings.outputs = append(r.settings.outputs, format)
		}
	}
	if err := r.setEffort(r.settings, r.session, false); err != nil {
		return usageError{err}
	}
	r.config.Options = r.recordedOptions()
	r.config.Command = r.commandLine(inputs)
	r.settings.read.Training = &r.settings.extras.Columns
	r.settings.read.Several = len(r.exclude) > 0
	if r.config.Inputs, err = r.sourceOf(inputs, &r.settings.read); err != nil {
		return err
	}
	read := r.settings.read
	read.Keep, read.Types, read.FullGrids, read.AnswerColumn = formats.Keep{}, formats.Types{}, true, "none"
	read.NeedsBlanks = !r.selection.By.Rule().NeedsSolution
	r.config.Exclude, err = r.sourceOf(r.exclude, &read)
	if err := cmp.Or(err, checkExcluded(r.config.Exclude.Files, read)); err != nil {
		return err
	}
	// Check --where first. CheckMade would say only that --where has changed since the earlier run.
	if err := r.useColumns(); err != nil {
		return err
	}
	if !r.writesInputColumns() { // the inputs may then differ in columns that --where does not name
		r.settings.read.Keep = r.settings.read.Keep.Selecting(r.selection.Where.Names())
		if err := r.useColumns(); err != nil {
			return err
		}
	}
	if err := r.makeLayouts(); err != nil {
		return usageError{err}
	}
	r.storeRows()
	if r.existing, err = dataset.ReadSuccess(r.output); err != nil {
		return option.Misuse(option.Directory, "%s does not describe a data set that this version of gridmill can read: %w", filepath.Join(r.output, dataset.SuccessName), err)
	}
	if r.existing != nil && !r.overwrite {
		if err := r.existing.CheckMade(r.output, version(), r.config.Options, r.config.Inputs.Files); err != nil {
			return usageError{&option.Error{Options: []option.Name{option.Directory, option.Restart}, Misused: true, Err: err}}
		}
	}
	return nil
}

// writesInputColumns reports whether --keep or --types is set, or a layout writes input columns.
func (r *datasetRun) writesInputColumns() bool {
	uses := func(layout string) bool { return folder.KeepsColumns(layout) || folder.NeedsOrigins(layout) }
	return r.flags.Changed("keep") || r.flags.Changed("types") || slices.ContainsFunc(r.layouts, uses)
}

// checkExcluded returns an error if a file of excluded puzzles has no rows, because the file is
// probably incomplete.
func checkExcluded(excluded []string, read formats.ReadOptions) error {
	for _, file := range excluded {
		reader, err := formats.Open([]string{file}, read)
		if err != nil {
			return err
		}
		err = reader.Read(formats.NewCountingBatch(1))
		if files.IsEnd(err) {
			err = fmt.Errorf("%s has no rows, so it excludes nothing; use another file, or leave out --exclude %s", file, file)
		}
		if err := errors.Join(err, reader.Close()); err != nil {
			return err
		}
	}
	return nil
}

// sourceOf returns a Source that reads inputs with the given options, which may change until the
// Source is opened.
func (r *datasetRun) sourceOf(inputs []string, read *formats.ReadOptions) (from dataset.Source, err error) {
	from.Files, err = r.resumableInputs(inputs, read.Skipped)
	from.Open = func() (formats.Reader, error) { return formats.Open(from.Files, *read) }
	return from, err
}

// useColumns finds the columns that --where compares. It keeps the file and line of each row if
// --source is set. It also keeps them if there are several inputs and a layout needs the origin of
// rows, unless a kept column is named source.
func (r *datasetRun) useColumns() error {
	reader, err := r.config.Inputs.Open()
	if err != nil {
		return err
	}
	defer reader.Close()
	r.schema = cmp.Or(r.schema, reader.Schema())
	if r.shared, err = r.config.Where.Bind(reader.Schema()); err != nil {
		return usageError{fmt.Errorf("--where: %w", err)}
	}
	hasSource := slices.ContainsFunc(reader.Schema().Kept, func(f formats.Field) bool { return strings.EqualFold(f.Name, "source") })
	needed := len(r.config.Inputs.Files) > 1 && slices.ContainsFunc(r.layouts, folder.NeedsOrigins)
	r.config.Stored.Source = r.source || needed && !hasSource
	return nil
}

func (r *datasetRun) makeLayouts() error {
	provenance, err := json.Marshal(map[string]any{"version": version(), "options": r.config.Options, "inputs": r.config.Inputs.Files})
	must(err)
	written := r.settings.write
	written.Training, written.Source = true, false // config.Stored says whether rows keep their file and line
	written.Stats, written.Provenance = written.Stats.Or(r.settings.extras.Columns), string(provenance)
	r.config.Columns = written
	options := folder.Options{Columns: written, Inputs: r.config.Inputs.Files, License: r.license, Chat: r.chat}
	for i, name := range r.layouts {
		if slices.Contains(r.layouts[:i], name) {
			return fmt.Errorf("--layout lists %s twice; list each layout once", name)
		}
		layout, err := folder.New(name, options)
		if err != nil {
			return fmt.Errorf("--layout: %w", err)
		}
		r.config.Layouts = append(r.config.Layouts, layout)
	}
	set := new(folder.Set)
	for _, split := range r.selection.Splits {
		set.Splits = append(set.Splits, folder.Split{Name: split.Name})
	}
	return folder.Check(r.config.Layouts, set)
}

// storeRows configures how solved rows are stored between the steps of the run.
func (r *datasetRun) storeRows() {
	all, err := formats.ParseStatistics("all")
	must(err)
	r.config.Extras, r.config.MorphExtras = r.settings.extras.ForMorphs()
	columns := &r.config.Extras.Columns
	*columns = columns.Or(r.selection.Where.Extras().Columns).Or(r.selection.Each.Extras().Columns)
	r.config.Stored.Format, r.config.Stored.Stats = formats.Parquet, all.Or(*columns)
}

func (r *datasetRun) run(ctx context.Context) (err error) {
	for _, remark := range slices.Concat(dataset.Remarks(r.selection.Splits), r.layoutRemarks(), r.columnRemarks()) {
		r.session.progress.Remark("remark: %s", remark)
	}
	if r.existing != nil && !r.overwrite {
		if err := r.existing.CheckUnchanged(ctx, r.output); err != nil {
			return err
		}
		return errors.Join(r.clean(), r.sumUp(r.existing))
	}
	if err := r.session.outputs.probeNextToParts(r.summary, r.report); err != nil {
		return err
	}
	r.configure()
	if r.overwrite {
		if err := r.config.Plan(ctx); err != nil { // find errors in the inputs before removing anything
			return err
		}
	}
	if r.existing != nil {
		if err := r.existing.Remove(r.output); err != nil {
			return err
		}
	}
	if r.config.Directory, err = parts.OpenDirectory(r.output, r.config.Shard); err != nil {
		return err
	}
	closing := r.config.Directory.Close
	defer func() { err = errors.Join(err, closing()) }()
	r.session.unfinished.add(r.config.Directory)
	effect := resumes
	if r.overwrite {
		if err := r.config.Clear(); err != nil {
			return err
		}
		effect = clears
	}
	r.session.rerun.effect.Store(effect)
	made, err := dataset.Make(ctx, r.config)
	defer func() { err = r.session.rerun.advise(err, nil) }()
	switch {
	case err != nil:
		return err
	case made == nil:
		return r.session.finish(func(to io.Writer) {
			fmt.Fprintf(to, "gridmill: shard %s of %s is done; when all shards are done, run the same command without --shard to complete the data set\n", r.shard, r.output)
		}, "shard", r.shard)
	}
	closing = r.config.Directory.CloseAndRemove
	return r.sumUp(made)
}

// configure sets the fields of r.config that depend on the session.
func (r *datasetRun) configure() {
	reporter := r.session.progress
	r.config.Config = pipeline.Config{
		NewSolver: r.settings.newSolver, Extras: r.config.Extras, Workers: r.workers, BatchRows: r.batch,
		BatchBytes: r.settings.batchBytes, Progress: reporter.Counts(),
	}
	r.config.Note, r.config.Enter = reporter.Printf, reporter.Enter
}

// layoutRemarks returns remarks about layouts that cannot be loaded because a split is missing, and
// about words in braces that are probably mistakes in the template.
func (r *datasetRun) layoutRemarks() (remarks []string) {
	if unknown := r.chat.UnknownFields(); len(unknown) > 0 {
		remarks = append(remarks, fmt.Sprintf("the template contains %s, but only {puzzle}, {solution} and {steps} are replaced", strings.Join(unknown, ", ")))
	}
	for _, layout := range r.layouts {
		required := folder.Required(layout)
		missing := slices.DeleteFunc(slices.Clone(required), func(name string) bool {
			return slices.ContainsFunc(r.selection.Splits, func(s dataset.Split) bool { return s.Name == name })
		})
		if len(missing) > 0 {
			remarks = append(remarks, fmt.Sprintf("programs that load the %s layout require the splits %s (missing: %s); use, for example, --split train,valid=5%%,test=5%%",
				layout, strings.Join(required, ", "), strings.Join(missing, ", ")))
		}
	}
	return remarks
}

// columnRemarks returns remarks about columns that the data set leaves out or renames. It also
// returns remarks if --where or --each names a column that both the input and gridmill have.
func (r *datasetRun) columnRemarks() (remarks []string) {
	for _, name := range r.shared {
		remarks = append(remarks, fmt.Sprintf("in --where, %[1]s is the input column; to use gridmill's column instead, write %[1]s_found", name))
	}
	each := string(r.selection.Each)
	if slices.ContainsFunc(r.schema.Kept, func(f formats.Field) bool { return f.Name == each && each != "" }) {
		remarks = append(remarks, fmt.Sprintf("--each %s uses gridmill's own values, not the input column", each))
	}
	if !slices.ContainsFunc(r.layouts, folder.KeepsColumns) {
		return remarks
	}
	if lost := r.schema.Replaced; lost != nil {
		remarks = append(remarks, fmt.Sprintf("columns from an earlier gridmill run are left out: %s; use --with to compute ratings and classes again", formats.NameList(lost)))
	}
	if renamed, taken := r.schema.Renamed(&r.config.Columns); renamed != nil {
		remarks = append(remarks, renamedColumns(renamed, taken))
	}
	return remarks
}

// clean removes temporary data of an earlier run that stopped just after it completed the data set.
func (r *datasetRun) clean() (err error) {
	if !parts.HasPrivate(r.output) {
		return nil
	}
	if r.config.Directory, err = parts.OpenDirectory(r.output, parts.Shard{}); err != nil {
		return err
	}
	return errors.Join(r.config.Clean(), r.config.Directory.CloseAndRemove())
}
