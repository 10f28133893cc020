package formats

import (
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// essential holds the columns that every result has.
var essential = setOf([]Column{SolutionColumn, VerdictColumn, CountColumn, ReasonColumn})

// resultColumns returns the columns that gridmill added to a complete result. They are the last
// columns of the file, in the order of outputColumns, and start with the solution. The columns
// before the solution count as input columns, even if gridmill added them. If the file is not a
// complete result, resultColumns returns nil.
func resultColumns(columns []string) []Column {
	for i := len(columns) - 1; i >= 0; i-- {
		if withoutSuffix(columns[i]) == SolutionColumn.String() {
			results := ownRun(columns[i:])
			isTraining := func(c Column) bool { return outputColumns[c].training }
			if len(results) == len(columns)-i && slices.IsSorted(results) && !slices.ContainsFunc(results, isTraining) &&
				essential.And(setOf(results)) == essential {
				return results
			}
		}
	}
	return nil
}

// ownRun returns the gridmill columns that a list of names starts with. It stops at the first name
// that is not in outputColumns or that repeats an earlier name.
func ownRun(names []string) (found []Column) {
	next := SolutionColumn
	for _, name := range names {
		name = withoutSuffix(name)
		start := next // continue after the last found column, because two columns are called minimal
		for next.String() != name {
			if next++; next == numColumns {
				next = SolutionColumn
			}
			if next == start {
				return found
			}
		}
		if slices.Contains(found, next) {
			return found
		}
		found = append(found, next)
	}
	return found
}

// telling holds columns whose names no other program uses.
var telling = setOf([]Column{CountColumn, ClassColumn, MorphColumn})

// addedColumns finds the columns that gridmill added to a result or to training data. It returns a
// map from indices in columns to gridmill's columns. Gridmill's columns are adjacent and start with
// the solution. Because other programs also call a column "solution", one of the columns must hold
// verdicts or have a name that only gridmill uses.
func addedColumns(columns []string, rows sample) map[int]Column {
	own := map[int]Column{}
	for i, name := range columns {
		if withoutSuffix(name) != SolutionColumn.String() {
			continue
		}
		run := ownRun(columns[i:])
		verdict := slices.Index(run, VerdictColumn)
		if telling.And(setOf(run)) == (ColumnSet{}) && (verdict < 0 || !holdsVerdicts(rows, i+verdict)) {
			continue
		}
		for k, c := range run {
			own[i+k] = c
		}
	}
	return own
}

// holdsVerdicts reports whether all values of a column in the first rows are verdicts.
func holdsVerdicts(rows sample, column int) bool {
	return !slices.ContainsFunc(rows, func(row [][]byte) bool {
		return column < len(row) && !slices.Contains(verdictNames, string(row[column]))
	})
}

// chooseOfResult chooses the columns of puzzles and answers. For an input that is read as a result,
// it also returns gridmill's columns, and searches only the columns before them.
func chooseOfResult(columns []string, hasHeader bool, rows sample, own map[int]Column, o *ReadOptions) (Roles, []Column, error) {
	if o.Results == IgnoreResults {
		roles, err := chooseOfInput(columns, hasHeader, rows, own, o)
		return roles, nil, err
	}
	results := resultColumns(columns)
	if results == nil {
		return Roles{}, nil, option.Misuse(option.WholeResult, "this is not a complete gridmill result: it does not end with the columns solution, verdict, solution_count, ..., reason (it has: %s)", nameList(columns))
	}
	input := columns[:len(columns)-len(results)]
	if len(input) == 0 {
		return Roles{}, nil, option.Misuse(option.Results, "this result has no puzzle column")
	}
	among := *o
	if !slices.Contains(results, AnswerColumn) {
		if o.AnswerColumn != "" && o.AnswerColumn != "none" {
			return Roles{}, nil, option.Misuse(option.NoAnswerColumn, "the result does not classify answers, so the answer column %s cannot be used", o.AnswerColumn)
		}
		among.AnswerColumn = "none"
	}
	// If the name of a puzzle column ends with takenSuffix, gridmill added the column.
	if last := input[len(input)-1]; o.Column == "" && strings.HasSuffix(last, takenSuffix) && withoutSuffix(last) == PuzzleColumn.String() {
		among.Column = last
	}
	roles, err := chooseRoles(input, hasHeader, rows, &among)
	if err == nil && o.Results == TakeResults && among.AnswerColumn != "none" && roles.Answer < 0 {
		err = option.Misuse(option.AnswerColumn, "the result classifies answers but does not contain them, so they cannot be classified again")
	}
	return roles, results, err
}

// chooseOfInput chooses the columns of puzzles and answers of an input that is not read as a
// result. If the output replaces the columns of an earlier result, chooseOfInput first tries only
// the columns before them. An earlier solution is then not mistaken for an answer.
func chooseOfInput(columns []string, hasHeader bool, rows sample, own map[int]Column, o *ReadOptions) (Roles, error) {
	first, found := len(columns), ColumnSet{}
	for i, c := range own {
		first = min(first, i)
		found.add(c)
	}
	if first > 0 && found.Has(VerdictColumn) && o.Replaces != (ColumnSet{}) && o.AnswerColumn == "" {
		among := *o
		if !found.Has(AnswerColumn) {
			among.AnswerColumn = "none"
		}
		if roles, err := chooseRoles(columns[:first], hasHeader, rows, &among); err == nil {
			return roles, nil
		}
	}
	return chooseRoles(columns, hasHeader, rows, o)
}

// Renamed lists gridmill's columns that get a suffix because an input column already has their
// name. renamed has the names with the suffix, and taken has the names without it. The names of the
// input's puzzle and answer columns are omitted.
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

// replace returns chosen without the columns of earlier runs that the output replaces, and adds
// their names to s.Replaced. It keeps columns that the user requested. It also keeps answer classes
// if the input has no answers.
func (s *Schema) replace(chosen []int, o *ReadOptions) []int {
	if !o.Keep.all || o.Results != IgnoreResults || o.Replaces == (ColumnSet{}) {
		return chosen
	}
	return slices.DeleteFunc(chosen, func(i int) bool {
		c, isOwn := s.own[i]
		replaced := isOwn && i != s.Roles.Answer && o.Replaces.Has(c) && (c != AnswerColumn || s.Roles.Answer >= 0)
		if replaced {
			s.Replaced = append(s.Replaced, s.Columns[i])
		}
		return replaced
	})
}
