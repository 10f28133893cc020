package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// A flagGroup is a heading in help texts, with the flags that are listed under it.
type flagGroup struct {
	title string
	flags []string
}

// flagGroups lists the groups of flags in help texts. The first group holds all flags that are not
// in another group.
var flagGroups = []flagGroup{
	{"Flags", nil},
	{"Input", []string{"from", "column", "delimiter", "header", "fields", "blanks", "left-pad", "answer-column"}},
	{"Output format and columns", []string{"to", "select", "keep", "source", "types", "stats", "with", "compression", "row-group"}},
	{"Search", []string{"solver", "max-solutions", "max-guesses", "kernel"}},
	{"Parts and shards", []string{"part-rows", "plan", "shard"}},
	{"Running and reporting", []string{"workers", "batch", "memory", "progress", "summary", "log", "metrics", "report", "rejects", "strict"}},
}

// helpWidth is the maximum length of lines that describe flags.
const helpWidth = 100

// flagsByGroup returns descriptions of the flags, in groups, for use in help texts.
func flagsByGroup(flags *pflag.FlagSet) string {
	sets := make([]pflag.FlagSet, len(flagGroups)) // a zero FlagSet does not sort its flags
	flags.VisitAll(func(f *pflag.Flag) {
		group := slices.IndexFunc(flagGroups, func(g flagGroup) bool { return slices.Contains(g.flags, f.Name) })
		sets[max(group, 0)].AddFlag(f)
	})
	var b strings.Builder
	for i := range sets {
		if set := &sets[i]; set.HasAvailableFlags() {
			fmt.Fprintf(&b, "%s:\n%s\n", flagGroups[i].title, set.FlagUsagesWrapped(helpWidth))
		}
	}
	return b.String()
}
