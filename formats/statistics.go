package formats

import (
	"fmt"
	"strings"
)

// Statistics selects the statistics and extras of an output.
type Statistics struct{ columns ColumnSet }

// ParseStatistics parses "all", "none" or a comma-separated list of names.
func ParseStatistics(text string) (s Statistics, err error) {
	switch text {
	case "all":
		return Statistics{statisticColumns}, nil
	case "none", "":
		return s, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		found := setWhere(func(c *outputColumn) bool { return c.statistic && c.name == name })
		if found == (ColumnSet{}) {
			return s, fmt.Errorf("unknown statistic %q; choose one of: %s", name, strings.Join(StatisticNames(), ", "))
		}
		s.columns = s.columns.or(found)
	}
	return s, nil
}

// StatisticNames returns the names that ParseStatistics accepts.
func StatisticNames() (names []string) {
	for c := range statisticColumns.All() {
		names = append(names, c.String())
	}
	return names
}

var statisticColumns = setWhere(func(c *outputColumn) bool { return c.statistic })

// With returns s with the extras added.
func (s Statistics) With(e Extras) Statistics { return Statistics{s.columns.or(e.columns)} }

// Written returns the columns that a run with these statistics and extras can add to each row.
func (s Statistics) Written(e Extras) ColumnSet {
	written := s.With(e).columns.or(setOf([]Column{SolutionColumn, VerdictColumn, CountColumn, AnswerColumn, ReasonColumn}))
	if written.Has(ComputedMinimalColumn) {
		written.add(MinimalColumn)
	}
	return written
}

// FirstMissing returns the name of the first statistic in s that is not in t, or "" if t contains
// all statistics of s.
func (s Statistics) FirstMissing(t Statistics) string {
	for c := range s.columns.All() {
		if !t.columns.Has(c) {
			return c.String()
		}
	}
	return ""
}

// ReadbackStatistics returns the statistics that a result contains.
func (s *Schema) ReadbackStatistics() Statistics {
	return Statistics{s.ResultColumns.And(statisticColumns)}
}
