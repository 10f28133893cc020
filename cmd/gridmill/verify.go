package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// verifyOptions are the flags of verify as they were given.
type verifyOptions struct {
	inputOptions
	prove                    bool
	solver                   string
	maxSolutions, maxGuesses int32
	workers                  int
	maxFaults                int
	progress                 string
}

func newVerify(std streams) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:   "verify RESULT...",
		Short: "Check results without the solvers' code",
		Long: `Verify reads results that solve wrote and checks every row: solutions are full
grids that keep their puzzles' clues, verdicts, counts, statistics, answers and
reasons agree with each other and with the puzzle. Lines of text hold puzzles, counts
and solutions alone, so only these are checked. It uses none of the solvers' code. Results are files, directories, patterns, or - for standard input. Of a
directory of parts it also checks that all parts of the plan are there and nothing
else, that their bytes are those that were written, and that their rows add up to the
verdicts, answers, guesses and hardest puzzles that are recorded. A copy of one without
its plan is held against its _SUCCESS.json alone. Say --column and --answer-column as
they were; of parts the plan says it.

Why a row is invalid must be one of the reasons that gridmill knows, but is not held
against the row, as a puzzle that cannot be read may be left out or converted.

With --prove, every puzzle is also solved again by another solver than the one
that made the result, and what both say is compared. Parts and Parquet tell their
solver; other files are taken for the default solver's, so name one with --solver if
they are not. Say --max-solutions and --max-guesses as they were; of parts the plan
says it.

Each fault is one line on standard output: file, line, row, what is wrong and what
was expected.

Exit codes: 0 no faults, 1 faults or failed, 2 wrong usage, 75 interrupted, or the
directory is in use.`,
		Example: `  gridmill verify solved.parquet
  gridmill verify solved.csv.zst --prove
  gridmill verify solved/
  gridmill verify counted.csv --prove --solver mrv --max-solutions 100`,
		Args: someInputs,
		RunE: func(c *cobra.Command, inputs []string) error {
			return withUsage(c, verify(c.Context(), &o, inputs, std))
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.BoolVar(&o.prove, "prove", false, "also solve every puzzle again with another solver, and compare")
	f.StringVar(&o.solver, "solver", "", "solver `VARIANT` that proves: "+strings.Join(solverNames(), ", ")+"; by default dlx, or mrv for what dlx made")
	f.Int32Var(&o.maxSolutions, "max-solutions", 2, "how many solutions the run counted, `N`, for --prove")
	f.Int32Var(&o.maxGuesses, "max-guesses", 0, "the budget of `N` guesses that the run had, for --prove; 0 is none")
	o.bind(c)
	o.bindAnswers(c)
	f.IntVar(&o.maxFaults, "max-faults", 100, "print no more than `N` faults, and count the rest")
	f.IntVar(&o.workers, "workers", grantedProcessors(), "check `N` batches at once, by default one a processor")
	f.StringVar(&o.progress, "progress", "auto", "`HOW` to tell of progress: bar, plain (lines), none (nothing but faults), or auto")
	for flag, words := range map[string][]string{"solver": solverNames(), "progress": stepProgress} {
		must(c.RegisterFlagCompletionFunc(flag, oneOf(words...)))
	}
	return c
}

// check turns flags into a Verifier. All its errors are of usage.
func (o *verifyOptions) check(ctx context.Context, std streams) (*pipeline.Verifier, error) {
	if err := between("--workers", o.workers, maxWorkers); err != nil {
		return nil, err
	}
	if o.maxFaults < 0 {
		return nil, fmt.Errorf("--max-faults must be at least 0, not %d", o.maxFaults)
	}
	if !o.prove && (o.solver != "" || o.maxGuesses != 0 || o.maxSolutions != 2) {
		return nil, errors.New("--solver, --max-solutions and --max-guesses are for --prove; add it, or leave them out")
	}
	v := &pipeline.Verifier{Workers: o.workers, BatchRows: verifyBatch, Counts: new(pipeline.Progress)}
	var err error
	if v.Read, err = o.readOptions(ctx, std); err != nil {
		return nil, err
	}
	v.Read.Keep = formats.ParseKeep("none")
	if o.prove {
		v.Proof = &pipeline.Proof{Solver: o.solver, Config: solver.Config{MaxSolutions: o.maxSolutions, MaxGuesses: o.maxGuesses}}
		if _, err := solver.New(cmp.Or(o.solver, solver.Default), v.Proof.Config); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// verifyBatch is how many rows travel together.
const verifyBatch = formats.SectionRows

// verify is the whole of the command: open, check, sum up.
func verify(ctx context.Context, o *verifyOptions, inputs []string, std streams) (err error) {
	v, err := o.check(ctx, std)
	if err != nil {
		return usageError{err}
	}
	mode, err := progressModeOf(o.progress, stepProgress, std.err, term.IsTerminal(int(std.out.Fd())))
	if err != nil {
		return usageError{err}
	}
	files, err := expandResults(inputs)
	if err != nil {
		return err
	}
	list := &faultList{to: bufio.NewWriter(std.out), most: o.maxFaults}
	v.Report = list.add
	begin := time.Now()
	watch, err := newWatcher(&watchOptions{}, mode, std.err)
	if err != nil {
		return err
	}
	defer func() { watch.end(err) }()
	g := &gauge{counts: v.Counts}
	g.enter(solving, &verifying{v, sizeOfAll(files)}, rowsUnknown)
	watch.follow(g)
	for _, file := range files {
		if pipeline.HoldsParts(file) {
			err = v.Parts(ctx, file)
		} else {
			_, err = v.File(ctx, file)
		}
		if err != nil {
			break
		}
	}
	watch.rest()
	if err := errors.Join(err, list.end(v.Tally.Faults)); err != nil {
		return err
	}
	if v.Tally.Faults > 0 {
		return fmt.Errorf("%s in %s of %s", countOf(v.Tally.Faults, "fault"), countOf(v.Tally.Rows, "row"), countOf(v.Tally.Files, "file"))
	}
	if mode != silent {
		o.sumUp(std.err, v, time.Since(begin))
	}
	return nil
}

// sumUp tells people that all is well.
func (o *verifyOptions) sumUp(to io.Writer, v *pipeline.Verifier, spent time.Duration) {
	rows := v.Tally.Rows
	fmt.Fprintf(to, "gridmill: no faults in %s of %s, checked in %s, %s a second (%s)\n", countOf(rows, "row"), countOf(v.Tally.Files, "file"),
		spent.Round(time.Millisecond), humanize.Comma(int64(float64(rows)/max(spent, 1).Seconds())), countOf(int64(o.workers), "worker"))
	if v.Totals.Verdicts != ([solver.NumVerdicts]int64{}) {
		fmt.Fprintf(to, "  verdicts  %s\n", verdictList(v.Totals.Verdicts))
	}
	for _, dir := range v.Copies {
		fmt.Fprintf(to, "  unchecked %s has no plan and no records of its parts; only _SUCCESS.json says what they should be\n", dir)
	}
	if v.Proof != nil {
		left := ""
		if v.Tally.Unproven > 0 {
			left = fmt.Sprintf("; its budget left %s unproven", countOf(v.Tally.Unproven, "row"))
		}
		fmt.Fprintf(to, "  proven    %s by %s%s\n", countOf(v.Tally.Proven, "row"), strings.Join(v.Provers, " and "), left)
	}
}

// faultList prints faults as they are found, up to a number of them.
type faultList struct {
	to      *bufio.Writer
	most    int
	printed int
}

func (l *faultList) add(f pipeline.Fault) {
	if l.printed < l.most {
		l.printed++
		fmt.Fprintln(l.to, f)
	}
}

// end says how many faults were not printed.
func (l *faultList) end(faults int64) error {
	if more := faults - int64(l.printed); more > 0 {
		fmt.Fprintf(l.to, "... and %s\n", countOf(more, "more fault"))
	}
	return l.to.Flush()
}

// verifying tells how far a verification is.
type verifying struct {
	*pipeline.Verifier
	total int64
}

// Progress returns the bytes read so far and in all, or a total of 0.
func (v *verifying) Progress() (done, total int64) { return v.Verifier.Progress(), v.total }

// expandResults returns the files that inputs stand for, and leaves directories of
// parts whole.
func expandResults(inputs []string) (files []string, err error) {
	for _, input := range inputs {
		found := []string{input}
		if !pipeline.HoldsParts(input) {
			if found, err = formats.Expand(found); err != nil {
				return nil, err
			}
		}
		files = append(files, found...)
	}
	return files, nil
}

// sizeOfAll returns the bytes of all files and parts, or 0 where one has no size.
func sizeOfAll(files []string) (total int64) {
	for _, file := range files {
		if pipeline.HoldsParts(file) {
			// Without a part there is nothing to read, and the faults say why.
			parts, _ := formats.Expand([]string{file})
			total += sizeOfAll(parts)
			continue
		}
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}
