package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/leaks"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/pipeline/verify/datasets"
	"github.com/gridmill/gridmill/solver"
)

type verifyOptions struct {
	flags *pflag.FlagSet
	inputOptions
	searchOptions
	prove           bool
	input           []string
	against         []string
	by, with, types string
	workers         int
	maxErrors       int
	progress        string
}

func newVerify(s *session) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:   "verify INPUT...",
		Short: "Check results independently of the solvers, and find leaks between data sets",
		Args:  someInputs,
		RunE: func(c *cobra.Command, inputs []string) error {
			if err := cmp.Or(s.rejectExpanded("--against", inputs), between("--workers", o.workers, maxWorkers), atLeast("--max-errors", int64(o.maxErrors), 0)); err != nil {
				return usageError{err}
			}
			if len(o.against) > 0 || o.by != "" {
				return s.findLeaks(c.Context(), &o, inputs)
			}
			return s.verify(c.Context(), &o, inputs)
		},
	}
	f := c.Flags()
	f.SortFlags, o.flags = false, f
	f.StringArrayVar(&o.input, "input", nil, "compare the rows of a result with the rows of `FILE`, the input of the run that wrote the result (repeatable)")
	f.BoolVar(&o.prove, "prove", false, "also solve every puzzle again with a different solver, and compare the results")
	f.StringVar(&o.solver, "solver", "", "solver `VARIANT` for --prove: "+strings.Join(solverNames(), ", ")+"; the default is dlx, or mrv if the result records dlx as its solver")
	numberVar(f, &o.MaxSolutions, "max-solutions", 0, "with --prove: the `N` passed to --max-solutions in the run that wrote the result (default: as recorded, or 2)")
	numberVar(f, &o.MaxGuesses, "max-guesses", 0, "with --prove: the `N` passed to --max-guesses in the run that wrote the result (default: as recorded, or no limit)")
	f.StringVar(&o.with, "with", "", "the `COLUMNS` passed to --with in the run that wrote the result; needed only if the result does not record that the run added guesses_mean:N or steps:search")
	f.StringVar(&o.types, "types", "", "with --input: the `TYPES` passed to --types in the run that wrote the result; needed only for CSV and JSON results")
	f.StringArrayVar(&o.against, "against", nil, "find puzzles that the inputs share with `FILE` (repeatable); input options, such as --column, also apply to FILE")
	f.StringVar(&o.by, "by", "", "`CRITERION` that decides when puzzles count as the same: "+strings.Join(keys.ByNames, ", ")+" (default: solution)")
	o.inputOptions.bind(c)
	o.bindAnswers(c)
	numberVar(f, &o.maxErrors, "max-errors", 100, "print at most `N` errors, and count the rest")
	numberVar(f, &o.workers, "workers", grantedProcessors(), "check with `N` parallel workers, normally one per processor")
	bindProgress(c, &o.progress, "errors")
	complete(c, map[string][]string{"solver": solverNames(), "by": keys.ByNames})
	return c
}

// verifier returns a Verifier configured by the flags. All errors are usage errors.
func (o *verifyOptions) verifier(ctx context.Context, s *session) (v *verify.Verifier, err error) {
	if !o.prove && (o.solver != "" || o.Config != (solver.Config{})) {
		return nil, errors.New("--solver, --max-solutions and --max-guesses require --prove; add --prove, or leave out these options")
	}
	v = &verify.Verifier{Version: version(), Workers: o.workers, BatchRows: formats.SectionRows}
	option.Parsed(&v.Read, &err, "")(o.readOptions(ctx, s))
	option.Parsed(&v.With, &err, "--with: ")(formats.ParseExtras(o.with))
	option.Parsed(&v.Types, &err, "--types: ")(formats.ParseTypes(o.types))
	if err != nil {
		return nil, err
	}
	if o.types != "" && len(o.input) == 0 {
		return nil, errors.New("--types requires --input; add --input, or leave out --types")
	}
	if o.prove {
		v.Proof = &verify.Proof{Solver: o.solver, Config: o.Config}
		if _, err := solver.New(cmp.Or(o.solver, solver.Default), solver.Config{MaxSolutions: cmp.Or(o.MaxSolutions, 2), MaxGuesses: o.MaxGuesses}); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (s *session) verify(ctx context.Context, o *verifyOptions, inputs []string) error {
	v, err := o.verifier(ctx, s)
	if err != nil {
		return usageError{err}
	}
	show, err := s.forPeople(o.progress, files.StdStream)
	if err != nil {
		return err
	}
	results, err := formats.Expand(inputs, v.Read.Skipped, func(path string) (kept []string, _ error) {
		if parts.HoldsParts(path) {
			kept = []string{path}
		}
		return kept, nil
	})
	if err != nil {
		return err
	}
	if v.Input, err = expandInputs(o.input, v.Read.Skipped); err != nil {
		return err
	}
	v.Read.Several = len(results)+len(v.Input) > 1
	if len(o.input) > 0 && (len(results) != 1 || parts.HoldsParts(results[0])) {
		return usageError{errors.New("--input requires a single file of results; give one file (gridmill merge can join parts), or leave out --input")}
	}
	return s.run(show, runFacts{}, false, func() error {
		return s.verifyResults(ctx, o, v, results)
	})
}

// verifyResults prints the errors in results. If everything was checked and no errors were found,
// it prints a summary.
func (s *session) verifyResults(ctx context.Context, o *verifyOptions, v *verify.Verifier, results []string) (err error) {
	to, printed := bufio.NewWriter(s.stdout), 0
	var unchecked []string
	v.Report = func(f pipeline.Fault) {
		if printed < o.maxErrors {
			printed++
			fmt.Fprintln(to, files.Printable(f.Error()+advice(f.Err)))
		}
	}
	v.Counts = s.progress.Counts()
	v.Bytes = sizeOfAll(results)
	s.progress.Enter(pipeline.Solve, v, pipeline.Unknown)
	for _, result := range results {
		var more []string
		switch {
		case datasets.Is(result):
			more, err = datasets.Check(ctx, v, result)
			unchecked = append(unchecked, more...)
		case parts.HoldsParts(result):
			err = v.Parts(ctx, result)
		default:
			if err = v.File(ctx, result); err != nil {
				err = incompleteResult(result, v.Read, err)
			}
		}
		if err != nil {
			break
		}
	}
	s.progress.Stop()
	s.nameSkipped(v.Read.Skipped)
	if more := v.Tally.Faults - int64(printed); more > 0 {
		fmt.Fprintf(to, "... and %s\n", countOf(more, "more error"))
	}
	if err := errors.Join(err, to.Flush()); err != nil {
		return err
	}
	if v.Tally.Faults > 0 || len(unchecked) > 0 {
		found := fmt.Sprintf("%s in %s of %s", countOf(v.Tally.Faults, "error"), countOf(v.Tally.Rows, "row"), countOf(v.Tally.Files, "file"))
		return errors.New(strings.Join(append([]string{found}, unchecked...), "; "))
	}
	err = s.finish(func(to io.Writer) { o.sumUp(to, v, s.progress.RunTime()) })
	if err == nil && v.Tally.Rows == 0 {
		err = strictError{errors.New("there are no rows to check")}
	}
	return err
}

// incompleteResult adds advice to an error about an incomplete result. If the file is part of a
// data set, the new error says to verify the whole data set.
func incompleteResult(file string, read formats.ReadOptions, err error) error {
	var cause *option.Error
	if !errors.As(err, &cause) || !slices.Contains(cause.Options, option.WholeResult) {
		return err
	}
	for _, dir := range []string{filepath.Dir(file), filepath.Dir(filepath.Dir(file))} {
		if datasets.Is(dir) {
			return usageError{fmt.Errorf("%s is part of a data set, which can be verified only as a whole; run: gridmill verify %s", file, dir)}
		}
	}
	if hasSplit, failed := leaks.HasSplit(file, read); failed == nil && hasSplit && file != files.StdStream {
		err = fmt.Errorf("%w; to find leaks between its splits, add --by solution", err)
	}
	return err
}

// sumUp writes the summary of a check that found no errors.
func (o *verifyOptions) sumUp(to io.Writer, v *verify.Verifier, spent time.Duration) {
	rows := v.Tally.Rows
	fmt.Fprintf(to, "gridmill: no errors in %s of %s, checked in %s, %s per second (%s)\n", countOf(rows, "row"), countOf(v.Tally.Files, "file"),
		spent.Round(time.Millisecond), humanize.Comma(int64(float64(rows)/max(spent, 1).Seconds())), countOf(int64(o.workers), "worker"))
	if v.Totals.Verdicts != ([solver.NumVerdicts]int64{}) {
		fmt.Fprintf(to, "  verdicts  %s\n", progress.Verdicts(v.Totals.Verdicts))
	}
	if v.FromPuzzles {
		fmt.Fprint(to, "  warning   the rows were not compared with the puzzles in the --from FILE of gridmill generate, because the result does not contain these puzzles; to compare the rows with FILE, use --against FILE --by puzzle\n")
	}
	if v.NoOptions {
		fmt.Fprint(to, "  remark    the rows were not checked against the options of gridmill generate, because this result does not record the options (only parts and Parquet files do; see gridmill verify --help)\n")
	}
	if n := v.Tally.Unchecked; n > 0 {
		fmt.Fprintf(to, "  remark    the values of %s are protected only by checksums (see gridmill help datasets)\n", countOf(int64(n), "column"))
	}
	if v.Proof != nil {
		left := ""
		if v.Tally.Unproven > 0 {
			left = fmt.Sprintf("; because of --max-guesses, %s could not be proven", countOf(v.Tally.Unproven, "row"))
		}
		fmt.Fprintf(to, "  proven    %s by %s%s\n", countOf(v.Tally.Proven, "row"), strings.Join(v.Provers, " and "), left)
	}
}

// sizeOfAll returns the total size, in bytes, of the given files and the files in the given
// directories. It returns 0 if any of these files is missing or is not a regular file.
func sizeOfAll(files []string) (total int64) {
	found, _ := formats.Expand(files, nil, nil) // errors are reported when the files are read
	for _, file := range found {
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}
