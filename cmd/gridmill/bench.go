package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/benchmarks/corpora"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
)

// benchOptions are the flags of bench as they were given.
type benchOptions struct {
	inputOptions
	solvers, externals          []string
	kernel                      string
	seconds, timeout, tolerance float64
	cores                       int
	maxSolutions, maxGuesses    int32
	seed                        uint64
	format                      string
	output, record, report      string
	diff, before                string
	progress                    string
	overwrite                   bool
}

func newBench(std streams) *cobra.Command {
	var o benchOptions
	c := &cobra.Command{
		Use:   "bench [CORPUS...]",
		Short: "Compare solvers on corpora of puzzles",
		Long: `Bench gives solvers the same puzzles, and reports how fast they solve them and how
much they search. Corpora are files that solve can read. Without any, bench takes
those that gridmill ships:

` + shippedCorpora() + `
Before anything is timed, the answer of every solver to every puzzle is checked
against the reference, mrv; a disagreement fails the run and lists the puzzles. Only
what was checked is timed. Puzzles are shuffled, permuted and relabeled, so that no
order and no digit is favored; small corpora are repeated under other symmetries.
Solvers are timed in turn over several rounds (A B C A B C ...), so that a machine
that slows down slows all of them alike. The speed is the median of the rounds.

A slow solver is given only as many puzzles as it can solve in its share of the time,
and every solver gives up on a puzzle after --max-guesses. The table says where that
happened.

An --external program is given puzzles on standard input, one a line. It is timed as
a whole, and its start-up is measured separately and subtracted. Its answers are
checked if it prints solutions, lines of 81 digits in the order of the puzzles, or
lines with the puzzle followed by the number of solutions, a solution or both:
puzzle:count:solution. The command is split into words at spaces, except within
quotes, and run without a shell.

Exit codes: 0 done, 1 failed (also: a solver or a program answered wrongly), 2 wrong
usage, 3 --compare found a solver that became slower, 75 interrupted (run it again).`,
		Example: `  # all solvers on the corpora that gridmill ships
  gridmill bench --solver all

  # two solvers on a corpus of yours, with a page of charts to show
  gridmill bench sudoku17.txt --solver mrv,dlx --report sudoku17.html

  # another program beside them
  gridmill bench --solver mrv --external tdoku='./tdoku_solver --limit 2'

  # guard a change to a solver: exits with 3 if it became more than 5 % slower
  gridmill bench --solver mrv --seconds 5 --record before.json
  gridmill bench --solver mrv --seconds 5 --compare before.json --tolerance 5

  # where do two solvers search differently?
  gridmill bench --solver mrv,dlx hard.txt --diff hard.csv`,
		Args: corporaOrNone,
		RunE: func(c *cobra.Command, inputs []string) error {
			return withUsage(c, bench(c.Context(), &o, inputs, std))
		},
	}
	o.bind(c)
	return c
}

// shippedCorpora describes each corpus that gridmill ships in a line.
func shippedCorpora() string {
	var b strings.Builder
	for _, c := range corpora.All() {
		fmt.Fprintf(&b, "  %-18s  %5s puzzles: %s\n", c.File, humanize.Comma(int64(c.Puzzles)), c.Description)
	}
	return b.String()
}

// corporaOrNone is someInputs for a command that can do without.
func corporaOrNone(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return someInputs(c, args)
}

// bind makes the flags.
func (o *benchOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringSliceVar(&o.solvers, "solver", []string{"all"}, "the solver `VARIANTS` to compare, separated by commas: all, or any of "+strings.Join(solverNames(), ", "))
	f.StringVar(&o.kernel, "kernel", "", "the `KERNEL` of solvers that have several: a name, or all; by default the best for this machine")
	f.StringArrayVar(&o.externals, "external", nil, "another solver program to compare, as `NAME='COMMAND ...'`; can be given several times")
	f.Float64Var(&o.seconds, "seconds", 1, "time each solver for about `S` seconds on each corpus")
	f.IntVar(&o.cores, "cores", 1, "solve on `N` cores at the same time")
	f.Int32Var(&o.maxSolutions, "max-solutions", 2, "stop a puzzle at `N` solutions; 2 proves uniqueness")
	f.Int32Var(&o.maxGuesses, "max-guesses", 100_000, "give a puzzle up after `N` guesses; 0 never does")
	f.Uint64Var(&o.seed, "seed", 1, "the number `N` that chooses the order and the symmetries of the puzzles")
	f.StringVar(&o.format, "format", "table", "`FORMAT` of the result: table, csv or json")
	f.StringVarP(&o.output, "output", "o", files.StdStream, "where the result goes: a `FILE`, or - for standard output")
	f.StringVar(&o.record, "record", "", "also write the result to `FILE` for --compare, as --format json would beside another format")
	f.StringVar(&o.report, "report", "", "also write a page with charts to `FILE`, as HTML")
	f.StringVar(&o.before, "compare", "", "compare with the `FILE` that --record wrote before, and exit with 3 if a solver became slower")
	f.Float64Var(&o.tolerance, "tolerance", 10, "let --compare accept solvers that became up to `P` percent slower")
	f.StringVar(&o.diff, "diff", "", "also write the answer of each solver to each puzzle to `FILE`, as CSV")
	f.Float64Var(&o.timeout, "timeout", 60, "stop an external program after `S` seconds")
	o.inputOptions.bind(c)
	f.BoolVar(&o.overwrite, "overwrite", false, "replace files that exist already")
	f.StringVar(&o.progress, "progress", "auto", "`HOW` to tell of progress: bar, plain (lines), none (nothing but errors), or auto")
	for flag, words := range map[string][]string{
		"solver": append([]string{"all"}, solverNames()...), "kernel": append([]string{benchmarks.AllKernels}, kernelNames()...), "format": {"table", "csv", "json"}, "progress": stepProgress,
	} {
		must(c.RegisterFlagCompletionFunc(flag, oneOf(words...)))
	}
}

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
func bench(ctx context.Context, o *benchOptions, inputs []string, std streams) error {
	// All that is measured, and recorded of the machine, keeps to what was granted.
	runtime.GOMAXPROCS(grantedProcessors())
	options, err := o.check()
	if err != nil {
		return usageError{err}
	}
	mode, err := progressModeOf(o.progress, stepProgress, std.err, false)
	if err != nil {
		return usageError{err}
	}
	var before *benchmarks.RunResult
	if o.before != "" {
		if before, err = benchmarks.ReadRunResult(o.before); err != nil {
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
	measured, err := o.load(ctx, names, std)
	if err != nil {
		return err
	}
	files, err := o.create(std)
	if err != nil {
		return err
	}
	defer files.abort()

	step, end := showSteps(mode, std.err)
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
	return o.conclude(record, before, files, std)
}

// load reads the corpora, or those that are shipped where there are none.
func (o *benchOptions) load(ctx context.Context, files []string, std streams) ([]*benchmarks.Corpus, error) {
	if len(files) == 0 {
		return benchmarks.Shipped()
	}
	read, err := o.readOptions(ctx, std)
	if err != nil {
		return nil, usageError{err}
	}
	return benchmarks.Load(files, read)
}
