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
	var stopped interruption
	if errors.As(context.Cause(ctx), &stopped) {
		stopped.lastWord.Lock()
	}
	if err != nil && !readerGone(err) {
		fmt.Fprintf(std.err, "gridmill: %s\n", plainly(err))
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
  gridmill solve puzzles.txt.gz -o - | head      # look at the first results
  gridmill bench --solver all                    # which solver is fastest?`,
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
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newSolve(std), newPlan(std), newMerge(std), newVerify(std), newInspect(std), newBench(std), newSolvers(std.out), newVersion(std.out))
	root.SetHelpCommand(newHelp(root))
	listTopics(root)
	strictCompletion(root)
	return root
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
