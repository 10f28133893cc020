package formats

import (
	"fmt"
	"slices"
	"strings"
)

// StatisticNames returns the columns that Statistics can name.
func StatisticNames() []string {
	var names []string
	for _, c := range outputColumns {
		if c.statistic {
			names = append(names, c.name)
		}
	}
	return names
}

// Statistics says which statistics the output has.
type Statistics struct{ names []string }

// ParseStatistics reads "all", "none" or a list of names separated by commas.
func ParseStatistics(text string) (Statistics, error) {
	known := StatisticNames()
	switch text {
	case "all":
		return Statistics{known}, nil
	case "none", "":
		return Statistics{}, nil
	}
	var s Statistics
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			return s, fmt.Errorf("unknown statistic %q; choose one of: %s", name, strings.Join(known, ", "))
		}
		s.names = append(s.names, name)
	}
	return s, nil
}
