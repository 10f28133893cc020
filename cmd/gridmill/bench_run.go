package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats"
)

// check turns flags into options. All its errors are of usage.
func (o *benchOptions) check() (benchmarks.Options, error) {
	b := benchmarks.Options{
		Solvers: o.solvers, Kernel: o.kernel, Seconds: o.seconds, Cores: o.cores, MaxSolutions: o.maxSolutions, MaxGuesses: o.maxGuesses,
		Timeout: o.timeout, Seed: o.seed, Externals: []benchmarks.External{},
	}
	if slices.Contains(o.solvers, "all") {
		b.Solvers = solverNames()
	}
	if err := b.Check(); err != nil {
		return b, err
	}
	taken := solverNames()
	for _, text := range o.externals {
		e, err := benchmarks.ParseExternal(text)
		if err != nil {
			return b, err
		}
		if slices.Contains(taken, e.Name) {
			return b, fmt.Errorf("two solvers are called %q; give the --external another name", e.Name)
		}
		taken = append(taken, e.Name)
		b.Externals = append(b.Externals, e)
	}
	switch {
	case !slices.Contains([]string{"table", "csv", "json"}, o.format):
		return b, fmt.Errorf("unknown format %q; there are: table, csv, json", o.format)
	case o.seconds <= 0 || o.timeout <= 0 || o.tolerance < 0:
		return b, errors.New("--seconds and --timeout must be more than 0, and --tolerance not less")
	case o.cores < 1 || o.cores > grantedProcessors():
		return b, fmt.Errorf("--cores must be between 1 and %d, the processors that this run may use", grantedProcessors())
	}
	return b, nil
}

// bench is the whole of a run: load, measure, and conclude.
func (s *session) bench(ctx context.Context, o *benchOptions, inputs []string) error {
	// What is measured, and what is recorded of the machine, is limited to what was granted.
	runtime.GOMAXPROCS(grantedProcessors())
	options, err := o.check()
	if err != nil {
		return usageError{err}
	}
	mode, err := progress.ParseMode(o.progress, progress.HumanWords, s.stderr, false)
	if err != nil {
		return usageError{err}
	}
	var before *benchmarks.Record
	if o.before != "" {
		if before, err = benchmarks.ReadRecord(o.before); err != nil {
			return err
		}
	}
	names, err := formats.Expand(inputs)
	if err != nil {
		return err
	}
	if err := checkOutputs([]named{{"--output", o.output}, {"--record", o.record}, {"--report", o.report}, {"--diff", o.diff}}, names); err != nil {
		return usageError{err}
	}
	measured, err := o.load(ctx, names, s)
	if err != nil {
		return err
	}
	files, err := o.create(s)
	if err != nil {
		return err
	}
	defer files.abort()

	step, end := progress.Steps(mode, s.stderr)
	record, err := benchmarks.Run(ctx, measured, options, benchmarks.Watcher{Step: step, Diff: files.diff})
	end()
	var disagreement *benchmarks.DisagreementError
	if errors.As(err, &disagreement) {
		return errors.Join(err, files.diffOutput.commit()) // now the diff is needed most
	}
	if err != nil {
		return err
	}
	record.Machine.Version = version()
	return o.conclude(record, before, files, s)
}

// load reads the corpora, or those that are shipped where there are none.
func (o *benchOptions) load(ctx context.Context, files []string, s *session) ([]*benchmarks.Corpus, error) {
	if len(files) == 0 {
		return benchmarks.Shipped()
	}
	read, err := o.readOptions(ctx, s)
	if err != nil {
		return nil, usageError{err}
	}
	return benchmarks.Load(files, read)
}
