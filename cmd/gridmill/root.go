package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// streams are the three standard streams of a command.
type streams struct {
	in       *os.File
	out, err *os.File
}

// run executes a command line and returns its exit code.
func run(ctx context.Context, args []string, std streams) int {
	root := newRoot(std)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprintf(std.err, "gridmill: %s\n", err)
	}
	return exitCode(err)
}

func newRoot(std streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "gridmill",
		Short: "Solve Sudoku puzzles by the million",
		Long: `Gridmill reads Sudoku puzzles from text, CSV or Parquet files, solves them on
all processors, and writes solutions and search statistics, one row for each
row it read, in the same order.`,
		Example: `  gridmill inspect sudoku.csv                    # what is in the file?
  gridmill solve sudoku.csv -o solved.parquet    # solve it
  gridmill solve puzzles.txt.gz -o - | head      # look at the first results`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArguments,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("gridmill {{.Version}}\n")
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	root.SetFlagErrorFunc(usageOf)
	root.AddCommand(newSolve(std), newInspect(std.out), newVersion(std.out))
	return root
}

// noArguments refuses what is no known command.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageOf(c, fmt.Errorf("unknown command %q", args[0]))
	}
	return nil
}

// usageOf makes an error one of usage that tells where to look.
func usageOf(c *cobra.Command, err error) error {
	return usageError{fmt.Errorf("%w (see %s --help)", err, c.CommandPath())}
}

// someInputs wants at least one argument.
func someInputs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usageOf(c, errors.New("there is no input; give files, directories, patterns, or - for standard input"))
	}
	return nil
}

// oneOf returns a completion of fixed words.
func oneOf(words ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

func newVersion(out io.Writer) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and what it was built with",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(out, "gridmill %s\n%s\n", version(), strings.Join(buildFacts(), "\n"))
			return err
		},
	}
}
