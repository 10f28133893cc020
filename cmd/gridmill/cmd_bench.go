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

// benchOptions are the flags of bench as they were given.
type benchOptions struct {
	inputOptions
	solvers, externals          []string
	kernel                      string
	techniques                  bool
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

func newBench(s *session) *cobra.Command {
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

For --compare, a solver is slower only if even its fastest round is too slow for the
earlier speed, and its speed is below the slowest of the earlier rounds. What seems
slower is measured again, up to six times. Both speeds are those of processor time,
where it is known, as other programs on the machine disturb it less, and are divided
by how fast the machine itself was at the time, in a fixed piece of work.

A slow solver is given only as many puzzles as it can solve in its share of the time,
and every solver gives up on a puzzle after --max-guesses. The table says where that
happened.

An --external program is given puzzles on standard input, one per line. It is timed as
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

  # how hard are the puzzles for people?
  gridmill bench sudoku17.txt --solver lanes --techniques --report sudoku17.html

  # another program beside them
  gridmill bench --solver mrv --external tdoku='./tdoku_solver --limit 2'

  # check a change to a solver: exits with 3 if it became more than 5 % slower
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

// shippedCorpora describes each corpus that gridmill ships, one per line.
func shippedCorpora() string {
	var b strings.Builder
	for _, c := range corpora.All() {
		fmt.Fprintf(&b, "  %-18s  %5s puzzles: %s\n", c.File, humanize.Comma(int64(c.Puzzles)), c.Description)
	}
	return b.String()
}

// corporaOrNone is someInputs for a command that does not need inputs.
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
	numberVar(f, &o.cores, "cores", 1, "solve on `N` cores at the same time")
	numberVar(f, &o.maxSolutions, "max-solutions", 2, "stop a puzzle at `N` solutions; 2 proves uniqueness")
	numberVar(f, &o.maxGuesses, "max-guesses", 100_000, "give a puzzle up after `N` guesses; 0 never does")
	numberVar(f, &o.seed, "seed", 1, "the number `N` that chooses the order and the symmetries of the puzzles")
	f.BoolVar(&o.techniques, "techniques", false, "also rate the puzzles: how many need each technique as the hardest (see gridmill help columns); in the table, the page and JSON, and not in CSV")
	f.StringVar(&o.format, "format", "table", "`FORMAT` of the result: table, csv or json")
	f.StringVarP(&o.output, "output", "o", files.StdStream, "where the result goes: a `FILE`, or - for standard output")
	f.StringVar(&o.record, "record", "", "also write the result to `FILE` for --compare, as --format json would beside another format")
	f.StringVar(&o.report, "report", "", "also write a page with charts to `FILE`, as HTML")
	f.StringVar(&o.before, "compare", "", "compare with the `FILE` that --record wrote before, and exit with 3 if a solver became slower")
	f.Float64Var(&o.tolerance, "tolerance", 10, "let --compare accept solvers that became up to `P` percent slower")
	f.StringVar(&o.diff, "diff", "", "also write the answer of each solver to each puzzle to `FILE`, as CSV, with the puzzle as solved and as it stands in its corpus")
	f.Float64Var(&o.timeout, "timeout", 60, "stop an external program after `S` seconds")
	o.inputOptions.bind(c)
	f.BoolVar(&o.overwrite, "overwrite", false, "replace files that exist already")
	bindProgress(c, &o.progress, "errors")
	complete(c, map[string][]string{
		"kernel": append([]string{benchmarks.AllKernels}, kernelNames()...), "format": {"table", "csv", "json"},
	})
	completeLists(c, map[string][]string{"solver": append([]string{"all"}, solverNames()...)})
}
