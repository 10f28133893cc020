package formats

import (
	"maps"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// columnPlan specifies how the columns of a file are used.
type columnPlan struct {
	chosen        []int    // indices of the kept columns
	names         []string // names of the file's columns; for a kept column, its name in the first file
	readback      []Column // result columns that are read; they come last in each row
	firstReadback int      // index of the first result column in the file
}

// plan uses the first rows to decide how to use a file's columns, and updates the schema.
func (s *Schema) plan(columns []string, hasNames bool, rows sample, o *ReadOptions) (columnPlan, error) {
	s.added = addedColumns(columns)
	roles, readback, err := chooseOfResult(columns, hasNames, rows, s.added, o)
	if err != nil {
		return columnPlan{}, err
	}
	s.Roles, s.Columns, s.HasHeader = roles, columns, hasNames
	p, err := s.planWith(readback, o)
	s.CarriesPuzzle = slices.Contains(p.chosen, roles.Puzzle) && !isChatName(columns[roles.Puzzle])
	return p, err
}

// planWith returns the plan for a schema whose Roles, Columns and HasHeader are set, and updates
// the schema. readback holds the result columns.
func (s *Schema) planWith(readback []Column, o *ReadOptions) (p columnPlan, err error) {
	p.readback, p.firstReadback, p.names = readback, len(s.Columns)-len(readback), s.Columns
	if p.chosen, err = o.chooseKept(s.Columns[:p.firstReadback]); err != nil {
		return p, err
	}
	if o.Keep.all {
		p.chosen = slices.DeleteFunc(p.chosen, s.isCell)
	}
	if o.Training != nil {
		p.chosen, err = s.forTraining(p.chosen, o)
	} else {
		p.chosen = s.replace(p.chosen, o)
	}
	switch first := o.first; {
	case err != nil:
		return p, err
	case first == nil, len(p.chosen) == 0:
	case s.HasHeader:
		p.chosen, p.names = first.align(p.chosen, s.Columns, s.Roles)
	case first.HasHeader, len(first.Columns) != len(s.Columns):
	case s.Roles.Puzzle != first.Roles.Puzzle:
		return p, option.Errorf(option.SharedColumns, "its puzzles are in column %d, but in earlier inputs they are in column %d", s.Roles.Puzzle+1, first.Roles.Puzzle+1)
	case s.Roles.Answer != first.Roles.Answer && s.Roles.Answer >= 0 && first.Roles.Answer >= 0:
		return p, option.Errorf(option.SharedColumns, "its answers are in column %d, but in earlier inputs they are in column %d", s.Roles.Answer+1, first.Roles.Answer+1)
	}
	s.HasAnswers, s.ResultColumns = s.Roles.Answer >= 0, setOf(readback)
	s.Generated = o.Results == TakeResults && s.ResultColumns.Has(MinimalColumn)
	s.Searched = s.Generated && s.ResultColumns.Has(SearchStepsColumn)
	return p, nil
}

// chooseOfResult chooses the puzzle and answer columns. If results are used, the input must be a
// result. chooseOfResult then returns gridmill's columns, and chooses from the columns before them.
// If results are ignored, only options can choose gridmill's columns. However, without a verdict
// column, as in training data, the solutions can be used as answers. In a result, in
// training data, and if there are several files, a column with a known name can hold full grids.
func chooseOfResult(columns []string, hasHeader bool, rows sample, added map[int]Column, o *ReadOptions) (Roles, []Column, error) {
	inputOptions := *o
	inputOptions.FullGrids = o.FullGrids || (o.Several || o.Results != IgnoreResults || len(added) > 0) && len(namedColumns(columns, puzzleNames)) > 0
	if o.Results == IgnoreResults {
		if !setOf(slices.Collect(maps.Values(added))).Has(VerdictColumn) {
			added = nil
		}
		roles, err := chooseRoles(columns, hasHeader, rows, added, &inputOptions)
		return roles, nil, err
	}
	results := resultColumns(columns)
	if results == nil {
		return Roles{}, nil, option.Misuse(option.WholeResult, "this is not a complete gridmill result: its last columns must be solution, verdict, solution_count, ..., reason, but its columns are: %s", NameList(columns))
	}
	input := columns[:len(columns)-len(results)]
	if len(input) == 0 {
		return Roles{}, nil, option.Misuse(option.Results, "this result has no puzzle column")
	}
	if !slices.Contains(results, AnswerColumn) {
		if o.AnswerColumn != "" && o.AnswerColumn != "none" {
			return Roles{}, nil, option.Misuse(option.NoAnswerColumn, "the result does not classify answers, so the answer column %s cannot be used", o.AnswerColumn)
		}
		inputOptions.AnswerColumn = "none"
	}
	// The run that wrote the result may have added a puzzle column after the input columns, with a
	// name such as puzzle_found.
	if last := input[len(input)-1]; o.Column == "" && strings.HasSuffix(last, takenSuffix) && WithoutSuffix(last) == PuzzleColumn.String() {
		inputOptions.Column = last
	}
	roles, err := chooseRoles(input, hasHeader, rows, nil, &inputOptions)
	if err == nil && o.Results == TakeResults && inputOptions.AnswerColumn != "none" && roles.Answer < 0 {
		err = option.Misuse(option.AnswerColumn, "the result classifies answers, but the column of answers was not found, so the answers cannot be classified again")
	}
	return roles, results, err
}

// replace removes a column from chosen if an earlier run added the column and the output replaces
// it. It lists the names of removed columns in s.Replaced. It keeps the answer column, and columns
// that o.Keep requests by name. If the input has no answers, replace also keeps the answer classes.
func (s *Schema) replace(chosen []int, o *ReadOptions) []int {
	if !o.Keep.all || o.Results != IgnoreResults || o.Replaces == (ColumnSet{}) {
		return chosen
	}
	return slices.DeleteFunc(chosen, func(i int) bool {
		isReplaced := s.Roles.replaces(i, s.added, o.Replaces)
		if isReplaced {
			s.Replaced = append(s.Replaced, s.Columns[i])
		}
		return isReplaced
	})
}

// replaces reports whether an output with the given columns replaces column i of its input. added
// holds, by index, the columns that an earlier run added to the input.
func (r *Roles) replaces(i int, added map[int]Column, written ColumnSet) bool {
	c, isAdded := added[i]
	return isAdded && i != r.Answer && written.Has(c) && (c != AnswerColumn || r.Answer >= 0)
}

// align puts the kept columns of a file into the order of earlier files, and gives them the names
// from earlier files. It matches the puzzle and answer columns by role, other columns by name, and
// columns with equal names in order. names holds the names of all columns. If a kept column has no
// match, align returns its arguments unchanged, and the file is rejected later.
func (s *Schema) align(chosen []int, columns []string, roles Roles) (aligned []int, names []string) {
	if len(chosen) != len(s.Kept) || len(s.Columns) == 0 {
		return chosen, columns
	}
	names = slices.Clone(columns)
	for _, f := range s.Kept {
		i := slices.IndexFunc(chosen, func(c int) bool {
			switch f.column {
			case s.Roles.Puzzle:
				return c == roles.Puzzle
			case s.Roles.Answer:
				return c == roles.Answer
			}
			return columns[c] == f.Name && c != roles.Puzzle && c != roles.Answer && !slices.Contains(aligned, c)
		})
		if i < 0 {
			return chosen, columns
		}
		aligned = append(aligned, chosen[i])
		names[chosen[i]] = f.Name
	}
	return aligned, names
}

// holdsGrids reports whether a column with the given name holds puzzles or answers.
func (s *Schema) holdsGrids(name string) bool {
	is := func(i int) bool { return i >= 0 && i < len(s.Columns) && s.Columns[i] == name }
	return is(s.Roles.Puzzle) || is(s.Roles.Answer)
}
