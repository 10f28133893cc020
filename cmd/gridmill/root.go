package main

import (
	"github.com/spf13/cobra"
)

func newRoot(s *session) *cobra.Command {
	root := &cobra.Command{
		Use:   "gridmill",
		Short: "Solve Sudoku puzzles by the million",
		Long: `Gridmill reads Sudoku puzzles from text, CSV, Parquet and other files, solves
them on all processors, and writes one row per input row, in the same order,
with the solution and search statistics.`,
		Example: `  gridmill inspect sudoku.csv                    # what is in the file?
  gridmill solve sudoku.csv -o solved.parquet    # solve it
  gridmill solve puzzles.txt.gz -o - | head      # look at the first results
  gridmill convert sudoku.csv -o sudoku.txt      # change the format without solving
  gridmill generate --count 10M -o new.parquet   # make puzzles
  gridmill dataset new.parquet -o set/           # make training data
  gridmill bench --solver all                    # which solver is fastest?`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArguments,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("gridmill {{.Version}}\n")
	root.SetIn(s.stdin)
	root.SetErr(s.stderr)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newSolve(s), newConvert(s), newScore(s), newGenerate(s), newDataset(s), newPlan(s), newMerge(s), newVerify(s), newInspect(s), newFind(s), newExplain(s), newBench(s), newSolvers(s), newVersion(s))
	for _, c := range root.Commands() {
		run := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error { return withUsage(c, run(c, args)) }
	}
	root.SetHelpCommand(newHelp(root))
	groupFlags(root)
	listTopics(root)
	strictCompletion(root)
	return root
}

// strictCompletion makes cobra's completion command reject unknown words. Otherwise, the command
// would print its help and succeed.
func strictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = noArguments
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}
