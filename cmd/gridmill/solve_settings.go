package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/retry"
	"github.com/gridmill/gridmill/solver"
)

// settings are what the flags of solve ask for, checked.
type settings struct {
	read      formats.ReadOptions
	write     formats.WriteOptions
	extras    formats.Extras
	newSolver func() (solver.Solver, error)
	kernel    string // that the solver uses; empty if it has none
	progress  progress.Options
	retry     *retry.Retry // nil without --only
	// batchBytes is how many bytes of long rows a batch may hold; 0 is the default.
	batchBytes int
}

// check turns the flags of a run into one file into settings. All its errors are of
// usage.
func (o *solveOptions) check(ctx context.Context, inputs []string, session *session) (*settings, error) {
	if o.output == "" {
		return nil, errors.New("say where the results go with -o FILE, -o DIR/ for parts, or -o - for standard output")
	}
	s, err := o.checkRecipe(ctx, session)
	if err != nil {
		return nil, err
	}
	if s.write.Format, err = o.outputFormat(); err != nil {
		return nil, err
	}
	s.write.Provenance = o.provenance(inputs)
	if f := formats.FormatOf(o.rejects); f != formats.Auto && f != formats.CSV {
		return nil, fmt.Errorf("--rejects %s: rejected rows are written as CSV; give a name that ends in .csv, .csv.gz or .csv.zst", o.rejects)
	}
	onTerminal := session.onTerminal(o.output)
	if f := s.write.Format; onTerminal && (f == formats.Parquet || f == formats.Arrow) {
		return nil, fmt.Errorf("a terminal cannot show %s; say -o FILE, or choose another format with --to", f)
	}
	return s, o.checkEffort(s, session, onTerminal)
}

// checkRecipe checks the flags that the output depends on, and the kernel.
func (o *solveOptions) checkRecipe(ctx context.Context, session *session) (*settings, error) {
	err := cmp.Or(atLeast("--max-solutions", int64(o.maxSolutions), 1), atLeast("--max-guesses", int64(o.maxGuesses), 0),
		between("--row-group", o.rowGroup, formats.MaxGroupRows))
	if err != nil {
		return nil, err
	}
	if o.generate != nil {
		if err := o.generate.check(o.kernel); err != nil {
			return nil, err
		}
	}
	s := &settings{write: formats.WriteOptions{GroupRows: o.rowGroup, Source: o.source, Replaced: new(atomic.Int64)}}
	if s.read, err = o.readOptions(ctx, session); err != nil {
		return nil, err
	}
	s.read.LeftOut = new(formats.LeftOut)
	s.read.Keep = formats.ParseKeep(o.keep)
	if s.write.Stats, err = formats.ParseStatistics(o.stats); err != nil {
		return nil, err
	}
	if s.extras, err = formats.ParseExtras(o.with); err != nil {
		return nil, err
	}
	if s.write.Compression, err = formats.ParsePageCompression(o.compression); err != nil {
		return nil, err
	}
	config := solver.Config{MaxSolutions: o.maxSolutions, MaxGuesses: o.maxGuesses, Kernel: o.kernel}
	s.newSolver = func() (solver.Solver, error) { return solver.New(o.solver, config) }
	sample, err := s.newSolver()
	if err != nil {
		return nil, err
	}
	s.kernel = solver.KernelOf(sample)
	return s, o.checkOnly(s, config)
}

// refuseIdle refuses flags that have no effect on the format of the output.
func refuseIdle(flags *pflag.FlagSet, format formats.Format) error {
	for _, idle := range []struct {
		flag, purpose string
		used          bool
	}{
		{"compression", "compresses pages of Parquet", format == formats.Parquet},
		{"row-group", "divides Parquet", format == formats.Parquet},
		{"stats", "chooses columns", format != formats.Text},
		{"with", "adds columns", format != formats.Text},
		{"keep", "chooses columns", format != formats.Text},
		{"source", "adds columns", format != formats.Text},
	} {
		if flags.Changed(idle.flag) && !idle.used {
			return fmt.Errorf("--%s %s, and the output is %s; leave it out, or choose another format", idle.flag, idle.purpose, format)
		}
	}
	return nil
}

// checkEffort checks the flags that change how a run works and not its output.
func (o *solveOptions) checkEffort(s *settings, session *session, onTerminal bool) (err error) {
	if !o.flags.Changed("batch") {
		o.batch = formats.UsualBatchRows(o.output, s.write.Format, s.extras)
	}
	if err := cmp.Or(between("--workers", o.workers, maxWorkers), between("--batch", o.batch, maxBatch)); err != nil {
		return err
	}
	if o.workers*o.batch > maxRows {
		return fmt.Errorf("--workers times --batch must be at most %d, to fit in memory", maxRows)
	}
	if s.batchBytes, err = o.batchBytes(s); err != nil {
		return err
	}
	s.progress, err = o.progressOptions.check(session, onTerminal)
	return err
}

// What limits the memory of batches. A run holds about twice as many rows as its workers
// work on, and a row takes half a kilobyte and more.
const (
	maxBatch   = 1 << 20
	maxWorkers = 1 << 10
	maxRows    = 1 << 22
)

const (
	// baseMemory is what a run takes beside its batches: the program, buffers of
	// files, a row group of Parquet without columns that are added.
	baseMemory = 72 << 20
	// programMemory is the part of it that Go does not count: the program's code and data.
	programMemory = 28 << 20
	// rowMemory is what a row takes beside the bytes that it was read from: puzzle,
	// result, answer, statistics. Columns that are added take more.
	rowMemory = 512
	// groupShare is which part of the memory of added columns the compressed rows of a row group
	// take.
	groupShare = 24
	// copies is how many times a batch holds the bytes of a row: as read, as written, and
	// room to grow.
	copies = 3
)

// batchBytes turns --memory into the number of bytes that a batch may hold, and sets the
// limit of the garbage collector. Without the flag it returns 0 and sets nothing.
func (o *solveOptions) batchBytes(s *settings) (int, error) {
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
		return 0, fmt.Errorf("--memory %s is too little for %s with batches of %s, which take %s MB; give more, or lower --workers or --batch",
			o.memory, countOf(int64(o.workers), "worker"), countOf(int64(o.batch), "puzzle"), humanize.Comma(int64(least+999_999)/1_000_000))
	}
	debug.SetMemoryLimit(int64(memory - programMemory))
	return int(min((memory-base)/slots-rows, 1<<30) / copies), nil
}
