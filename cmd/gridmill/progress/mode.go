package progress

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"
)

// A Mode is how standard error shows the progress of a run.
type Mode int

// The modes.
const (
	None  Mode = iota // nothing, not even a summary
	Brief             // only a summary
	Plain             // a line every few seconds
	Bar               // a bar on a terminal
	JSON              // objects of JSON, one a line, and no summary
)

// The words that --progress takes: of all runs, and of those with nothing to say to programs.
var (
	Words      = []string{"auto", "bar", "plain", "json", "none"}
	HumanWords = []string{"auto", "bar", "plain", "none"}
)

// ParseMode turns one of the given words into a mode. "auto" is a bar on a terminal, nothing
// but a summary where the results go to the terminal too, and lines elsewhere.
func ParseMode(word string, words []string, stderr *os.File, resultsOnTerminal bool) (Mode, error) {
	if !slices.Contains(words, word) {
		return None, fmt.Errorf("unknown progress %q; there are: %s", word, strings.Join(words, ", "))
	}
	switch word {
	case "none":
		return None, nil
	case "plain":
		return Plain, nil
	case "bar":
		return Bar, nil
	case "json":
		return JSON, nil
	}
	switch {
	case !term.IsTerminal(int(stderr.Fd())):
		return Plain, nil
	case resultsOnTerminal:
		return Brief, nil
	}
	return Bar, nil
}
