package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// jobOptions holds the flags of commands that read, solve and write rows, divided into groups.
type jobOptions struct {
	inputOptions
	outputOptions
	searchOptions
	runOptions
}

// searchOptions holds the flags that control how puzzles are solved.
type searchOptions struct {
	solver string
	solver.Config
}

// usualSearch returns the search options for commands that have no flags for these options.
func usualSearch() searchOptions {
	return searchOptions{solver.Default, solver.Config{MaxSolutions: 2}}
}

func (o *searchOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.solver, "solver", solver.Default, "solver `VARIANT`: "+strings.Join(solverNames(), ", "))
	numberVar(f, &o.MaxSolutions, "max-solutions", 2, "stop after `N` solutions per puzzle; 2 proves uniqueness")
	numberVar(f, &o.MaxGuesses, "max-guesses", 0, "stop after `N` guesses per puzzle (0 = no limit)")
	complete(c, map[string][]string{"solver": solverNames()})
}

// bindKernel registers --kernel, which does not affect the output.
func (o *searchOptions) bindKernel(c *cobra.Command) {
	c.Flags().StringVar(&o.Kernel, "kernel", "", "`KERNEL` of the solver (default: the best for this machine): "+strings.Join(kernelNames(), ", "))
	complete(c, map[string][]string{"kernel": kernelNames()})
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
// and its file takes tens of megabytes.
const defaultPartRows = 1_000_000

// bindPartRows registers --part-rows.
func (o *runOptions) bindPartRows(c *cobra.Command) {
	numberVar(c.Flags(), &o.partRows, "part-rows", defaultPartRows, "`N` rows in each part of a directory")
}

// bindEffort registers the flags that affect how a run works but not its output.
func (o *jobOptions) bindEffort(c *cobra.Command) {
	o.bindKernel(c)
	o.bindRun(c)
}

// bindRun registers the flags of bindEffort except --kernel.
func (o *jobOptions) bindRun(c *cobra.Command) {
	f := c.Flags()
	o.flags = f
	numberVar(f, &o.workers, "workers", grantedProcessors(), "solve `N` batches at a time (default: one per processor)")
	numberVar(f, &o.batch, "batch", formats.SectionRows, "`N` puzzles per batch (the default is lower if steps are written as text); does not affect the output")
	f.StringVar(&o.memory, "memory", "", "keep the memory of the run below `SIZE`, such as 256MB; if rows are long, batches contain fewer rows")
	f.StringVar(&o.summary, "summary", "", "also write the summary as JSON to `FILE`")
	o.progressOptions.bind(c)
}

// checkEffort checks the flags that affect how a run works but not its output.
func (o *jobOptions) checkEffort(s *settings, session *session, onTerminal bool) (err error) {
	if !o.flags.Changed("batch") {
		o.batch = formats.UsualBatchRows(o.output, s.write.Format, s.extras)
	}
	if err := cmp.Or(between("--workers", o.workers, maxWorkers), between("--batch", o.batch, maxBatch)); err != nil {
		return err
	}
	if o.workers*o.batch > maxRows {
		return fmt.Errorf("the product of --workers and --batch exceeds %d, the limit for memory; lower one of the two", maxRows)
	}
	if s.batchBytes, err = o.batchBytes(s); err != nil {
		return err
	}
	if err := o.checkReport(); err != nil {
		return err
	}
	s.progress, err = o.parseProgress(session, onTerminal)
	return err
}

// These constants limit the memory for batches. A run holds about twice as many rows as its workers
// are processing, and a row takes at least half a kilobyte.
const (
	maxBatch   = 1 << 20
	maxWorkers = 1 << 10
	maxRows    = 1 << 22
)

const (
	// baseMemory is the memory that a run takes without its batches. It includes the program, file
	// buffers, and a Parquet row group without added columns.
	baseMemory = 72 << 20
	// programMemory is the part of baseMemory that the Go runtime does not count: the program's
	// code and data.
	programMemory = 28 << 20
	// rowMemory is the memory that a row takes in addition to its bytes in the input. It covers the
	// puzzle, result, answer and statistics. Added columns take additional memory.
	rowMemory = 512
	// groupShare is the memory of added columns in a batch, divided by their memory in a row group.
	// A row group takes less memory because it is compressed.
	groupShare = 24
	// copies is the number of times that a batch holds the bytes of a row: once as read, once as
	// written, and once as space for growth.
	copies = 3
)

// batchBytes returns the number of bytes that a batch may hold under the --memory limit. It also
// sets the memory limit of the garbage collector. Without --memory, it returns 0 and sets no limit.
func (o *jobOptions) batchBytes(s *settings) (int, error) {
	if o.memory == "" {
		return 0, nil
	}
	memory, err := humanize.ParseBytes(o.memory)
	if err != nil || memory > 1<<50 {
		return 0, fmt.Errorf("--memory must be a size such as 512MB or 2GiB, not %q", o.memory)
	}
	slots := uint64(pipeline.Slots(o.workers))
	rows := uint64(o.batch) * uint64(rowMemory+s.extras.RowBytes())
	base := uint64(baseMemory)
	if s.write.Format == formats.Parquet {
		base += uint64(o.rowGroup * s.extras.RowBytes() / groupShare)
	}
	if least := base + slots*(rows+copies*formats.MinBatchBytes); memory < least {
		return 0, fmt.Errorf("--memory %s is too little: %[4]s MB are needed for %[2]s with batches of %[3]s; raise --memory, or lower --workers or --batch",
			o.memory, countOf(int64(o.workers), "worker"), countOf(int64(o.batch), "puzzle"), humanize.Comma(int64(least+999_999)/1_000_000))
	}
	debug.SetMemoryLimit(int64(memory - programMemory))
	return int(min((memory-base)/slots-rows, 1<<30) / copies), nil
}
