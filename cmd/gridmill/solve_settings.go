package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/pipeline/retry"
	"github.com/gridmill/gridmill/solver"
)

// settings holds the settings of a run. They are derived from flags that have been checked.
type settings struct {
	read      formats.ReadOptions
	write     formats.WriteOptions
	extras    formats.Extras
	newSolver func() (solver.Solver, error)
	kernel    string // kernel of the solver; empty if the solver does not have kernels
	progress  progress.Options
	// solverUnknown is set if --only continues a result that does not record its solver.
	solverUnknown bool
	// outputs lists the format of the output or, for training data, the formats of the layouts that
	// can contain the columns of --with. It lists the chat layout as Auto.
	outputs []formats.Format
	// batchBytes is the number of bytes after which a batch ends early, or 0 for the default.
	batchBytes int
}

// fileSettings returns the settings for a run that writes to one file. All errors are usage errors.
func (o *solveOptions) fileSettings(ctx context.Context, inputs []string, session *session) (*settings, error) {
	if o.output == "" && !o.scores.wanted {
		return nil, errors.New("no output given; use -o FILE, -o DIR/ for parts, or -o - for standard output")
	}
	s, err := o.commonSettings(ctx, session)
	if err != nil {
		return nil, err
	}
	if o.output != "" {
		if s.write.Format, err = o.outputFormat(); err != nil {
			return nil, err
		}
		if o.scores.wanted && !s.write.Format.HasColumns() {
			return nil, fmt.Errorf("the %s format has no columns for scores; use --to with csv, tsv, jsonl, json, parquet or arrow", s.write.Format)
		}
	}
	s.setFormat(o.written(s.write.Format), &o.jobOptions)
	s.read.AnswersPauses = (o.output == files.StdStream || isSpecial(o.output)) && !formats.HasSections(o.output, s.write.Format)
	s.write.Provenance = o.provenance(inputs)
	return s, cmp.Or(session.rejectBinary(o.output, s.write.Format), refuseIdle(o.flags, s.write.Format), o.setEffort(s, session, session.onTerminal(o.output)))
}

// commonSettings returns the settings that do not depend on whether a run writes a file or parts.
func (o *solveOptions) commonSettings(ctx context.Context, session *session) (*settings, error) {
	if err := cmp.Or(files.RejectRemoteOutput(o.output), checkRejects(o.rejects), o.rows.prepare(o)); err != nil {
		return nil, err
	}
	s, err := o.newSettings(ctx, session)
	if err != nil {
		return nil, err
	}
	if o.solver != parts.NoSolver && !o.scores.wanted {
		s.read.Replaces = formats.Written(s.write.Stats.Or(s.extras.Columns))
	}
	if o.scores.wanted {
		s.read.Keep = formats.ParseKeep(o.keep) // reads the model outputs even if --select leaves them out
		return s, o.scores.apply(s, &o.jobOptions)
	}
	return s, o.setRetry(s)
}

// setFormat sets the format of the output. If the format has no columns, the output contains only
// the selected column of grids or, by default, the puzzles. Other input columns are not kept, so
// the inputs may differ in their columns.
func (s *settings) setFormat(f formats.Format, o *jobOptions) {
	s.write.Format, s.outputs = f, []formats.Format{f}
	if puzzle := formats.PuzzleColumn.String(); o.selection == puzzle && (o.column == "" || o.column == puzzle) && !f.HasColumns() {
		s.write.Select = nil
	}
	if s.write.Select == nil && !f.HasColumns() {
		s.read.Keep = formats.Keep{}
	}
}

// newSettings returns the settings that the dataset command shares with the commands that use
// solveOptions.
func (o *jobOptions) newSettings(ctx context.Context, session *session) (s *settings, err error) {
	if err = cmp.Or(atLeast("--max-solutions", int64(o.MaxSolutions), 1), atLeast("--max-guesses", int64(o.MaxGuesses), 0),
		between("--row-group", o.rowGroup, formats.MaxGroupRows)); err != nil {
		return nil, err
	}
	s = &settings{write: formats.WriteOptions{GroupRows: o.rowGroup, Source: o.source}}
	option.Parsed(&s.read, &err, "")(o.readOptions(ctx, session))
	s.read.LeftOut = new(formats.LeftOut)
	if o.flags.Changed("select") { // an empty value is an error, because it probably comes from an unset variable in a script
		option.Parsed(&s.write.Select, &err, "--select: ")(formats.ParseSelection(o.selection))
	}
	option.Parsed(&s.read.Types, &err, "--types: ")(formats.ParseTypes(o.types))
	s.read.Keep = formats.ParseKeep(o.keep).Selecting(s.write.Select)
	option.Parsed(&s.write.Stats, &err, "")(formats.ParseStatistics(o.stats))
	option.Parsed(&s.extras, &err, "")(formats.ParseExtras(o.with))
	if err != nil {
		return nil, err
	}
	needProof := slices.DeleteFunc(itemsOf(o.with), func(word string) bool { return word == "" || word == formats.MinlexColumn.String() })
	if o.MaxSolutions < 2 && len(needProof) > 0 {
		return nil, fmt.Errorf("--with %s requires proof that the solution is unique, but --max-solutions 1 stops at the first solution; use --max-solutions 2, or leave out these columns", strings.Join(needProof, ","))
	}
	if s.write.Compression = o.compression; !slices.Contains(formats.PageCompressions, o.compression) {
		return nil, fmt.Errorf("unknown compression %q; choose one of: %s", o.compression, strings.Join(formats.PageCompressions, ", "))
	}
	if o.solver == parts.NoSolver {
		s.write.Unsolved = true
		s.newSolver = func() (solver.Solver, error) { return unsolved{}, nil }
		s.read.AnswerColumn, s.read.FullAlone = "none", true
		return s, nil
	}
	s.newSolver = func() (solver.Solver, error) { return solver.New(o.solver, o.Config) }
	sample, err := s.newSolver()
	if err != nil {
		return nil, err
	}
	s.kernel = solver.KernelOf(sample)
	return s, nil
}

// refuseIdle rejects flags that have no effect with the given output format. Without an output,
// format is Auto, and --keep still has an effect: it decides which columns the inputs must share.
func refuseIdle(flags *pflag.FlagSet, format formats.Format) error {
	for _, idle := range []struct {
		flag, purpose string
		used          bool
	}{
		{"compression", "sets the compression of Parquet pages", format == formats.Parquet},
		{"row-group", "sets the size of Parquet row groups", format == formats.Parquet},
		{"stats", "chooses columns", format.HasColumns()},
		{"with", "adds columns", format.HasColumns()},
		{"keep", "chooses columns", format.HasColumns()},
		{"source", "adds columns", format.HasColumns()},
		{"types", "sets the types of columns", format.HasColumns()},
		{"select", "chooses columns", format != formats.Text},
		{"to", "chooses the format", true},
	} {
		switch {
		case !flags.Changed(idle.flag):
		case format == formats.Auto && idle.flag != "keep":
			return fmt.Errorf("--%s, which %s, requires an output; use -o FILE", idle.flag, idle.purpose)
		case !idle.used:
			return fmt.Errorf("the %[3]s output format does not support --%[1]s, which %[2]s; leave out --%[1]s, or choose another format", idle.flag, idle.purpose, format)
		}
	}
	return nil
}

// setRetry prepares s for --only. It does nothing if --only is not set.
func (o *solveOptions) setRetry(s *settings) error {
	switch {
	case o.only == "":
		return nil
	case o.only != solver.Unfinished.String():
		return fmt.Errorf("--only must be \"unfinished\", not %q, because all other verdicts are final", o.only)
	case o.source:
		return errors.New("--source cannot be combined with --only, which keeps the file and line columns of the result; leave out --source")
	}
	s.read.Results = formats.TakeResults
	return nil
}

// configure returns the configuration of a run, except for its writers. With --only, reader reads
// an earlier result, which must match the options. The defaults for --stats and --with are then the
// statistics and extras of that result.
func (o *solveOptions) configure(s *settings, files []string, reader formats.Reader, counts *pipeline.Progress) (c pipeline.Config, err error) {
	c = pipeline.Config{
		Reader: reader, NewSolver: s.newSolver, Extras: s.extras, Workers: o.workers, BatchRows: o.batch,
		BatchBytes: s.batchBytes, Progress: counts,
	}
	switch {
	case o.scores.wanted:
		c.Scoring, err = o.scores.scoring(reader.Schema(), s.read.Outputs)
		s.write.Scoring = c.Scoring
	case o.only != "":
		err = o.continueFrom(&c, s, files, reader)
	}
	s.write.Stats = s.write.Stats.Or(c.Extras.Columns)
	return c, err
}

// continueFrom sets up a run with --only, which continues the result that c.Reader reads.
func (o *solveOptions) continueFrom(c *pipeline.Config, s *settings, files []string, reader formats.Reader) (err error) {
	if reader.Schema().ResultColumns == (formats.ColumnSet{}) {
		return errors.New("the inputs are empty; --only unfinished requires a gridmill result")
	}
	if s.solverUnknown, err = retry.Apply(c, o.solver, o.Config, files); err != nil {
		return usageError{err}
	}
	readback := reader.Schema().ReadbackStatistics()
	if o.with == "" {
		c.Extras = reader.Schema().ReadbackExtras()
		if reader.Schema().ResultColumns.Has(formats.GuessesMeanColumn) {
			return usageError{errors.New("the result does not record the number of morphs for guesses_mean; use the same --with option as the run that wrote the result, for example --with guesses_mean:10")}
		}
	}
	if o.stats == "all" {
		s.write.Stats = readback
	}
	if missing := slices.Collect(s.write.Stats.Without(readback).All()); len(missing) > 0 {
		return usageError{fmt.Errorf("--stats %s cannot be used: the result has no %s column", o.stats, missing[0])}
	}
	return nil
}
