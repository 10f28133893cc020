package formats

import (
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// writtenColumns returns the columns of an output. By default, the input columns come first,
// followed by gridmill's columns. If o.Select is set, only the selected columns are returned. A
// name selects gridmill's column only if no kept column has this name.
func writtenColumns(s *Schema, o *WriteOptions) (columns []outputColumn, err error) {
	if o.Select != nil {
		for _, name := range o.Select {
			c, err := selectedColumn(s, o, name)
			if err != nil {
				return nil, err
			}
			isSame := func(other outputColumn) bool { return other.kept == c.kept }
			if c.kept != nil && slices.ContainsFunc(columns, isSame) {
				return nil, option.Misuse(option.Columns, "column %q is selected twice", name)
			}
			columns = append(columns, c)
		}
		return columns, nil
	}
	for k := range s.Kept {
		columns = append(columns, keptColumn(s, k))
	}
	return append(columns, s.rename(ownColumns(s, o))...), nil
}

// sameInTraining lists the columns that do not vary in training data, because all puzzles in
// training data have a unique solution.
var sameInTraining = setOf([]Column{VerdictColumn, CountColumn, AnswerColumn, ReasonColumn})

// ownColumns returns gridmill's columns for an output. Their names can also occur in the input.
func ownColumns(s *Schema, o *WriteOptions) (chosen []outputColumn) {
	for i, c := range outputColumns {
		switch {
		case !available(Column(i), s, o),
			Column(i) == PuzzleColumn && s.CarriesPuzzle,
			o.Scoring != nil && hiddenByScores.Has(Column(i)),
			(c.kind == kindFile || c.kind == kindLine) && !c.training && !o.Source,
			o.Unsolved && c.kind != kindFile && c.kind != kindLine && c.grid != ofPuzzle,
			c.training != o.Training && (c.training || sameInTraining.Has(Column(i))):
			continue
		}
		chosen = append(chosen, c)
	}
	return append(chosen, o.Scoring.columns(s.HasAnswers)...)
}

// available reports whether an output with the given schema and options can contain the column.
func available(column Column, s *Schema, o *WriteOptions) bool {
	switch c := &outputColumns[column]; {
	case column == AnswerColumn && !s.HasAnswers, column == WeightColumn && !s.Generated, column == SearchStepsColumn && !s.Searched,
		column == MinimalColumn && !s.Generated, column == ComputedMinimalColumn && s.Generated:
		return false
	case o.Unsolved:
		return c.unsolved
	case c.statistic, c.extra != "":
		return o.Stats.Has(column)
	}
	return true
}

// freeName returns name, with a suffix if a column in s.Kept has the same name.
func (s *Schema) freeName(name string) string {
	for slices.ContainsFunc(s.Kept, func(f Field) bool { return strings.EqualFold(f.Name, name) }) {
		name += takenSuffix
	}
	return name
}

// rename adds suffixes to the names of gridmill's columns until they differ from each other and
// from the names in s.Kept. One suffix may not suffice: a score can have the name verdict_found.
func (s *Schema) rename(own []outputColumn) []outputColumn {
	for i := range own {
		c := &own[i]
		isSame := func(other outputColumn) bool { return strings.EqualFold(other.name, c.name) }
		for c.name = s.freeName(c.name); countWhere(own, isSame) > 1; {
			c.name = s.freeName(c.name + takenSuffix)
		}
	}
	return own
}

// WrittenRoles returns the names of the columns that hold puzzles and answers in an output with all
// columns. If the output does not contain the answers, answers is "none". For a column that has the
// same name as an earlier column, WrittenRoles returns the empty string.
func (s *Schema) WrittenRoles() (puzzles, answers string) {
	puzzles, answers = s.freeName(PuzzleColumn.String()), "none"
	if s.Format == Cells { // Roles has only the first of the 81 columns of each grid
		return puzzles, answers
	}
	var names []string
	for k, f := range s.Kept {
		name := keptColumn(s, k).name
		if slices.Contains(names, name) {
			name = ""
		}
		names = append(names, name)
		switch role := s.roleOf(f); {
		case role == "puzzles" && s.CarriesPuzzle:
			puzzles = name
		case role == "answers":
			answers = name
		}
	}
	return puzzles, answers
}

func keptColumn(s *Schema, k int) outputColumn {
	return outputColumn{name: string([]rune(s.Kept[k].Name)), kept: &s.Kept[k], keptIndex: k}
}

// columnsIn returns the columns of an output in the given format, or an error if the format cannot
// hold them. Only CSV can have two columns with the same name, and only Parquet can hold structs.
func columnsIn(format string, s *Schema, o *WriteOptions) ([]outputColumn, error) {
	columns, err := writtenColumns(s, o)
	if err != nil {
		return nil, err
	}
	var kept []Field
	for i, c := range columns {
		if format != "CSV" && slices.ContainsFunc(columns[:i], func(other outputColumn) bool { return other.name == c.name }) {
			return nil, option.Errorf(option.Keep, "two columns are named %q, but %s does not allow duplicate names", c.name, format)
		}
		if format != "Parquet" && c.kept != nil {
			kept = append(kept, *c.kept)
		}
	}
	return columns, printable(kept...)
}

// Renamed lists gridmill's columns that get a suffix because an input column has the same name. It
// ignores the input's puzzle and answer columns. renamed has the names with the suffix, and taken
// has the names without the suffix.
func (s *Schema) Renamed(o *WriteOptions) (renamed, taken []string) {
	if o.Select != nil {
		return nil, nil
	}
	own := ownColumns(s, o)
	for i, c := range s.rename(slices.Clone(own)) {
		if name := own[i].name; c.name != name && !s.holdsGrids(name) {
			renamed, taken = append(renamed, c.name), append(taken, name)
		}
	}
	return renamed, taken
}
