package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/benchmarks/corpora"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
)

type benchOptions struct {
	inputOptions
	benchmarks.Options
	externals              []string
	tolerance              float64
	format                 string
	output, record, report string
	diff, before           string
	progress               string
	overwrite              bool
	flags                  *pflag.FlagSet
}

var benchFormats = []string{"table", "json"}

func newBench(s *session) *cobra.Command {
	o := benchOptions{Options: benchmarks.Options{Called: flagName}}
	c := &cobra.Command{
		Use:   "bench [CORPUS...]",
		Short: "Compare solvers on corpora of puzzles",
		Args: func(c *cobra.Command, inputs []string) error {
			if len(inputs) == 0 {
				return nil // bench uses the shipped corpora
			}
			return someInputs(c, inputs)
		},
		RunE: func(c *cobra.Command, inputs []string) error { return s.bench(c.Context(), &o, inputs) },
	}
	o.bind(c)
	return c
}

// shippedCorpora describes the corpora that gridmill ships, one per line.
func shippedCorpora() string {
	var b strings.Builder
	for _, c := range corpora.All() {
		fmt.Fprintf(&b, "  %-18s  %5s puzzles: %s\n", c.File, humanize.Comma(int64(c.Puzzles)), c.Description)
	}
	return b.String()
}

func (o *benchOptions) bind(c *cobra.Command) {
	f := c.Flags()
	o.flags = f
	f.SortFlags = false
	f.StringArrayVar(&o.Solvers, "solver", []string{"all"}, "comma-separated solver `VARIANTS` to compare: all, none (only --external programs), or any of "+strings.Join(solverNames(), ", "))
	f.StringVar(&o.Kernel, "kernel", "", "run the solvers with `KERNEL`, or with each kernel in turn if KERNEL is \"all\" (default: the best kernel for this machine); solvers without kernels ignore this flag")
	f.StringArrayVar(&o.externals, "external", nil, "another solver program to compare, as `NAME='COMMAND ...'` (repeatable)")
	decimalVar(f, &o.Seconds, "seconds", 1, "s", "time each solver for about `S` seconds per corpus")
	numberVar(f, &o.Cores, "cores", 1, "solve on `N` cores in parallel")
	numberVar(f, &o.MaxSolutions, "max-solutions", 2, "stop after `N` solutions per puzzle; to prove uniqueness, N must be at least 2")
	numberVar(f, &o.MaxGuesses, "max-guesses", 100_000, "stop after `N` guesses per puzzle (0 = no limit)")
	numberVar(f, &o.Seed, "seed", 1, "random seed `N` for the order and the morphs of the puzzles")
	numberVar(f, &o.Puzzles, "puzzles", 0, "give every solver the same `N` puzzles from each corpus (0 = as many as time allows)")
	f.BoolVar(&o.Strata, "strata", false, "also time the puzzles in groups, by the number of guesses that the mrv solver makes (0, 1-9, 10-99, 100+)")
	f.StringVar(&o.format, "format", "table", "`FORMAT` of the result: "+strings.Join(benchFormats, " or ")+" (json is the default if --output ends in .json)")
	f.StringVarP(&o.output, "output", "o", files.StdStream, "write the result to `FILE`, or - for standard output")
	f.StringVar(&o.record, "record", "", "also write the result as JSON to `FILE`, for --compare")
	f.StringVar(&o.report, "report", "", "also write an HTML page with charts to `FILE`")
	f.StringVar(&o.before, "compare", "", "compare the result with a `FILE` written by --record; exit with status 3 if a solver is slower, or 4 if the comparison is inconclusive")
	decimalVar(f, &o.tolerance, "tolerance", 10, "%", "with --compare, accept solvers that are up to `P` percent slower")
	f.StringVar(&o.diff, "diff", "", "also write a CSV `FILE` with each puzzle, its original, the line number of the original in the corpus file, and the answers of all solvers and external programs")
	decimalVar(f, &o.Timeout, "timeout", 60, "s", "limit each run of an external program to `S` seconds")
	o.inputOptions.bind(c)
	f.BoolVar(&o.overwrite, "overwrite", false, "replace existing files")
	bindProgress(c, &o.progress, "errors")
	complete(c, map[string][]string{
		"kernel": append([]string{benchmarks.AllKernels}, kernelNames()...), "format": benchFormats,
		"solver": append([]string{"all", "none"}, solverNames()...),
	})
}

// parse checks the flags, and sets o.Solvers and o.Externals. All errors are usage errors.
func (o *benchOptions) parse() error {
	switch o.Solvers = itemsOf(o.Solvers...); {
	case slices.Contains(o.Solvers, "all"):
		o.Solvers = solverNames()
	case slices.Equal(o.Solvers, []string{"none"}):
		o.Solvers = []string{}
	case slices.Contains(o.Solvers, "none"):
		return errors.New("--solver none means no solvers; remove either \"none\" or the other names")
	}
	for i, name := range o.Solvers {
		if slices.Contains(o.Solvers[:i], name) {
			return fmt.Errorf("--solver lists %s twice; list each solver only once", name)
		}
	}
	if strings.EqualFold(filepath.Ext(o.output), ".json") && !o.flags.Changed("format") {
		o.format = "json"
	}
	o.Externals = []benchmarks.External{} // so that JSON contains [] instead of null
	taken := solverNames()
	for _, text := range o.externals {
		e, err := benchmarks.ParseExternal(text)
		if err != nil {
			return err
		}
		if slices.Contains(taken, e.Name) {
			return fmt.Errorf("two solvers are called %q; give the --external program a different name", e.Name)
		}
		taken = append(taken, e.Name)
		o.Externals = append(o.Externals, e)
	}
	switch {
	case !slices.Contains(benchFormats, o.format):
		return fmt.Errorf("unknown --format %q; choose one of: %s", o.format, strings.Join(benchFormats, ", "))
	case formats.FormatOf(o.output) != formats.Auto && !slices.Contains([]string{".txt", ".json"}, strings.ToLower(filepath.Ext(o.output))):
		return fmt.Errorf("--output %s: the result is a table or JSON; give a name that ends in .txt or .json", o.output)
	case len(o.Solvers)+len(o.Externals) == 0:
		return errors.New("--solver none requires at least one --external program")
	case formats.FormatOf(o.diff) != formats.Auto && !strings.HasSuffix(strings.ToLower(o.diff), ".csv"):
		return fmt.Errorf("--diff %s: the answers are written as uncompressed CSV; give a name that ends in .csv", o.diff)
	case o.Seconds <= 0 || o.Timeout <= 0 || o.tolerance < 0:
		return errors.New("--seconds and --timeout must be positive, and --tolerance must not be negative")
	case o.before == "" && o.flags.Changed("tolerance"):
		return errors.New("--tolerance requires --compare FILE")
	case o.Cores < 1 || o.Cores > grantedProcessors():
		return fmt.Errorf("--cores must be between 1 and %d, the number of available processors", grantedProcessors())
	}
	return cmp.Or(o.Check(), atLeast("--puzzles", int64(o.Puzzles), 0))
}

func (s *session) bench(ctx context.Context, o *benchOptions, inputs []string) error {
	// GOMAXPROCS, which the benchmark result reports as the number of cores, must not exceed the
	// number of processors that the process was granted.
	runtime.GOMAXPROCS(grantedProcessors())
	read, err := o.readOptions(ctx, s)
	if err := cmp.Or(o.parse(), err); err != nil {
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
		if o.Puzzles == 0 {
			o.SampleLike(before)
		}
	}
	var names []string
	measured, err := benchmarks.Load(inputs, read, func(input string) ([]string, error) {
		paths, err := expandInputs([]string{input}, read.Skipped)
		if err != nil && slices.Contains(solverNames(), input) {
			err = usageError{fmt.Errorf("%w; to choose a solver, use --solver %s", err, input)}
		}
		names = append(names, paths...)
		return paths, err
	})
	if err := cmp.Or(err, checkOutputs("", []namedOutput{{"--output", o.output}, {"--record", o.record}, {"--report", o.report}, {"--diff", o.diff}}, names)); err != nil {
		return err
	}
	if before != nil {
		if err := o.CheckComparable(before, measured); err != nil {
			return fmt.Errorf("--compare %s: %w", o.before, err)
		}
	}
	return s.run(show, runFacts{}, o.overwrite, func() error {
		s.nameSkipped(read.Skipped)
		return s.measure(ctx, o, measured, before)
	})
}

// measure measures the solvers and writes the result. Unless before is nil, measure also writes a
// comparison with before, which is an earlier result.
func (s *session) measure(ctx context.Context, o *benchOptions, measured []*benchmarks.Corpus, before *benchmarks.RunResult) (err error) {
	// The diff has its own set of outputs, because the diff must be kept even if solvers disagree.
	diff := &outputSet{session: s, overwrite: o.overwrite}
	defer diff.abort()
	// Create all outputs first, so that errors appear before the measurement.
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
	step := s.progress.Steps()
	result, err := benchmarks.Run(ctx, measured, o.Options, benchmarks.Progress{Step: step, Diff: to.diff})
	var compared *benchmarks.Comparison
	if err == nil && before != nil {
		compared, err = benchmarks.Confirm(ctx, measured, before, result, o.tolerance/100, benchmarks.Progress{Step: step})
	}
	s.progress.Stop()
	if is[*benchmarks.DisagreementError](err) {
		return errors.Join(err, diff.commit()) // the diff is most useful if solvers disagree
	}
	if err != nil {
		return err
	}
	result.Machine.Version = version()
	regression, err := o.write(result, compared, to, s)
	if err != nil {
		return err
	}
	return cmp.Or(errors.Join(diff.commit(), s.outputs.commit()), result.Err(), regression)
}

// benchOutputs holds the outputs of bench. An output that was not requested is nil.
type benchOutputs struct{ text, result, page, diff io.Writer }

// write writes the result in all requested forms, and the comparison if there is one. regression is
// not nil if a solver is slower, or may be slower. Even then, the caller must commit the outputs.
func (o *benchOptions) write(r *benchmarks.RunResult, comparison *benchmarks.Comparison, to benchOutputs, s *session) (regression, err error) {
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
	return comparison.Err(), comparison.Write(files.PrintableLines(text))
}
