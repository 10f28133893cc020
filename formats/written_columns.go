package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// A Selection says which columns an output has, and in which order. The zero Selection is all.
type Selection struct{ names []string }

// ParseSelection reads a list of names separated by commas. The empty text selects all columns.
func ParseSelection(text string) (s Selection, err error) {
	if text == "" {
		return s, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
			return s, fmt.Errorf("%q has a name without characters", text)
		case slices.Contains(s.names, name):
			return s, fmt.Errorf("the column %q is named twice", name)
		}
		s.names = append(s.names, name)
	}
	return s, nil
}

// All reports whether nothing is selected, so that the output has all columns.
func (s Selection) All() bool { return s.names == nil }

// Selecting returns which columns to keep if an output has only selected ones: those that k keeps
// and s names. Other names are those of gridmill's columns.
func (k Keep) Selecting(s Selection) Keep {
	k.selected = s.names
	return k
}

// narrow returns those of the chosen columns that are selected, in the order of the selection.
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

// writtenColumns returns the columns of an output: the input's own and then gridmill's, or those
// that are selected. A name means the input's column, if it has one with this name.
func writtenColumns(s *Schema, o *WriteOptions) (columns []outputColumn, err error) {
	if !o.Select.All() {
		for _, name := range o.Select.names {
			c, err := selectedColumn(s, o, name)
			if err != nil {
				return nil, err
			}
			if c.kept != nil && slices.ContainsFunc(columns, func(other outputColumn) bool { return other.kept == c.kept }) {
				return nil, option.Misuse(option.Columns, "the column %q is selected twice", name)
			}
			columns = append(columns, c)
		}
		return columns, nil
	}
	for k := range s.Kept {
		columns = append(columns, keptColumn(s, k))
	}
	return append(columns, columnsFor(s, o)...), nil
}

// keptColumn returns column k of the input as a column of the output.
func keptColumn(s *Schema, k int) outputColumn {
	return outputColumn{name: strings.ToValidUTF8(s.Kept[k].Name, "\ufffd"), kept: &s.Kept[k], keptIndex: k}
}

// selectedColumn returns the column with a name.
func selectedColumn(s *Schema, o *WriteOptions, name string) (c outputColumn, err error) {
	var names []string
	for _, f := range s.Kept {
		names = append(names, f.Name)
	}
	if k := indexOfName(names, name); k >= 0 {
		return keptColumn(s, k), nil
	}
	names = slices.Clone(s.Columns)
	for i := range outputColumns {
		c := outputColumns[i]
		if !c.selectable(s, o) {
			continue
		}
		if c.name == withoutSuffix(name) {
			c.name = name
			return c, nil
		}
		if !slices.Contains(names, c.name) {
			names = append(names, c.name)
		}
	}
	why := option.Columns
	if slices.Contains(ExtraNames(), name) && !o.Unsolved {
		why = option.AddedColumns
	}
	return c, option.Misuse(why, "there is no column %q to select; there are: %s", name, nameList(names))
}

// selectable reports whether an output can have one of gridmill's columns.
func (c *outputColumn) selectable(s *Schema, o *WriteOptions) bool {
	switch {
	case c.training, c.name == "answer" && !s.HasAnswers, !c.fitsGenerated(s):
		return false
	case o.Unsolved:
		return c.unsolved
	case c.statistic, c.extra != "":
		return slices.Contains(o.Stats.names, c.name)
	}
	return true
}

// leadingKept returns how many columns at the start of an output are those of the input, in the
// order of the input.
func leadingKept(columns []outputColumn) (n int) {
	for n < len(columns) && columns[n].kept != nil && columns[n].keptIndex == n {
		n++
	}
	return n
}

// checkNames returns an error if two columns have the same name, since the format finds values by
// name.
func checkNames(columns []outputColumn, format string) error {
	for i := range columns {
		if slices.ContainsFunc(columns[:i], func(c outputColumn) bool { return c.name == columns[i].name }) {
			return option.Errorf(option.Keep, "two columns are called %q, which %s does not allow", columns[i].name, format)
		}
	}
	return nil
}

// gridColumn returns the only column of an output whose rows are grids and nothing else: the
// selected one, or the puzzles.
func gridColumn(s *Schema, o *WriteOptions, f Format) (c outputColumn, err error) {
	switch len(o.Select.names) {
	case 0:
		return outputColumns[PuzzleColumn], nil
	case 1:
		c, err = selectedColumn(s, o, o.Select.names[0])
	default:
		return c, option.Misuse(option.Select, "a row of %s is one grid, not %d columns", f, len(o.Select.names))
	}
	if err == nil && c.kept == nil && (c.grid == ofNothing || c.grid == ofClass) {
		return c, option.Misuse(option.Select, "a row of %s is a grid, and %q holds none", f, c.name)
	}
	if err == nil && c.kept != nil {
		err = printable(*c.kept)
	}
	return c, err
}
