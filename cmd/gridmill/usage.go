package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageOf makes an error one of usage, with what to do about it and where to look. The
// error itself is not wrapped, so that the advice is not given twice.
func usageOf(c *cobra.Command, err error) error {
	return usageError{fmt.Errorf("%v%s (see %s --help)", err, advice(err), c.CommandPath())} //nolint:errorlint // as said above
}

// withUsage tells where to look if an error is one of usage.
func withUsage(c *cobra.Command, err error) error {
	var usage usageError
	if errors.As(err, &usage) {
		return usageOf(c, usage.error)
	}
	return err
}

// flagError says in plain words what is wrong with a flag.
func flagError(c *cobra.Command, err error) error {
	// A flag of another command, before which a name was forgotten, as in
	// "gridmill sudoku.csv -o solved.csv".
	if args := c.Flags().Args(); !c.HasParent() && len(args) > 0 {
		return unknownCommand(c, args[0])
	}
	var bad *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &missing):
		err = fmt.Errorf("--%s needs a value", missing.GetFlag().Name)
	case !errors.As(err, &bad):
	case errors.Is(err, strconv.ErrRange):
		err = fmt.Errorf("--%s cannot be as large as %s", bad.GetFlag().Name, bad.GetValue())
	case strings.HasPrefix(bad.GetFlag().Value.Type(), "float"):
		err = fmt.Errorf("--%s must be a number, not %q", bad.GetFlag().Name, bad.GetValue())
	case strings.HasPrefix(bad.GetFlag().Value.Type(), "uint"):
		err = fmt.Errorf("--%s must be a whole number from 0 on, not %q", bad.GetFlag().Name, bad.GetValue())
	case strings.HasPrefix(bad.GetFlag().Value.Type(), "int"):
		err = fmt.Errorf("--%s must be a whole number, not %q", bad.GetFlag().Name, bad.GetValue())
	case bad.GetFlag().Value.Type() == "bool":
		err = fmt.Errorf("--%s takes no value but true or false, not %q", bad.GetFlag().Name, bad.GetValue())
	}
	return usageOf(c, err)
}

// noArguments refuses what is no known command.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(c, args[0])
	}
	return nil
}

// unknownCommand says what may have been meant by a word that is no command.
func unknownCommand(c *cobra.Command, word string) error {
	if _, err := os.Stat(word); err == nil && !c.HasParent() {
		return usageOf(c, fmt.Errorf("%q is no command; to solve a file, say: gridmill solve %s -o OUTPUT", word, word))
	}
	if !c.HasSubCommands() {
		return usageOf(c, fmt.Errorf("%s takes no arguments, but there is %q", c.CommandPath(), word))
	}
	c.SuggestionsMinimumDistance = 2
	if meant := c.SuggestionsFor(word); len(meant) > 0 {
		return usageOf(c, fmt.Errorf("unknown command %q; did you mean %s?", word, strings.Join(meant, " or ")))
	}
	return usageOf(c, fmt.Errorf("unknown command %q", word))
}

// someInputs wants at least one argument, and standard input only once, because
// it ends the first time.
func someInputs(c *cobra.Command, args []string) error {
	streams := 0
	for _, arg := range args {
		if arg == "-" {
			streams++
		}
	}
	switch {
	case len(args) == 0:
		return usageOf(c, errors.New("there is no input; give files, directories, patterns, or - for standard input"))
	case streams > 1:
		return usageOf(c, errors.New("standard input (-) can be read only once"))
	}
	return nil
}

// strictCompletion makes the command of completion, which comes with the library, refuse
// words it does not know, where it would print its help and be content.
func strictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = noArguments
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

// oneOf returns a completion of fixed words.
func oneOf(words ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}
