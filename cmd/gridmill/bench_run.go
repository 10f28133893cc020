package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
)

// check converts the flags to options. All of its errors are usage errors.
func (o *benchOptions) check() (benchmarks.Options, error) {
	b := benchmarks.Options{
		Solvers: o.solvers, Kernel: o.kernel, Seconds: o.seconds, Cores: o.cores, MaxSolutions: o.maxSolutions, MaxGuesses: o.maxGuesses,
		Timeout: o.timeout, Seed: o.seed, Puzzles: o.puzzles, Strata: o.strata, Externals: []benchmarks.External{},
	}
	switch {
	case slices.Contains(o.solvers, "all"):
		b.Solvers = solverNames()
	case slices.Equal(o.solvers, []string{"none"}):
		b.Solvers = []string{}
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
			return b, fmt.Errorf("two solvers are called %q; give the --external program another name", e.Name)
		}
		taken = append(taken, e.Name)
		b.Externals = append(b.Externals, e)
	}
	switch {
	case !slices.Contains(benchFormats, o.format):
		return b, fmt.Errorf("unknown --format %q; choose one of: %s", o.format, strings.Join(benchFormats, ", "))
	case len(b.Solvers)+len(b.Externals) == 0:
		return b, errors.New("--solver none requires at least one --external program")
	case o.puzzles < 0:
		return b, errors.New("--puzzles must not be negative")
	case o.seconds <= 0 || o.timeout <= 0 || o.tolerance < 0:
		return b, errors.New("--seconds and --timeout must be positive, and --tolerance must not be negative")
	case o.cores < 1 || o.cores > grantedProcessors():
		return b, fmt.Errorf("--cores must be between 1 and %d, the number of available processors", grantedProcessors())
	}
	return b, nil
}

// bench checks the flags, loads the corpora and measures the solvers.
func (s *session) bench(ctx context.Context, o *benchOptions, inputs []string) error {
	// Use only the processors that the process was granted, and report them as the machine's
	// processors.
	runtime.GOMAXPROCS(grantedProcessors())
	options, err := o.check()
	if err != nil {
		return usageError{err}
	}
	show, err := s.forPeople(o.progress, "")
	if err != nil {
		return err
	}
	var before *benchmarks.RunResult
	if o.before != "" {
		if before, err = benchmarks.ReadRunResult(o.before); err != nil {
			return err
		}
		if options.Puzzles == 0 {
			options.SampleLike(before)
		}
	}
	names, err := formats.Expand(inputs, nil)
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
	return s.run(show, runFacts{}, o.overwrite, func() error {
		return s.measure(ctx, o, options, measured, before)
	})
}

// measure measures the solvers, compares the results with earlier results, and writes them.
func (s *session) measure(ctx context.Context, o *benchOptions, options benchmarks.Options, measured []*benchmarks.Corpus, before *benchmarks.RunResult) (err error) {
	// The diff must be kept even if a disagreement ends the run, so it belongs to a separate set of
	// outputs.
	diff := s.newOutputs(o.overwrite)
	defer diff.abort()
	// Create all outputs before measuring, so that no time is wasted if one of them cannot be
	// created.
	var to benchOutputs
	for _, out := range []struct {
		set  *outputSet
		name string
		to   *io.Writer
	}{{s.outputs, o.output, &to.text}, {s.outputs, o.record, &to.result}, {s.outputs, o.report, &to.page}, {diff, o.diff, &to.diff}} {
		if *out.to, err = out.set.create(out.name); err != nil {
			return err
		}
	}
	step, end := s.progress.Steps()
	result, err := benchmarks.Run(ctx, measured, options, benchmarks.Progress{Step: step, Diff: to.diff})
	var compared *benchmarks.Comparison
	if err == nil && before != nil {
		compared, err = benchmarks.Confirm(ctx, measured, before, result, o.tolerance/100, benchmarks.Progress{Step: step})
	}
	end()
	if is[*benchmarks.DisagreementError](err) {
		return errors.Join(err, diff.commit()) // the diff is most useful if solvers disagree
	}
	if err != nil {
		return err
	}
	result.Machine.Version = version()
	slower, err := o.write(result, compared, to, s)
	if err != nil {
		return err
	}
	return cmp.Or(errors.Join(diff.commit(), s.outputs.commit()), result.Err(), slower)
}

// load reads the named corpora. If no corpora are named, it reads the corpora that gridmill ships.
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

// benchOutputs holds the outputs of bench. An output that was not requested is nil.
type benchOutputs struct{ text, result, page, diff io.Writer }

// write writes the result in all requested forms. If comparison is not nil, it also writes the
// comparison with an earlier result. An error about slower solvers is returned separately from
// other errors, because the outputs are committed in spite of it.
func (o *benchOptions) write(r *benchmarks.RunResult, comparison *benchmarks.Comparison, to benchOutputs, s *session) (slower, err error) {
	if o.format == "json" {
		err = r.WriteJSON(to.text)
	} else {
		err = r.WriteTable(files.PrintableLines(to.text))
	}
	if err == nil && to.result != nil {
		err = r.WriteJSON(to.result)
	}
	if err == nil && to.page != nil {
		err = r.WriteReport(to.page)
	}
	if err != nil || comparison == nil {
		return nil, err
	}
	text := to.text // the comparison follows the table, but is not added to JSON
	if o.format == "json" {
		text = s.stderr
	}
	if err := comparison.Write(files.PrintableLines(text)); err != nil {
		return nil, err
	}
	if len(comparison.Pairs) == 0 {
		return nil, fmt.Errorf("%s has no results in common with this run; compare the same solvers on the same corpora", o.before)
	}
	return comparison.Err(), nil
}
