// Against builds gridmill of another commit, the base, and of the current tree, and
// compares the two: what they write, or with -measure what their runs cost.
//
// Start it from the checkout, with make against BASE=COMMIT, or with
// make against-time BASE=COMMIT to measure; AGAINSTFLAGS passes the flags below.
//
// It exits with 1 if anything differs or cannot be compared, and with 2 on wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
)

// options are the flags.
type options struct {
	base, baseBinary string
	corpora, dir     string
	match            *regexp.Regexp
	extra            []string // inputs besides the known ones
	measure, prepare bool
	inputs, record   string
	rounds           int
}

// errDiffers ends a comparison that found differences, all of which are printed.
var errDiffers = errors.New("the two differ")

func main() {
	os.Exit(exitCode(os.Args[1:]))
}

// exitCode runs the command line until it is done or interrupted.
func exitCode(args []string) int {
	o, err := parseFlags(args)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "against:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "against:", err)
		return 1
	}
	return 0
}

// parseFlags reads the command line.
func parseFlags(args []string) (*options, error) {
	o := &options{}
	f := flag.NewFlagSet("against", flag.ContinueOnError)
	f.Usage = func() {
		fmt.Fprintln(f.Output(), "Usage: against -base COMMIT [flags] [INPUT...]\n\nCompares gridmill of a commit with the current tree, on known inputs and on INPUTs.")
		f.PrintDefaults()
	}
	f.StringVar(&o.base, "base", "", "the `commit` to compare with")
	f.StringVar(&o.baseBinary, "base-binary", "", "compare with this `program` instead of building the base")
	f.StringVar(&o.corpora, "corpora", "", "`directory` of larger corpora, used where they are there (default ../shared/corpora from the top of the checkout)")
	f.StringVar(&o.dir, "dir", defaultDir(), "`directory` for temporary files, best on a disk")
	match := f.String("match", "", "compare or measure only what this regular `expression` matches, such as 'duckdb.* -> .*parquet'")
	f.BoolVar(&o.measure, "measure", false, "measure processor time and memory instead of comparing output")
	f.IntVar(&o.rounds, "rounds", 7, "with -measure, the `number` of rounds")
	f.StringVar(&o.inputs, "inputs", "", "with -measure, make the large inputs in this `directory`, or use those that are there, and keep them")
	f.BoolVar(&o.prepare, "prepare", false, "only make the large inputs of -measure in the directory of -inputs")
	f.StringVar(&o.record, "record", "", "with -measure, also append the result to this `file`")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	var err error
	if o.match, err = regexp.Compile(*match); err != nil {
		return nil, fmt.Errorf("-match: %w", err)
	}
	o.extra = f.Args()
	return o, o.check()
}

// check refuses flags that do not go together.
func (o *options) check() error {
	switch {
	case o.base == "" && o.baseBinary == "":
		return errors.New("name the commit to compare with, make against BASE=COMMIT, or its program with -base-binary")
	case o.base != "" && o.baseBinary != "":
		return errors.New("-base and -base-binary exclude each other")
	case o.rounds < 1:
		return fmt.Errorf("-rounds must be at least 1, not %d", o.rounds)
	case o.prepare && o.inputs == "":
		return errors.New("-prepare needs -inputs")
	case o.measure && len(o.extra) > 0:
		return errors.New("-measure takes no inputs")
	}
	return nil
}

// defaultDir is a directory for large temporary files: /tmp is in memory on many
// systems, /var/tmp is not.
func defaultDir() string {
	if info, err := os.Stat("/var/tmp"); err == nil && info.IsDir() {
		return "/var/tmp"
	}
	return os.TempDir()
}

// run does what the flags ask for.
func run(ctx context.Context, o *options) (err error) {
	root, err := repositoryRoot(ctx)
	if err != nil {
		return err
	}
	if o.corpora == "" {
		o.corpora = filepath.Join(root, "..", "shared", "corpora")
	} else if _, err := os.Stat(o.corpora); err != nil {
		return fmt.Errorf("-corpora: %w", err)
	}
	// The children are given paths that hold wherever they are repeated.
	for _, path := range []*string{&o.corpora, &o.dir, &o.baseBinary, &o.inputs} {
		if *path == "" {
			continue
		}
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp(o.dir, "gridmill-against-")
	if err != nil {
		return err
	}
	defer func() {
		if errors.Is(err, errDiffers) {
			err = fmt.Errorf("%w; inputs and programs stay in %s", err, dir)
			return
		}
		err = errors.Join(err, os.RemoveAll(dir))
	}()
	if o.prepare {
		return prepareLarge(ctx, o, root, dir)
	}
	pair, err := buildPair(ctx, o, root, dir)
	if err != nil {
		return err
	}
	if o.measure {
		return measureAll(ctx, o, pair, dir)
	}
	return compareAll(ctx, o, pair, root, dir)
}
