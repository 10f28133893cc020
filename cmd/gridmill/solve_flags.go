package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// solveOptions are the flags of solve as they were given.
type solveOptions struct {
	inputOptions
	output, rejects, summary string
	to, compression          string
	keep, stats, with        string
	source                   bool
	solver, kernel           string
	maxSolutions, maxGuesses int32
	workers, batch, rowGroup int
	flags                    *pflag.FlagSet
	memory                   string
	partRows                 int64
	planFile, shard          string
	strict, overwrite        bool
	only                     string
	generate                 *generateOptions // of generate, which makes its rows; else nil
	progressOptions
}

// bind makes the flags.
func (o *solveOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	o.bindOutput(c)
	o.bindRecipe(c)
	f.StringVar(&o.planFile, "plan", "", "solve the parts of a plan that gridmill plan wrote to `FILE`, to a directory")
	f.StringVar(&o.shard, "shard", "", "with --plan, only parts I, I+N, ...: `I/N` is from 0/N to N-1/N")
	o.bindEffort(c)
	f.StringVar(&o.rejects, "rejects", "", "also write rows that are no puzzles to `FILE`, as CSV with file, line, reason and row (of Parquet the puzzle alone); the output keeps them as invalid")
	f.BoolVar(&o.strict, "strict", false, "exit with 3 if a row is invalid or unsolved, or an answer wrong")
}

// bindOutput makes the flags for where results go.
func (o *solveOptions) bindOutput(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.output, "output", "o", "", "where results go: a `FILE`, a directory for parts (DIR/), or - for standard output (required)")
	f.BoolVar(&o.overwrite, "overwrite", false, "replace files that exist already; remove the parts of a directory and start over (leave it out to continue)")
}

// bindEffort makes the flags that change how a run works and not its output.
func (o *solveOptions) bindEffort(c *cobra.Command) {
	f := c.Flags()
	o.flags = f
	f.StringVar(&o.kernel, "kernel", "", "`KERNEL` of the solver, by default the best for this machine: "+strings.Join(kernelNames(), ", "))
	f.IntVar(&o.workers, "workers", grantedProcessors(), "solve `N` batches at once, by default one per processor")
	f.IntVar(&o.batch, "batch", formats.SectionRows, "puzzles in a batch, `N`, by default fewer for steps as text; the output does not depend on it")
	f.StringVar(&o.memory, "memory", "", "keep memory below `SIZE`, such as 256MB, by limiting what long rows and many workers take")
	f.StringVar(&o.summary, "summary", "", "also write the summary to `FILE`, as JSON")
	o.progressOptions.bind(c)
	complete(c, map[string][]string{"kernel": kernelNames()})
}

// bindRecipe makes the flags that the output depends on, which are all that goes
// into a plan.
func (o *solveOptions) bindRecipe(c *cobra.Command) {
	f := c.Flags()
	o.inputOptions.bind(c)
	o.bindAnswers(c)
	f.StringVar(&o.keep, "keep", "all", "the input's own `COLUMNS` to pass through: all, none, or names, separated by commas")
	f.BoolVar(&o.source, "source", false, "add the columns file and line, which say where each row came from (in Parquet, line is the row)")
	o.bindFormat(c)
	o.bindWith(c)
	f.StringVar(&o.solver, "solver", solver.Default, "solver `VARIANT`: "+strings.Join(solverNames(), ", "))
	f.Int32Var(&o.maxSolutions, "max-solutions", 2, "stop a puzzle at `N` solutions; 2 proves uniqueness")
	f.Int32Var(&o.maxGuesses, "max-guesses", 0, "give a puzzle up after `N` guesses; 0 never does")
	f.StringVar(&o.only, "only", "", "solve only rows of a result whose verdict is `VERDICT`, which must be unfinished, and keep all others as they are")
	f.Int64Var(&o.partRows, "part-rows", defaultPartRows, "rows in each part of a directory, `N`")
	complete(c, map[string][]string{"solver": solverNames(), "only": {"unfinished"}})
}

// bindWith makes the flag for columns that take time of their own.
func (o *solveOptions) bindWith(c *cobra.Command) {
	c.Flags().StringVar(&o.with, "with", "", "`COLUMNS` to add, which take time of their own: "+strings.Join(formats.ExtraNames(), ", ")+"; see gridmill help columns")
	completeLists(c, map[string][]string{"with": formats.ExtraNames()})
}

// bindFormat makes the flags for how rows are written.
func (o *solveOptions) bindFormat(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.to, "to", "auto", "output `FORMAT`: csv, tsv, parquet, jsonl, arrow, text (puzzle:count:solution), or auto, by name")
	f.StringVar(&o.stats, "stats", "all", "`STATISTICS` to write: all, none, or of "+strings.Join(formats.StatisticNames(), ","))
	f.StringVar(&o.compression, "compression", "zstd", "compression of Parquet pages, `KIND`: "+strings.Join(formats.PageCompressions, ", "))
	f.IntVar(&o.rowGroup, "row-group", formats.DefaultGroupRows, fmt.Sprintf("rows in a row group of Parquet, `N`, rounded up to pages of %d; memory holds one", formats.SectionRows))
	complete(c, map[string][]string{
		"to": {"csv", "tsv", "parquet", "jsonl", "arrow", "text"}, "compression": formats.PageCompressions,
	})
	completeLists(c, map[string][]string{"stats": append([]string{"all", "none"}, formats.StatisticNames()...)})
}
