package formats

import (
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// takenSuffix is appended to a column's name if an input column has the same name.
const takenSuffix = "_found"

// withoutSuffix returns the name in the table of one of gridmill's columns.
func withoutSuffix(name string) string {
	for strings.HasSuffix(name, takenSuffix) {
		name = strings.TrimSuffix(name, takenSuffix)
	}
	return name
}

// essential is the set of columns that every result has.
var essential = setOf([]Column{SolutionColumn, VerdictColumn, CountColumn, ReasonColumn})

// resultColumns returns the columns of a result that gridmill wrote, or nil for a file that is not
// a result. They are the last columns, in the order of the table. A puzzle column before them
// counts as an input column, because it has the same contents. So do the columns of a row's origin,
// because the row's location in the result is different.
func resultColumns(columns []string) []Column {
	for i := len(columns) - 1; i >= 0; i-- {
		if withoutSuffix(columns[i]) == SolutionColumn.String() {
			results := inOrder(columns[i:])
			if essential.And(setOf(results)) == essential {
				return results
			}
		}
	}
	return nil
}

// inOrder returns the columns with the given names if all of them are in the table, in the same
// order. Otherwise it returns nil.
func inOrder(names []string) (found []Column) {
	next := SolutionColumn
	for _, name := range names {
		name = withoutSuffix(name)
		for next < numColumns && next.String() != name {
			next++
		}
		if next == numColumns || outputColumns[next].training {
			return nil
		}
		found = append(found, next)
		next++
	}
	return found
}

// chooseOfResult chooses the columns of puzzles and answers. If the input is read as a result, it
// considers only the columns before those that gridmill wrote, and also returns the latter.
func chooseOfResult(columns []string, hasHeader bool, rows sample, o *ReadOptions) (Roles, []Column, error) {
	results := resultColumns(columns)
	if o.Results == IgnoreResults {
		if own := len(columns) - len(results); own > 0 && own < len(columns) && o.Replaces != (ColumnSet{}) && o.AnswerColumn == "" {
			// An earlier solution is not an answer to check, unless it is named.
			among := *o
			if !slices.Contains(results, AnswerColumn) {
				among.AnswerColumn = "none"
			}
			if roles, err := chooseRoles(columns[:own], hasHeader, rows, &among); err == nil {
				return roles, nil, nil
			}
		}
		roles, err := chooseRoles(columns, hasHeader, rows, o)
		return roles, nil, err
	}
	if results == nil {
		return Roles{}, nil, option.Misuse(option.WholeResult, "this is not a complete result of gridmill: it does not end in the columns solution, verdict, solution_count, ..., reason (it has: %s)", nameList(columns))
	}
	input := columns[:len(columns)-len(results)]
	if len(input) == 0 {
		return Roles{}, nil, option.Misuse(option.Results, "this result has no column of puzzles")
	}
	among := *o
	if !slices.Contains(results, AnswerColumn) {
		if o.AnswerColumn != "" && o.AnswerColumn != "none" {
			return Roles{}, nil, option.Misuse(option.NoAnswerColumn, "the result does not classify answers, so the answer column %s does not apply", o.AnswerColumn)
		}
		among.AnswerColumn = "none"
	}
	// A column of puzzles with a suffix was certainly added by gridmill.
	if last := input[len(input)-1]; o.Column == "" && strings.HasSuffix(last, takenSuffix) && withoutSuffix(last) == PuzzleColumn.String() {
		among.Column = last
	}
	roles, err := chooseRoles(input, hasHeader, rows, &among)
	if err == nil && o.Results == TakeResults && among.AnswerColumn != "none" && roles.Answer < 0 {
		err = option.Misuse(option.AnswerColumn, "the result classifies answers that it does not contain, so they cannot be classified again")
	}
	return roles, results, err
}

// addedColumns returns the columns that earlier runs added, by index.
func addedColumns(columns []string) map[int]Column {
	added := map[int]Column{}
	for own := len(columns); ; { // the input of a result may itself be a result
		found := resultColumns(columns[:own])
		if found == nil {
			return added
		}
		own -= len(found)
		for i, c := range found {
			added[own+i] = c
		}
	}
}

// Renamed returns the names of gridmill's columns that have a suffix in an output because the input
// has columns with the same names, and the names without the suffix. It omits a puzzle or a
// solution if the input has its own.
func (s *Schema) Renamed(o *WriteOptions) (renamed, taken []string) {
	if !o.Select.All() {
		return nil, nil
	}
	for _, c := range ownColumns(s, o) {
		isOwn := isColumn(s.Columns, s.Roles.Puzzle, c.name) || isColumn(s.Columns, s.Roles.Answer, c.name)
		if free := s.freeName(c.name); free != c.name && !isOwn {
			renamed, taken = append(renamed, free), append(taken, c.name)
		}
	}
	return renamed, taken
}

// replace returns the chosen columns without those of earlier runs that the output replaces, and
// records the replaced columns. It replaces answer classes only if there are answers. It keeps
// requested columns.
func (s *Schema) replace(chosen []int, o *ReadOptions) []int {
	if !o.Keep.all || o.Results != IgnoreResults || o.Replaces == (ColumnSet{}) {
		return chosen
	}
	added := addedColumns(s.Columns)
	return slices.DeleteFunc(chosen, func(i int) bool {
		c, isAdded := added[i]
		replaced := isAdded && i != s.Roles.Answer && o.Replaces.Has(c) && (c != AnswerColumn || s.Roles.Answer >= 0)
		if replaced {
			s.Replaced = append(s.Replaced, s.Columns[i])
		}
		return replaced
	})
}
