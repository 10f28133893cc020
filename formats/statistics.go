package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// ParseStatistics parses "all", "none" or a comma-separated list of statistics.
func ParseStatistics(text string) (s ColumnSet, err error) {
	switch text {
	case "all":
		return statisticColumns, nil
	case "none", "":
		return s, nil
	}
	for _, name := range option.SplitList(text) {
		found := setWhere(func(c *outputColumn) bool { return c.statistic && c.name == name })
		if found == (ColumnSet{}) {
			return s, fmt.Errorf("unknown statistic %q; choose one of: %s", name, strings.Join(StatisticNames(), ", "))
		}
		s = s.Or(found)
	}
	return s, nil
}

// StatisticNames returns the names that ParseStatistics accepts.
func StatisticNames() []string {
	return mapped(slices.Collect(statisticColumns.All()), Column.String)
}

var statisticColumns = setWhere(func(c *outputColumn) bool { return c.statistic })

// Written returns the columns that a run with the given statistics and extras can add to each row.
func Written(requested ColumnSet) ColumnSet {
	written := requested.Or(setOf([]Column{SolutionColumn, VerdictColumn, CountColumn, AnswerColumn, ReasonColumn}))
	if written.Has(ComputedMinimalColumn) {
		written.add(MinimalColumn)
	}
	return written
}

// ReadbackStatistics returns the statistics that a result contains.
func (s *Schema) ReadbackStatistics() ColumnSet { return s.ResultColumns.And(statisticColumns) }
