package formats

import (
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats/option"
)

// ParseSelection parses a comma-separated list of names (see WriteOptions.Select).
func ParseSelection(text string) (names []string, err error) {
	for _, name := range option.SplitList(text) {
		switch {
		case name == "":
			return nil, fmt.Errorf("%q contains an empty name; separate column names with commas", text)
		case slices.Contains(names, name):
			return nil, fmt.Errorf("column %q is listed twice", name)
		}
		names = append(names, name)
	}
	return names, nil
}

// Selecting returns k restricted to the selected columns. If selected is nil, it returns k.
func (k Keep) Selecting(selected []string) Keep {
	k.selected = selected
	return k
}

func selectedColumn(s *Schema, o *WriteOptions, name string) (c outputColumn, err error) {
	if k := indexOfName(s.keptNames(), name); k >= 0 {
		return keptColumn(s, k), nil
	}
	names, own := slices.Clone(s.Columns), selectable(s, o)
	for _, wanted := range []string{name, WithoutSuffix(name)} {
		if i := slices.IndexFunc(own, func(c outputColumn) bool { return c.name == wanted }); i >= 0 {
			own[i].name = name
			return own[i], nil
		}
	}
	for _, c := range own {
		if i := indexOfName(s.Columns, c.name); i < 0 {
			names = append(names, c.name)
		} else if i == s.Roles.Answer {
			names = append(names, c.name+takenSuffix)
		}
	}
	if slices.Contains(s.Columns, name) {
		return c, option.Misuse(option.KeptOutput, "column %q is not kept", name)
	}
	why := adviceOnCommas(s.Columns)
	for _, c := range outputColumns {
		switch {
		case c.name != name || o.Unsolved:
		case c.extra != "":
			why = option.AddedColumns + option.Name(c.extra)
		case c.statistic:
			why = option.Statistics
		}
	}
	return c, option.Misuse(why, "unknown column %q; choose from: %s", name, NameList(names))
}

// selectable returns gridmill's columns that an output can have.
func selectable(s *Schema, o *WriteOptions) (columns []outputColumn) {
	for i, c := range outputColumns {
		if !c.training && available(Column(i), s, o) {
			columns = append(columns, c)
		}
	}
	return append(columns, o.Scoring.columns(s.HasAnswers)...)
}
