package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// jobOptions holds the flags of commands that read, solve and write rows.
type jobOptions struct {
	inputOptions
	outputOptions
	searchOptions
	runOptions
	alsoRead []string // files that are read besides the inputs, such as the file of --template
}

// searchOptions holds the flags that control how puzzles are solved.
type searchOptions struct {
	solver string
	solver.Config
}

// usualSearch holds the search options of commands without search flags.
var usualSearch = searchOptions{solver.Default, solver.Config{MaxSolutions: 2}}

func (o *searchOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.solver, "solver", solver.Default, "solver `VARIANT`: "+strings.Join(solverNames(), ", "))
	numberVar(f, &o.MaxSolutions, "max-solutions", 2, "stop after `N` solutions per puzzle; to prove uniqueness, N must be at least 2")
	numberVar(f, &o.MaxGuesses, "max-guesses", 0, "stop after `N` guesses per puzzle (0 = no limit)")
	complete(c, map[string][]string{"solver": solverNames()})
}

// runOptions holds the flags that control how a run works.
type runOptions struct {
	workers, batch  int
	memory, summary string
	report          string
	partRows        int64
	shard           string
	flags           *pflag.FlagSet
	progressOptions
}

// defaultPartRows is the default number of rows per part. Solving a part takes seconds to minutes,
// and the size of its file is usually 50 to 200 MB.
const defaultPartRows = 1_000_000

func (o *runOptions) bindPartRows(c *cobra.Command) {
	numberVar(c.Flags(), &o.partRows, "part-rows", defaultPartRows, "when writing a directory of parts, write `N` rows to each part")
}

// bindEffort registers the flags that affect how a run works but not its output.
func (o *jobOptions) bindEffort(c *cobra.Command) {
	c.Flags().StringVar(&o.Kernel, "kernel", "", "`KERNEL` of the solver: "+strings.Join(kernelNames(), ", ")+" (default: the best for this machine)")
	complete(c, map[string][]string{"kernel": kernelNames()})
	o.bindRun(c)
}

// bindRun is like bindEffort, but without --kernel.
func (o *jobOptions) bindRun(c *cobra.Command) {
	f := c.Flags()
	o.flags = f
	numberVar(f, &o.workers, "workers", grantedProcessors(), "process `N` batches of puzzles in parallel, normally one per processor")
	numberVar(f, &o.batch, "batch", formats.SectionRows, "`N` puzzles per batch (the default is lower if steps are written as text); does not affect the output")
	f.StringVar(&o.memory, "memory", "", "limit memory use to `SIZE`, such as 256MB, by shrinking batches of long rows")
	f.StringVar(&o.summary, "summary", "", "also write the summary as JSON to `FILE`")
	o.progressOptions.bind(c)
}

// setEffort checks the flags that affect how a run works but not its output, and stores the
// resulting settings in s. Without --batch, it also sets o.batch.
func (o *jobOptions) setEffort(s *settings, session *session, onTerminal bool) (err error) {
	if !o.flags.Changed("batch") {
		o.batch = formats.UsualBatchRows(o.output, s.write.Format, s.extras)
	}
	if err := cmp.Or(between("--workers", o.workers, maxWorkers), between("--batch", o.batch, maxBatch), o.checkReport()); err != nil {
		return err
	}
	if o.workers*o.batch > maxRows {
		return fmt.Errorf("the product of --workers and --batch must be at most %d, to limit memory; lower --workers or --batch", maxRows)
	}
	if s.batchBytes, err = o.batchBytes(s); err != nil {
		return err
	}
	s.progress, err = o.parseProgress(session, onTerminal)
	s.progress.Speeds = o.report != ""
	return err
}
