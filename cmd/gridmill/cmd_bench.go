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
		Args:  corporaOrNone,
		RunE:  func(c *cobra.Command, inputs []string) error { return s.bench(c.Context(), &o, inputs) },
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
