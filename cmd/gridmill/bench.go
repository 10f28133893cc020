package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// benchOptions are the flags of bench as they were given.
type benchOptions struct {
	inputOptions
	solvers, externals          []string
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
		Long: `Bench lets solvers solve the same puzzles and says how fast they are and how much
they search. Corpora are files that solve can read; without any, they are those
that gridmill ships.

Before anything is timed, what every solver says of every puzzle is checked against
the reference, ` + "mrv" + `; a disagreement fails the run and lists the puzzles. Only what was
checked is timed. Puzzles are shuffled, permuted and relabelled, so that no order
and no digit is favoured; small corpora are repeated under other symmetries. Solvers
are timed in turn over several rounds (A B C A B C ...), so that the drift of the
machine meets all alike. The speed is the median of the rounds.

A slow solver is given as many puzzles as it can solve in its share of the time, and
gives a puzzle up after --max-guesses. The table says where that happened.

An --external program is given puzzles on standard input, one a line. It is timed as
a whole, and its start-up is measured apart and taken off. Its answers are checked
where it prints lines of 81 digits in the order of the puzzles, or lines that have
the puzzle, and behind it the number of solutions or a solution:
puzzle:count:solution. Its words are split at spaces and quotes, without a shell.

Exit codes: 0 done, 1 failed (also: a solver or a program answered wrongly), 2 wrong
usage, 3 --compare found a solver that became slower, 75 interrupted (run it again).`,
		Example: `  # all solvers on the corpora that gridmill ships
  gridmill bench --solver all

  # two solvers on a corpus of yours, with a page of charts to show
  gridmill bench sudoku17.txt --solver mrv,dlx --report sudoku17.html

  # another program beside them
  gridmill bench --solver mrv --external tdoku='./tdoku_solver --limit 2'

  # a guard for a change of a solver: exits with 3 if it became 5 % slower
  gridmill bench --solver mrv --seconds 5 --record before.json
  gridmill bench --solver mrv --seconds 5 --compare before.json --tolerance 5

  # where do two solvers search differently?
  gridmill bench --solver mrv,dlx hard.txt --diff hard.csv`,
		RunE: func(c *cobra.Command, inputs []string) error {
			err := bench(c.Context(), &o, inputs, std)
			var usage usageError
			if errors.As(err, &usage) {
				return usageOf(c, usage.error)
			}
			return err
		},
	}
	o.bind(c)
	return c
}

// bind makes the flags.
func (o *benchOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringSliceVar(&o.solvers, "solver", []string{"all"}, "solver variants, separated by commas: all, or of "+strings.Join(solverNames(), ", "))
	f.StringArrayVar(&o.externals, "external", nil, "another solver program, as NAME='COMMAND ...'; can be given several times")
	f.Float64Var(&o.seconds, "seconds", 1, "how long each solver is timed on each corpus")
	f.IntVar(&o.cores, "cores", 1, "how many cores solve at the same time")
	f.Int32Var(&o.maxSolutions, "max-solutions", 2, "stop a puzzle at this many solutions; 2 proves uniqueness")
	f.Int32Var(&o.maxGuesses, "max-guesses", 100_000, "give a puzzle up after this many guesses; 0 never does")
	f.Uint64Var(&o.seed, "seed", 1, "of the order and the symmetries of the puzzles")
	f.StringVar(&o.format, "format", "table", "table, csv or json")
	f.StringVarP(&o.output, "output", "o", formats.StdStream, "where that goes: a file, or - for standard output")
	f.StringVar(&o.record, "record", "", "also write the result to this file as JSON, for --compare")
	f.StringVar(&o.report, "report", "", "also write a page with charts to this HTML file")
	f.StringVar(&o.before, "compare", "", "compare with this file of --record, and exit with 3 if a solver became slower")
	f.Float64Var(&o.tolerance, "tolerance", 10, "how much slower --compare lets a solver become, in percent")
	f.StringVar(&o.diff, "diff", "", "also write what each solver says of each puzzle to this CSV file")
	f.Float64Var(&o.timeout, "timeout", 60, "seconds after which an external program is ended")
	o.inputOptions.bind(c)
	f.BoolVar(&o.overwrite, "overwrite", false, "replace files that exist already")
	f.StringVar(&o.progress, "progress", "auto", "bar, plain lines, none (nothing but errors), or auto")
	for flag, words := range map[string][]string{
		"solver": append([]string{"all"}, solverNames()...), "format": {"table", "csv", "json"}, "progress": {"auto", "bar", "plain", "none"},
	} {
		must(c.RegisterFlagCompletionFunc(flag, oneOf(words...)))
	}
}

// check turns flags into options. All its errors are of usage.
func (o *benchOptions) check() (benchmarks.Options, error) {
	b := benchmarks.Options{
		Solvers: o.solvers, Seconds: o.seconds, Cores: o.cores, MaxSolutions: o.maxSolutions, MaxGuesses: o.maxGuesses,
		Timeout: o.timeout, Seed: o.seed, Externals: []benchmarks.External{},
	}
	if slices.Contains(o.solvers, "all") {
		b.Solvers = solverNames()
	}
	for _, name := range b.Solvers {
		if _, err := solver.New(name, solver.Config{MaxSolutions: o.maxSolutions, MaxGuesses: o.maxGuesses}); err != nil {
			return b, err
		}
	}
	for _, text := range o.externals {
		e, err := benchmarks.ParseExternal(text)
		if err != nil {
			return b, err
		}
		b.Externals = append(b.Externals, e)
	}
	switch {
	case !slices.Contains([]string{"table", "csv", "json"}, o.format):
		return b, fmt.Errorf("unknown format %q; there are: table, csv, json", o.format)
	case o.seconds <= 0 || o.timeout <= 0 || o.tolerance < 0:
		return b, errors.New("--seconds and --timeout must be more than 0, and --tolerance not less")
	case o.cores < 1 || o.cores > runtime.GOMAXPROCS(0):
		return b, fmt.Errorf("--cores must be between 1 and %d, the cores of this machine", runtime.GOMAXPROCS(0))
	}
	return b, nil
}

// bench is the whole of a run: load, measure, write, judge.
func bench(ctx context.Context, o *benchOptions, inputs []string, std streams) error {
	options, err := o.check()
	if err != nil {
		return usageError{err}
	}
	mode, err := progressModeOf(o.progress, std.err, false)
	if err != nil {
		return usageError{err}
	}
	var before *benchmarks.Record
	if o.before != "" {
		if before, err = benchmarks.ReadRecord(o.before); err != nil {
			return err
		}
	}
	corpora, err := o.load(ctx, inputs, std)
	if err != nil {
		return err
	}
	files, err := o.create(std)
	if err != nil {
		return err
	}
	defer files.abort()

	step, end := showSteps(mode, std.err)
	record, err := benchmarks.Run(ctx, corpora, options, benchmarks.Watcher{Step: step, Diff: files.diff})
	end()
	var disagreement *benchmarks.DisagreementError
	if errors.As(err, &disagreement) {
		return errors.Join(err, files.minutes.commit()) // now the diff is needed most
	}
	if err != nil {
		return err
	}
	record.Machine.Version = version()
	if err := o.write(record, files); err != nil {
		return err
	}
	var comparison *benchmarks.Comparison
	if before != nil {
		comparison = benchmarks.Compare(before, record, o.tolerance/100)
		if err := comparison.Write(o.forPeople(files, std)); err != nil {
			return err
		}
	}
	if err := files.commit(); err != nil {
		return err
	}
	if err := record.Err(); err != nil || comparison == nil {
		return err
	}
	if err := comparison.Err(); err != nil {
		return slowerError{err}
	}
	return nil
}

// load reads the corpora.
func (o *benchOptions) load(ctx context.Context, inputs []string, std streams) ([]*benchmarks.Corpus, error) {
	if len(inputs) == 0 {
		return benchmarks.Shipped()
	}
	read, err := o.readOptions(ctx, std)
	if err != nil {
		return nil, usageError{err}
	}
	files, err := formats.Expand(inputs)
	if err != nil {
		return nil, err
	}
	return benchmarks.Load(files, read)
}

// benchFiles are the outputs of bench. The minutes are a set of their own, for
// they are kept also when a disagreement stops the run.
type benchFiles struct {
	outputs, minutes       outputSet
	to, record, page, diff io.Writer
}

// create begins all outputs, so that none is found impossible after minutes.
func (o *benchOptions) create(std streams) (*benchFiles, error) {
	f := &benchFiles{
		outputs: outputSet{overwrite: o.overwrite, stdout: std.out},
		minutes: outputSet{overwrite: o.overwrite, stdout: std.out},
	}
	for _, file := range []struct {
		set  *outputSet
		name string
		to   *io.Writer
	}{
		{&f.outputs, o.output, &f.to}, {&f.outputs, o.record, &f.record}, {&f.outputs, o.report, &f.page}, {&f.minutes, o.diff, &f.diff},
	} {
		var err error
		if *file.to, err = file.set.create(file.name); err != nil {
			f.abort()
			return nil, err
		}
	}
	return f, nil
}

func (f *benchFiles) commit() error { return errors.Join(f.minutes.commit(), f.outputs.commit()) }

func (f *benchFiles) abort() {
	f.outputs.abort()
	f.minutes.abort()
}

// write writes the record in all the forms that were asked for.
func (o *benchOptions) write(r *benchmarks.Record, f *benchFiles) error {
	inFormat := map[string]func(io.Writer) error{"table": r.WriteTable, "csv": r.WriteCSV, "json": r.WriteJSON}[o.format]
	if err := inFormat(f.to); err != nil {
		return err
	}
	if f.record != nil {
		if err := r.WriteJSON(f.record); err != nil {
			return err
		}
	}
	if f.page == nil {
		return nil
	}
	return r.WriteReport(f.page)
}

// forPeople returns where words can go beside the record: below the table, and
// away from what programs read.
func (o *benchOptions) forPeople(f *benchFiles, std streams) io.Writer {
	if o.format == "table" {
		return f.to
	}
	return std.err
}
