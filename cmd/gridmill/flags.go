package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

// inputOptions holds the flags that control how inputs are read.
type inputOptions struct {
	from, column, answerColumn, delimiter, header string
	leftPad                                       bool
}

func (o *inputOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.from, "from", "auto", "input `FORMAT`: "+strings.Join(formats.FormatNames(), ", ")+", or auto (by content and name)")
	f.StringVar(&o.column, "column", "", "`COLUMN` of puzzles, by name or by number from 1")
	f.StringVar(&o.delimiter, "delimiter", "", "`CHARACTER` that separates the fields of CSV (default: detected)")
	f.StringVar(&o.header, "header", "auto", "CSV header `MODE`: yes, no, or auto")
	f.BoolVar(&o.leftPad, "left-pad", false, "in text and CSV, restore leading zeros that were lost when a program read grids as numbers")
	complete(c, map[string][]string{"from": formats.FormatNames(), "header": {"auto", "yes", "no"}})
}

// bindAnswers registers --answer-column, for commands that use answers.
func (o *inputOptions) bindAnswers(c *cobra.Command) {
	c.Flags().StringVar(&o.answerColumn, "answer-column", "", "`COLUMN` of answers to check, or none")
}

// expandInputs returns the files that the inputs name. It rejects an incomplete directory of parts,
// because missing rows could go unnoticed. Files that gridmill does not read are added to skipped,
// unless skipped is nil.
func expandInputs(inputs []string, skipped *formats.Skipped) ([]string, error) {
	for _, input := range inputs {
		if err := parts.CheckComplete(input); err != nil {
			return nil, err
		}
	}
	found, err := formats.Expand(inputs, skipped)
	if len(found) > manyInputs {
		debug.SetGCPercent(50)
	}
	return found, err
}

// manyInputs is the number of inputs above which their names and fingerprints take most of the
// memory. With more inputs, the garbage collector runs twice as often, so that garbage takes less
// memory.
const manyInputs = 10_000

// readOptions checks the flags and returns the options. Reading from standard input ends when ctx
// is done.
func (o *inputOptions) readOptions(ctx context.Context, s *session) (formats.ReadOptions, error) {
	r := formats.ReadOptions{
		Column: o.column, AnswerColumn: o.answerColumn, LeftPad: o.leftPad,
		Keep: formats.ParseKeep("all"), Stdin: pipeline.Interruptible(ctx, s.input()), Skipped: new(formats.Skipped),
	}
	var err error
	if r.Header, err = formats.ParseHeader(o.header); err != nil {
		return r, fmt.Errorf("--header: %w", err)
	}
	if r.Format, err = formats.ParseFormat(o.from); err != nil {
		return r, err
	}
	switch {
	case o.delimiter == `\t`:
		r.Delimiter = '\t'
	case len(o.delimiter) == 1 && !strings.ContainsAny(o.delimiter, "\"\r\n"):
		r.Delimiter = o.delimiter[0]
	case o.delimiter != "":
		return r, fmt.Errorf("--delimiter must be one character other than a quote or line end, not %q", o.delimiter)
	}
	return r, nil
}

// progressOptions holds the flags that control how a run shows its progress.
type progressOptions struct {
	progress, metrics, log string
	noSummary              bool
}

func (o *progressOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.progress, "progress", "auto", "progress `MODE`: bar, plain (lines), json (an object per line), summary (only at the end), none (only errors), or auto")
	f.BoolVar(&o.noSummary, "no-summary", false, "show progress, but no summary at the end")
	f.StringVar(&o.metrics, "metrics", "", "serve metrics for Prometheus at `ADDRESS`: HOST:PORT, or PORT for this machine only")
	f.StringVar(&o.log, "log", "", "append a log of the run to `FILE`, in JSON Lines format")
	complete(c, map[string][]string{"progress": progress.Modes})
}

// check converts the flags to options. All errors are usage errors.
func (o *progressOptions) check(s *session, resultsOnTerminal bool) (p progress.Options, err error) {
	if o.log == files.StdStream {
		return p, errors.New("--log requires a file name; to write to standard error, use --progress json")
	}
	if o.metrics != "" {
		if _, err := progress.MetricsAddress(o.metrics); err != nil {
			return p, err
		}
	}
	p = progress.Options{NoSummary: o.noSummary, Metrics: o.metrics, Log: o.log}
	p.Mode, err = progress.ParseMode(o.progress, progress.Modes, s.stderr, resultsOnTerminal)
	return p, err
}

// bindProgress registers --progress for commands that do not support machine-readable progress.
func bindProgress(c *cobra.Command, value *string, none string) {
	c.Flags().StringVar(value, "progress", "auto", "progress `MODE`: bar, plain (lines), summary (only at the end), none (only "+none+"), or auto")
	complete(c, map[string][]string{"progress": progress.ModesForPeople})
}

// forPeople returns progress options. flag is the value of a flag that bindProgress registered. If
// flag is auto, the mode depends on where the results are written.
func (s *session) forPeople(flag, output string) (p progress.Options, err error) {
	if p.Mode, err = progress.ParseMode(flag, progress.ModesForPeople, s.stderr, s.onTerminal(output)); err != nil {
		return p, usageError{err}
	}
	return p, nil
}

// complete lets shells complete the values of flags. In a comma-separated list, it completes the
// last item. Each completion includes the earlier items, because shells replace the whole list.
func complete(c *cobra.Command, words map[string][]string) {
	for flag, words := range words {
		must(c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, value string) ([]string, cobra.ShellCompDirective) {
			there := value[:strings.LastIndexByte(value, ',')+1]
			var completed []string
			for _, word := range words {
				if !slices.Contains(strings.Split(there, ","), word) {
					completed = append(completed, there+word)
				}
			}
			return completed, cobra.ShellCompDirectiveNoFileComp
		}))
	}
}

// must panics if err is not nil. That would be a bug in the program.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// atLeast returns an error if the value of a flag is less than least.
func atLeast(flag string, value, least int64) error {
	if value < least {
		return fmt.Errorf("%s must be at least %d, not %d", flag, least, value)
	}
	return nil
}

// between returns an error if the value of a flag is less than 1 or greater than most.
func between(flag string, value, most int) error {
	if value < 1 || value > most {
		return fmt.Errorf("%s must be between 1 and %d, not %d", flag, most, value)
	}
	return nil
}

// solverNames lists the names of the solver variants.
func solverNames() (names []string) {
	for _, v := range solver.Variants() {
		names = append(names, v.Name)
	}
	return names
}

// kernelNames lists the kernels that can run on this machine.
func kernelNames() (names []string) {
	for _, v := range solver.Variants() {
		names = append(names, v.Kernels()...)
	}
	return names
}

// grantedProcessors returns the number of processors that the system allows the process to use. The
// Go runtime takes affinity and the quota of the control group into account. If Slurm grants the
// task fewer processors but does not bind the task to them, the result is Slurm's number.
func grantedProcessors() int {
	n := runtime.GOMAXPROCS(0)
	if granted, err := strconv.Atoi(os.Getenv("SLURM_CPUS_PER_TASK")); err == nil && granted > 0 {
		n = min(n, granted)
	}
	return n
}

// number is a pflag.Value that accepts numbers such as 10000, 10,000 and 10k.
type number[T int | int32 | int64 | uint64] struct{ to *T }

// numberVar registers a flag for a number.
func numberVar[T int | int32 | int64 | uint64](f *pflag.FlagSet, to *T, name string, value T, usage string) {
	*to = value
	f.Var(number[T]{to}, name, usage)
}

// String implements pflag.Value.
func (n number[T]) String() string {
	if n.to == nil {
		return ""
	}
	return fmt.Sprint(*n.to)
}

// Type implements pflag.Value.
func (n number[T]) Type() string { return fmt.Sprintf("%T", *new(T)) }

// Set implements pflag.Value.
func (n number[T]) Set(text string) error {
	if large, err := strconv.ParseUint(text, 10, 64); err == nil && uint64(T(large)) == large && T(large) >= 0 {
		*n.to = T(large)
		return nil
	}
	value, err := pipeline.ParseNumber(text)
	switch {
	case err != nil:
		return err
	case int64(T(value)) != value:
		return strconv.ErrRange
	case value < 0 && T(value) > 0: // in this case, the type is unsigned
		return errors.New("the number is negative")
	}
	*n.to = T(value)
	return nil
}
