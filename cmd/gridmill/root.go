package main

import (
	"embed"
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

func newRoot(s *session) *cobra.Command {
	root := &cobra.Command{
		Use:           "gridmill",
		Short:         "Solve Sudoku puzzles by the million",
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
	// Cobra's own --help would succeed after a word that is not a command.
	root.Flags().VarPF(parsedValue[bool]{new(bool), func(text string) (bool, error) {
		if root.Flags().NArg() > 0 {
			return false, errors.New("unknown command") // flagError replaces the text
		}
		return strconv.ParseBool(text)
	}}, "help", "h", "help for gridmill").NoOptDefVal = "true"
	root.AddCommand(newSolve(s), newConvert(s), newScore(s), newGenerate(s), newDataset(s), newPlan(s), newMerge(s),
		newVerify(s), newInspect(s), newFind(s), newExplain(s), newBench(s), newSolvers(s), newVersion(s))
	for _, c := range root.Commands() {
		run := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			err := checkValues(root, s.args)
			if err == nil {
				err = run(c, args)
			}
			if usage, found := errors.AsType[usageError](err); found {
				return usageOf(c, usage.error)
			}
			return err
		}
		addText(c)
	}
	help := newHelp(root)
	addText(help)
	addText(root)
	root.SetHelpCommand(help)
	cobra.AddTemplateFunc("flagsByGroup", flagsByGroup)
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), "Flags:\n{{.LocalFlags.FlagUsages ", "{{flagsByGroup .LocalFlags ", 1))
	listTopics(root)
	// Without these functions, cobra's completion command would print its help and succeed when
	// given an unknown word.
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	must(err)
	completion.Args, completion.RunE = noArguments, root.RunE
	return root
}

// commandTexts holds the help text of each command. Examples follow the line "Examples:".
//
//go:embed commands/*.txt
var commandTexts embed.FS

// addText adds the help text of a command. In the text, {corpora} is replaced with the list of the
// corpora that gridmill ships.
func addText(c *cobra.Command) {
	file, err := commandTexts.ReadFile("commands/" + c.Name() + ".txt")
	must(err)
	text := strings.Replace(strings.TrimSuffix(string(file), "\n"), "{corpora}\n", shippedCorpora(), 1)
	c.Long, c.Example, _ = strings.Cut(text, "\n\nExamples:\n")
}
