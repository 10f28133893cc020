package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// A Selection specifies the columns of an output and their order. The zero Selection selects all
// columns.
type Selection struct{ names []string }

// ParseSelection parses a comma-separated list of names. The empty string selects all columns.
func ParseSelection(text string) (s Selection, err error) {
	if text == "" {
		return s, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
			return s, fmt.Errorf("%q contains an empty name", text)
		case slices.Contains(s.names, name):
			return s, fmt.Errorf("the column %q is listed twice", name)
		}
		s.names = append(s.names, name)
	}
	return s, nil
}

// All reports whether the Selection selects all columns.
func (s Selection) All() bool { return s.names == nil }

// Selecting returns a Keep that keeps only the input columns that both k and s select.
func (k Keep) Selecting(s Selection) Keep {
	k.selected = s.names
	return k
}

// narrow returns the chosen columns that the selection contains, in the order of the selection.
func (k Keep) narrow(chosen []int, columns []string) []int {
	if k.selected == nil {
		return chosen
	}
	var narrowed []int
	for _, name := range k.selected {
		if i := indexOfName(columns, name); i >= 0 && slices.Contains(chosen, i) && !slices.Contains(narrowed, i) {
			narrowed = append(narrowed, i)
		}
	}
	return narrowed
}

// writtenColumns returns the columns of an output. By default, the input columns come first,
// followed by gridmill's columns. With a Selection, only the selected columns are returned. If an
// input column has a selected name, gridmill's column of that name is not returned.
func writtenColumns(s *Schema, o *WriteOptions) (columns []outputColumn, err error) {
	if !o.Select.All() {
		for _, name := range o.Select.names {
			c, err := selectedColumn(s, o, name)
			if err != nil {
				return nil, err
			}
			isSame := func(other outputColumn) bool { return other.kept == c.kept }
			if c.kept != nil && slices.ContainsFunc(columns, isSame) {
				return nil, option.Misuse(option.Columns, "the column %q is selected twice", name)
			}
			columns = append(columns, c)
		}
		return columns, nil
	}
	for k := range s.Kept {
		columns = append(columns, keptColumn(s, k))
	}
	for _, c := range ownColumns(s, o) {
		c.name = s.freeName(c.name)
		columns = append(columns, c)
	}
	return columns, nil
}

// sameInTraining lists the columns that have the same value in all rows of training data, which
// contains only puzzles with a unique solution.
var sameInTraining = []string{"verdict", "solution_count", "answer", "reason"}

// ownColumns returns gridmill's columns for the output of a data set. They do not yet have the
// names that freeName gives them.
func ownColumns(s *Schema, o *WriteOptions) (chosen []outputColumn) {
	for i, c := range outputColumns {
		switch {
		case !available(Column(i), s, o),
			c.name == "puzzle" && s.CarriesPuzzle,
			o.Scoring != nil && slices.Contains(hiddenByScores, c.name),
			(c.file || c.line) && !c.training && !o.Source,
			o.Unsolved && !c.file && !c.line && c.grid != ofPuzzle,
			c.training != o.Training && (c.training || slices.Contains(sameInTraining, c.name)):
			continue
		}
		chosen = append(chosen, c)
	}
	if o.Scoring != nil {
		chosen = append(chosen, o.Scoring.columns(s.HasAnswers)...)
	}
	return chosen
}

// available reports whether the output of a data set can contain the given column.
func available(column Column, s *Schema, o *WriteOptions) bool {
	switch c := &outputColumns[column]; {
	case c.name == "answer" && !s.HasAnswers, !c.fitsGenerated(s):
		return false
	case o.Unsolved:
		return c.unsolved
	case c.statistic, c.extra != "":
		return o.Stats.columns.Has(column)
	}
	return true
}

// fitsGenerated reports whether the column suits the puzzles. Some columns are only for generated
// puzzles. There are two columns called "minimal": one for generated puzzles and one for all
// others.
func (c *outputColumn) fitsGenerated(s *Schema) bool {
	switch c.name {
	case WeightColumn.String():
		return s.Generated
	case SearchStepsColumn.String():
		return s.Searched
	case MinimalColumn.String():
		return s.Generated == (c.extra == "")
	}
	return true
}

// freeName returns name, with a suffix if a kept column has the same name.
func (s *Schema) freeName(name string) string {
	for slices.ContainsFunc(s.Kept, func(f Field) bool { return strings.EqualFold(f.Name, name) }) {
		name += takenSuffix
	}
	return name
}

func keptColumn(s *Schema, k int) outputColumn {
	return outputColumn{name: strings.ToValidUTF8(s.Kept[k].Name, "\ufffd"), kept: &s.Kept[k], keptIndex: k}
}

func selectedColumn(s *Schema, o *WriteOptions, name string) (c outputColumn, err error) {
	if k := indexOfName(s.keptNames(), name); k >= 0 {
		return keptColumn(s, k), nil
	}
	names := slices.Clone(s.Columns)
	for _, c := range selectable(s, o) {
		if c.name == withoutSuffix(name) {
			c.name = name
			return c, nil
		}
		if i := indexOfName(s.Columns, c.name); i < 0 {
			names = append(names, c.name)
		} else if i == s.Roles.Answer {
			names = append(names, c.name+takenSuffix)
		}
	}
	why := option.Columns
	if slices.Contains(ExtraNames(), name) && !o.Unsolved {
		why = option.AddedColumns
	}
	return c, option.Misuse(why, "unknown column %q; choose from: %s", name, nameList(names))
}

// selectable returns gridmill's columns that an output can have.
func selectable(s *Schema, o *WriteOptions) (columns []outputColumn) {
	for i, c := range outputColumns {
		if !c.training && available(Column(i), s, o) {
			columns = append(columns, c)
		}
	}
	if o.Scoring != nil {
		columns = append(columns, o.Scoring.columns(s.HasAnswers)...)
	}
	return columns
}

// leadingKept returns the largest n for which columns[:n] are the first n kept columns.
func leadingKept(columns []outputColumn) (n int) {
	for n < len(columns) && columns[n].kept != nil && columns[n].keptIndex == n {
		n++
	}
	return n
}

// columnsIn returns the columns of an output in the given format. It returns an error if the format
// cannot hold the columns. Only CSV can have two columns with the same name, and only Parquet can
// hold structs.
func columnsIn(format string, s *Schema, o *WriteOptions) ([]outputColumn, error) {
	columns, err := writtenColumns(s, o)
	if err != nil {
		return nil, err
	}
	for i, c := range columns {
		isTwin := func(other outputColumn) bool { return other.name == c.name }
		if format != "CSV" && slices.ContainsFunc(columns[:i], isTwin) {
			return nil, option.Errorf(option.Keep, "two columns are called %q, but %s does not allow this", c.name, format)
		}
		if format != "Parquet" && c.kept != nil {
			if err := printable(*c.kept); err != nil {
				return nil, err
			}
		}
	}
	return columns, nil
}

// gridColumn returns the column for an output in which each row is one grid. It is the selected
// column or, by default, the column of puzzles.
func gridColumn(s *Schema, o *WriteOptions, f Format) (c outputColumn, err error) {
	switch len(o.Select.names) {
	case 0:
		return outputColumns[PuzzleColumn], nil
	case 1:
		c, err = selectedColumn(s, o, o.Select.names[0])
	default:
		return c, option.Misuse(option.Select, "the format %s has one grid per row, and cannot have %d columns", f, len(o.Select.names))
	}
	if err == nil && c.kept == nil && (c.grid == ofNothing || c.grid == ofClass) {
		return c, option.Misuse(option.Select, "the format %s has one grid per row, but the column %q does not contain grids", f, c.name)
	}
	if err == nil && c.kept != nil {
		err = printable(*c.kept)
	}
	return c, err
}

// StatisticNames returns the names that ParseStatistics accepts.
func StatisticNames() (names []string) {
	for c := range statisticColumns.All() {
		names = append(names, c.String())
	}
	return names
}

var statisticColumns = setWhere(func(c *outputColumn) bool { return c.statistic })

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

// With returns s with the extras added.
func (s Statistics) With(e Extras) Statistics { return Statistics{s.columns.or(e.columns)} }

// Written returns the columns that a run with these statistics and extras adds to each row.
func (s Statistics) Written(e Extras) ColumnSet {
	written := s.With(e).columns.or(setOf([]Column{SolutionColumn, VerdictColumn, CountColumn, AnswerColumn, ReasonColumn}))
	if written.Has(NeededColumn) {
		written.add(MinimalColumn)
	}
	return written
}

// FirstMissing returns the name of the first statistic in s that is not in others, or "" if others
// contains all statistics of s.
func (s Statistics) FirstMissing(others Statistics) string {
	for c := range s.columns.All() {
		if !others.columns.Has(c) {
			return c.String()
		}
	}
	return ""
}

// ReadbackStatistics returns the statistics that a result contains.
func (s *Schema) ReadbackStatistics() Statistics {
	return Statistics{s.Results.And(statisticColumns)}
}

// ReadbackExtras returns the extras that a result contains. A result does not record the number of
// morphs for guesses_mean, so ReadbackExtras assumes DefaultMorphs.
func (s *Schema) ReadbackExtras() Extras {
	found := s.Results.And(setWhere(func(c *outputColumn) bool { return c.extra != "" }))
	return Extras{columns: found, morphs: DefaultMorphs}
}
