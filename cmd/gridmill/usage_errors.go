package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
)

// A usageError is an error in the command line.
type usageError struct{ error }

// usageOf returns err as a usage error, with advice and a reference to the help. The result does
// not wrap err, so that the advice is not added again when the error is printed.
func usageOf(c *cobra.Command, err error) error {
	return usageError{fmt.Errorf("%v%s (see %s --help)", err, advice(err), c.CommandPath())} //nolint:errorlint // see above
}

// flagError returns a usage error that explains an error in a flag.
func flagError(c *cobra.Command, err error) error {
	if args := c.Flags().Args(); !c.HasParent() && len(args) > 0 {
		// The first argument is not a command, as in "gridmill sudoku.csv -o solved.csv".
		return unknownCommand(c, args[0])
	}
	if unknown, found := errors.AsType[*pflag.NotExistError](err); found {
		return usageOf(c, fmt.Errorf("%w%s", err, similarFlags(c, unknown.GetSpecifiedName())))
	}
	if missing, found := errors.AsType[*pflag.ValueRequiredError](err); found {
		return usageOf(c, fmt.Errorf("--%s needs a value", missing.GetFlag().Name))
	}
	bad, found := errors.AsType[*pflag.InvalidValueError](err)
	if !found {
		return usageOf(c, err)
	}
	flag, value := bad.GetFlag(), bad.GetValue()
	required := map[string]string{
		"float": "a number such as 2 or 0.5", "bool": "true or false",
		"int": "a whole number", "uint": "a whole number, 0 or greater",
	}
	limits := map[string]string{"int32": "2,147,483,647", "uint64": "18,446,744,073,709,551,615", "float64": "1.8e308"}
	kind := flag.Value.Type()
	if errors.Is(err, strconv.ErrRange) {
		err = fmt.Errorf("--%s %s is out of range; the maximum is %s", flag.Name, value, cmp.Or(limits[kind], "9,223,372,036,854,775,807"))
	} else if what := required[strings.TrimRight(kind, "0123456789")]; what != "" {
		err = fmt.Errorf("--%s must be %s, not %q", flag.Name, what, value)
	}
	return usageOf(c, err)
}

// similarFlags returns text that suggests flags of c whose names resemble name, or "" if there are
// none. Cobra can compare only the names of commands, so each flag becomes a command.
func similarFlags(c *cobra.Command, name string) string {
	flags := &cobra.Command{SuggestionsMinimumDistance: min(len(name)/3, 2)}
	c.Flags().VisitAll(func(f *pflag.Flag) { flags.AddCommand(&cobra.Command{Use: f.Name, RunE: noArguments}) })
	if similar := flags.SuggestionsFor(name); len(similar) > 0 {
		return "; did you mean --" + strings.Join(similar, " or --") + "?"
	}
	return ""
}

func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(c, args[0])
	}
	return nil
}

// unknownCommand returns the error for a word that is not a command, with a suggestion if possible.
func unknownCommand(c *cobra.Command, word string) error {
	if _, err := os.Stat(word); err == nil && !c.HasParent() {
		return usageOf(c, fmt.Errorf("%q is not a command; to solve a file, run: gridmill solve %s -o OUTPUT", word, word))
	}
	if !c.HasSubCommands() {
		err := fmt.Errorf("%s does not take arguments, but got %q", c.CommandPath(), word)
		if _, notNumber := option.ParseCount(word); notNumber == nil && c.Flags().Lookup("count") != nil {
			err = fmt.Errorf("%w; to make %[2]s puzzles, use --count %[2]s", err, word)
		} else if c.Flags().Lookup("output") != nil {
			err = fmt.Errorf("%w; to name the output, use -o %s", err, files.InShell(word))
		}
		return usageOf(c, err)
	}
	meant, found := lookUp(c, []string{word})
	switch {
	case len(meant) > 0:
		return usageOf(c, fmt.Errorf("unknown command %q; did you mean %s?", word, strings.Join(meant, " or ")))
	case len(found) > 0 && !c.HasParent():
		return usageOf(c, fmt.Errorf("unknown command %q; to search the help for this word, run gridmill help %s", word, files.InShell(word)))
	}
	return usageOf(c, fmt.Errorf("unknown command %q", word))
}

// someInputs returns an error if there are no arguments, or if standard input is named more than
// once.
func someInputs(c *cobra.Command, args []string) error {
	switch first := slices.Index(args, files.StdStream); {
	case len(args) == 0:
		return usageOf(c, errors.New("no input; give files, directories, patterns, or - for standard input"))
	case first >= 0 && slices.Contains(args[first+1:], files.StdStream):
		return usageOf(c, errors.New("standard input (-) can be read only once"))
	}
	return nil
}
