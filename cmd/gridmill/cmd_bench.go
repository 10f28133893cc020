package main

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/benchmarks/corpora"
	"github.com/gridmill/gridmill/formats/files"
)

// benchOptions holds the flags of bench.
type benchOptions struct {
	inputOptions
	solvers, externals          []string
	kernel                      string
	strata                      bool
	puzzles                     int
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

// benchFormats lists the formats in which bench can write the result.
var benchFormats = []string{"table", "json"}

func newBench(s *session) *cobra.Command {
	var o benchOptions
	c := &cobra.Command{
		Use:   "bench [CORPUS...]",
		Short: "Compare solvers on corpora of puzzles",
		Long: `Bench gives several solvers the same puzzles, and reports how fast they are and how
much they search. A corpus is a file that solve can read. By default, bench uses the
corpora that gridmill ships:

` + shippedCorpora() + `
Before anything is timed, bench checks the answer of every solver to every puzzle
against the reference, mrv. If they disagree, the run fails and lists the puzzles.
Only puzzles that were checked are timed. They are shuffled, permuted and relabeled,
so that no order and no digit is favored. Small corpora are repeated under other
symmetries. Solvers alternate over several rounds (A B C A B C ...), so that a
machine that slows down affects all of them equally. The speed of a solver is the
median of its rounds.

With --compare, each solver gets as many puzzles as in the earlier run, unless
--puzzles is given. If the median of a solver is slower than before by more than
--tolerance, the solver is measured again, up to six times. It counts as slower if the
bounds of both speeds (at about 95%) rule out that it is as fast as before. Otherwise,
the comparison is inconclusive. Speeds use processor time if possible, because other
programs affect it less than elapsed time. Speeds are relative to the speed of the
machine, which bench measures in each round with a fixed piece of work.

A slow solver gets only as many puzzles as it can solve in its share of the time, and
every solver gives up on a puzzle after --max-guesses. The table shows where this
happened. With --puzzles N, every solver gets the same N puzzles, so that guesses can
be compared; slow solvers then take longer. --strata also times puzzles of similar
difficulty together, and shows the median and the spread. This takes about as long
again.

An --external program reads puzzles, one per line. It reads them from standard input,
or from a file whose name replaces {} in its command. The command is split into words
at spaces outside quotes, and run without a shell. --solver none measures only
programs. A program is timed as a whole; its start-up time is measured separately and
subtracted.

Bench checks the answers of a program in two forms: solutions (lines of 81 digits, in
the order of the puzzles), and lines with the puzzle followed by the number of
solutions, a solution or both (puzzle:count:solution). A program that prints answers
must answer every puzzle that has a solution, and each answer counts once. For a puzzle
with several solutions, the number may be any from 2, or 1 with that solution.

Exit codes: 0 done; 1 failed, or a solver or program gave a wrong answer; 2 wrong
usage; 3 --compare found a solver that became slower; 4 --compare is inconclusive;
75 interrupted (run it again).`,
		Example: `  # all solvers on the corpora that gridmill ships
  gridmill bench --solver all

  # two solvers on your own corpus, with a page of charts
  gridmill bench sudoku17.txt --solver mrv,dlx --report sudoku17.html

  # compare with another program
  gridmill bench --solver mrv --external tdoku='./tdoku_solver --limit 2'

  # where is another program slow? Give it the same 1,000 puzzles, in a file
  gridmill bench hard.txt --puzzles 1000 --strata --external 'mine=./mine --input {}'

  # check a change to a solver: exits with 3 if it became more than 5% slower
  gridmill bench --solver mrv --seconds 5 --record before.json
  gridmill bench --solver mrv --seconds 5 --compare before.json --tolerance 5

  # where do two solvers search differently?
  gridmill bench --solver mrv,dlx hard.txt --diff hard.csv`,
		Args: corporaOrNone,
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

// corporaOrNone is like someInputs but does not require any inputs.
func corporaOrNone(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return someInputs(c, args)
}

// bind registers the flags of bench.
func (o *benchOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringSliceVar(&o.solvers, "solver", []string{"all"}, "the solver `VARIANTS` to compare, separated by commas: all, none (only --external programs), or any of "+strings.Join(solverNames(), ", "))
	f.StringVar(&o.kernel, "kernel", "", "`KERNEL` for solvers that have several kernels: a name, or all (default: the best for this machine)")
	f.StringArrayVar(&o.externals, "external", nil, "another solver program to compare, as `NAME='COMMAND ...'` (repeatable)")
	f.Float64Var(&o.seconds, "seconds", 1, "time each solver for about `S` seconds per corpus")
	numberVar(f, &o.cores, "cores", 1, "solve on `N` cores in parallel")
	numberVar(f, &o.maxSolutions, "max-solutions", 2, "stop after `N` solutions per puzzle; 2 proves uniqueness")
	numberVar(f, &o.maxGuesses, "max-guesses", 100_000, "stop after `N` guesses per puzzle (0 = no limit)")
	numberVar(f, &o.seed, "seed", 1, "random seed `N` for the order and the symmetries of the puzzles")
	numberVar(f, &o.puzzles, "puzzles", 0, "give every solver the same `N` puzzles of each corpus (0 = as many as time allows)")
	f.BoolVar(&o.strata, "strata", false, "also time puzzles grouped by the guesses that mrv needs (0, 1-9, 10-99, 100+)")
	f.StringVar(&o.format, "format", "table", "`FORMAT` of the result: "+strings.Join(benchFormats, " or "))
	f.StringVarP(&o.output, "output", "o", files.StdStream, "write the result to `FILE`, or - for standard output")
	f.StringVar(&o.record, "record", "", "also write the result as JSON to `FILE`, for --compare")
	f.StringVar(&o.report, "report", "", "also write an HTML page with charts to `FILE`")
	f.StringVar(&o.before, "compare", "", "compare with a `FILE` written by --record; exit with status 3 if a solver has become slower, or 4 if the comparison is inconclusive")
	f.Float64Var(&o.tolerance, "tolerance", 10, "with --compare, accept solvers that have become up to `P` percent slower")
	f.StringVar(&o.diff, "diff", "", "also write a CSV `FILE` that lists each puzzle, as solved and as it appears in its corpus, with the answers of all solvers and programs")
	f.Float64Var(&o.timeout, "timeout", 60, "stop an external program after `S` seconds")
	o.inputOptions.bind(c)
	f.BoolVar(&o.overwrite, "overwrite", false, "replace existing files")
	bindProgress(c, &o.progress, "errors")
	complete(c, map[string][]string{
		"kernel": append([]string{benchmarks.AllKernels}, kernelNames()...), "format": benchFormats,
		"solver": append([]string{"all", "none"}, solverNames()...),
	})
}
