package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// solveOptions are the flags of solve as they were given.
type solveOptions struct {
	inputOptions
	output, rejects, summary string
	to, compression          string
	keep, stats              string
	solver, kernel           string
	maxSolutions, maxGuesses int32
	workers, batch, rowGroup int
	memory                   string
	partRows                 int64
	plan, shard              string
	strict, overwrite        bool
	only                     string
	watchOptions
}

func newSolve(std streams) *cobra.Command {
	var o solveOptions
	c := &cobra.Command{
		Use:     "solve INPUT... -o OUTPUT",
		Short:   "Solve the puzzles in files and write solutions and statistics",
		Long:    solveLong,
		Example: solveExamples,
		Args: func(c *cobra.Command, inputs []string) error {
			if o.plan != "" {
				return nil // the plan names the inputs
			}
			return someInputs(c, inputs)
		},
		RunE: func(c *cobra.Command, inputs []string) error {
			if o.inParts() {
				return withUsage(c, solveInParts(c, &o, inputs, std))
			}
			return withUsage(c, solve(c, &o, inputs, std))
		},
	}
	o.bind(c)
	return c
}

// bind makes the flags.
func (o *solveOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.output, "output", "o", "", "where results go: a `FILE`, a directory for parts (DIR/), or - for standard output (required)")
	f.BoolVar(&o.overwrite, "overwrite", false, "replace files that exist already; begin a directory of parts again")
	o.bindRecipe(c)
	f.StringVar(&o.plan, "plan", "", "solve the parts of a plan that gridmill plan wrote to `FILE`, to a directory")
	f.StringVar(&o.shard, "shard", "", "with --plan, only parts I, I+N, ...: `I/N` is from 0/N to N-1/N")
	f.StringVar(&o.kernel, "kernel", "", "`KERNEL` of the solver, by default the best for this machine: "+strings.Join(kernelNames(), ", "))
	f.IntVar(&o.workers, "workers", grantedProcessors(), "solve `N` batches at once, by default one a processor")
	f.IntVar(&o.batch, "batch", 4096, "puzzles in a batch, `N`; the output does not depend on it")
	f.StringVar(&o.memory, "memory", "", "keep memory below `SIZE`, such as 256MB, as far as long rows and many workers are the cause")
	f.StringVar(&o.rejects, "rejects", "", "also write rows that are no puzzles to `FILE`, as CSV with line and reason")
	f.StringVar(&o.summary, "summary", "", "also write the summary to `FILE`, as JSON")
	f.BoolVar(&o.strict, "strict", false, "exit with 3 if a row is invalid or unsolved, or an answer wrong")
	o.watchOptions.bind(c)
	must(c.RegisterFlagCompletionFunc("kernel", oneOf(kernelNames()...)))
}

// bindRecipe makes the flags that the output depends on, which are all that goes
// into a plan.
func (o *solveOptions) bindRecipe(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.to, "to", "auto", "output `FORMAT`: csv, tsv, parquet, text (puzzle:count:solution), or auto, by name")
	o.inputOptions.bind(c)
	o.bindAnswers(c)
	f.StringVar(&o.keep, "keep", "all", "the input's own `COLUMNS` to pass through: all, none, or names, separated by commas")
	f.StringVar(&o.stats, "stats", "all", "`STATISTICS` to write: all, none, or of "+strings.Join(formats.StatisticNames(), ","))
	f.StringVar(&o.compression, "compression", "zstd", "of Parquet pages: `KIND` is "+strings.Join(formats.PageCompressions, ", "))
	f.IntVar(&o.rowGroup, "row-group", formats.DefaultGroupRows, "rows in a row group of Parquet, `N`, rounded up to pages of 4096; memory holds one")
	f.StringVar(&o.solver, "solver", solver.Default, "solver `VARIANT`: "+strings.Join(solverNames(), ", "))
	f.Int32Var(&o.maxSolutions, "max-solutions", 2, "stop a puzzle at `N` solutions; 2 proves uniqueness")
	f.Int32Var(&o.maxGuesses, "max-guesses", 0, "give a puzzle up after `N` guesses; 0 never does")
	f.StringVar(&o.only, "only", "", "solve only rows of a result whose verdict is `VERDICT`, which must be unfinished, and take over all others")
	f.Int64Var(&o.partRows, "part-rows", defaultPartRows, "rows in each part of a directory, `N`")
	for flag, words := range map[string][]string{
		"to": {"csv", "tsv", "parquet", "text"}, "compression": formats.PageCompressions, "solver": solverNames(),
		"only": {"unfinished"}, "stats": append([]string{"all", "none"}, formats.StatisticNames()...),
	} {
		must(c.RegisterFlagCompletionFunc(flag, oneOf(words...)))
	}
}

// must panics on an error that only a defect of the program can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func solverNames() []string {
	var names []string
	for _, v := range solver.Variants() {
		names = append(names, v.Name)
	}
	return names
}

// kernelNames lists the kernels that this machine can run.
func kernelNames() []string {
	var names []string
	for _, v := range solver.Variants() {
		names = append(names, v.Kernels()...)
	}
	return names
}

// plan is what the flags ask for, checked.
type plan struct {
	read      formats.ReadOptions
	write     formats.WriteOptions
	newSolver func() (solver.Solver, error)
	kernel    string // that the solver uses; empty if it has none
	progress  progressMode
	retry     *pipeline.Retry // nil without --only
	// batchBytes is how many bytes of long rows a batch may hold; 0 is the usual.
	batchBytes int
}

// check turns the flags of a run into one file into a plan. All its errors are of
// usage.
func (o *solveOptions) check(ctx context.Context, inputs []string, std streams) (*plan, error) {
	if o.output == "" {
		return nil, errors.New("say where the results go with -o FILE, -o DIR/ for parts, or -o - for standard output")
	}
	p, err := o.checkRecipe(ctx, std)
	if err != nil {
		return nil, err
	}
	if p.write.Format, err = o.outputFormat(); err != nil {
		return nil, err
	}
	p.write.Record = o.outputRecord(inputs)
	if f := formats.FormatOf(o.rejects); f != formats.Auto && f != formats.CSV {
		return nil, fmt.Errorf("--rejects %s: rejected rows are written as CSV; give a name that ends in .csv, .csv.gz or .csv.zst", o.rejects)
	}
	onTerminal := o.output == formats.StdStream && term.IsTerminal(int(std.out.Fd()))
	if onTerminal && p.write.Format == formats.Parquet {
		return nil, errors.New("a terminal cannot show Parquet; say -o FILE, or choose another format with --to")
	}
	return p, o.checkEffort(p, std, onTerminal)
}

// checkRecipe checks the flags that the output depends on, and the kernel.
func (o *solveOptions) checkRecipe(ctx context.Context, std streams) (*plan, error) {
	if o.maxSolutions < 1 {
		return nil, fmt.Errorf("--max-solutions must be at least 1, not %d", o.maxSolutions)
	}
	if o.maxGuesses < 0 {
		return nil, fmt.Errorf("--max-guesses must be at least 0, not %d", o.maxGuesses)
	}
	if err := between("--row-group", o.rowGroup, formats.MaxGroupRows); err != nil {
		return nil, err
	}
	p := &plan{write: formats.WriteOptions{GroupRows: o.rowGroup}}
	var err error
	if p.read, err = o.readOptions(ctx, std); err != nil {
		return nil, err
	}
	p.read.Keep = formats.ParseKeep(o.keep)
	if p.write.Stats, err = formats.ParseStatistics(o.stats); err != nil {
		return nil, err
	}
	if p.write.Compression, err = formats.ParseCompression(o.compression); err != nil {
		return nil, err
	}
	config := solver.Config{MaxSolutions: o.maxSolutions, MaxGuesses: o.maxGuesses, Kernel: o.kernel}
	p.newSolver = func() (solver.Solver, error) { return solver.New(o.solver, config) }
	s, err := p.newSolver()
	if err != nil {
		return nil, err
	}
	p.kernel = solver.KernelOf(s)
	return p, o.checkOnly(p, config)
}

// checkEffort checks the flags that say how a run goes about its work.
func (o *solveOptions) checkEffort(p *plan, std streams, onTerminal bool) (err error) {
	if err := between("--workers", o.workers, maxWorkers); err != nil {
		return err
	}
	if err := between("--batch", o.batch, maxBatch); err != nil {
		return err
	}
	if o.workers*o.batch > maxRows {
		return fmt.Errorf("--workers times --batch must be at most %d, to fit in memory", maxRows)
	}
	if p.batchBytes, err = o.batchBytes(); err != nil {
		return err
	}
	if p.progress, err = progressModeOf(o.progress, runProgress, std.err, onTerminal); err != nil {
		return err
	}
	return o.watchOptions.check()
}

// What bounds the memory that batches may take. A run holds about twice as many
// rows as its workers have in hand, and a row takes half a kilobyte and more.
const (
	maxBatch   = 1 << 20
	maxWorkers = 1 << 10
	maxRows    = 1 << 22
)

// between checks a flag whose value must be from 1 to most.
func between(flag string, value, most int) error {
	if value < 1 || value > most {
		return fmt.Errorf("%s must be between 1 and %d, not %d", flag, most, value)
	}
	return nil
}

// solve is the whole of a run: open, solve, close, sum up.
func solve(c *cobra.Command, o *solveOptions, inputs []string, std streams) (err error) {
	ctx := c.Context()
	if c.Flags().Changed("part-rows") || o.shard != "" {
		return usageError{errors.New("--part-rows is for a directory of parts, and --shard for one with a --plan; say -o DIR/, with a slash at the end")}
	}
	plan, err := o.check(ctx, inputs, std)
	if err != nil {
		return usageError{err}
	}
	files, err := formats.Expand(inputs)
	if err != nil {
		return err
	}
	if err := checkOutputs([]named{{"--output", o.output}, {"--rejects", o.rejects}, {"--summary", o.summary}, {"--log", o.log}}, files); err != nil {
		return usageError{err}
	}
	watch, err := newWatcher(&o.watchOptions, plan.progress, std.err)
	if err != nil {
		return err
	}
	defer func() { watch.end(err) }()
	watch.log.start(o.facts(plan.kernel), files)
	reader, err := formats.Open(files, plan.read)
	if err != nil {
		return err
	}
	defer reader.Close()
	outputs := outputSet{overwrite: o.overwrite, stdout: std.out}
	defer outputs.abort()
	if err := o.chooseStatistics(plan, reader.Schema()); err != nil {
		return err
	}
	writers, err := createWriters(&outputs, o, plan, reader.Schema())
	if err != nil {
		return err
	}
	summaryFile, err := outputs.create(o.summary)
	if err != nil {
		return err
	}

	begin := time.Now()
	counts := new(pipeline.Progress)
	watch.follow(&gauge{counts: counts, reader: reader, begin: begin, rows: rowsUnknown, workers: o.workers, solver: o.solver, kernel: plan.kernel})
	totals, err := pipeline.Run(ctx, pipeline.Config{
		Reader: reader, Writers: writers, NewSolver: plan.newSolver,
		Workers: o.workers, BatchRows: o.batch, BatchBytes: plan.batchBytes, Progress: counts,
	})
	if err != nil {
		return err
	}
	for _, w := range writers {
		if err := w.Close(); err != nil {
			return err
		}
	}
	summary := newSummary(o.facts(plan.kernel), files, totals, totals.Rows, time.Since(begin))
	summary.addRetry(plan.retry, reader.Schema().Results, totals.Rows)
	if err := summary.writeJSON(summaryFile); err != nil {
		return err
	}
	if err := outputs.commit(); err != nil {
		return err
	}
	watch.done(summary)
	return strictly(o.strict, totals)
}

// createWriters opens the output, and the file of rejected rows if it is wanted.
func createWriters(outputs *outputSet, o *solveOptions, p *plan, s *formats.Schema) ([]formats.Writer, error) {
	var writers []formats.Writer
	out, err := outputs.create(o.output)
	if err != nil {
		return nil, err
	}
	w, err := formats.Create(out, o.output, s, p.write)
	if err != nil {
		return nil, err
	}
	if p.retry != nil {
		w = p.retry.Guard(w)
	}
	writers = append(writers, w)
	if o.rejects != "" {
		out, err := outputs.create(o.rejects)
		if err != nil {
			return nil, err
		}
		w, err := formats.NewRejects(out, o.rejects)
		if err != nil {
			return nil, err
		}
		writers = append(writers, w)
	}
	return writers, nil
}

// strictly reports rows at fault where --strict asks for it.
func strictly(strict bool, t *pipeline.Totals) error {
	if !strict || t.Unsolved()+t.WrongAnswers() == 0 {
		return nil
	}
	return strictError{fmt.Errorf("--strict: invalid or unsolved: %s; wrong or unreadable: %s",
		countOf(t.Unsolved(), "row"), countOf(t.WrongAnswers(), "answer"))}
}
