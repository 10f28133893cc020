package formats

import (
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// takenSuffix is what a column's name ends in where a column of the input has the name.
const takenSuffix = "_found"

// withoutSuffix returns the name that a column of gridmill's has in the table.
func withoutSuffix(name string) string {
	for strings.HasSuffix(name, takenSuffix) {
		name = strings.TrimSuffix(name, takenSuffix)
	}
	return name
}

// resultColumns returns the columns of a result that gridmill wrote, which stand at
// its end in the order of the table. A puzzle before them counts as a column of the
// input's own, since it says the same, and so does where the row came from, which is not
// where the result has it. It returns none for what is no result.
func resultColumns(columns []string) []Column {
	for i := len(columns) - 1; i >= 0; i-- {
		if withoutSuffix(columns[i]) == SolutionColumn.String() {
			if results := inOrder(columns[i:]); hasEssential(results) {
				return results
			}
		}
	}
	return nil
}

// hasEssential reports whether the columns that every result has are among others.
func hasEssential(columns []Column) bool {
	s := setOf(columns)
	return s.Has(SolutionColumn) && s.Has(VerdictColumn) && s.Has(CountColumn) && s.Has(ReasonColumn)
}

// inOrder reads names as columns of the table in their order, and returns none
// where they are anything else.
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

// chooseOfResult chooses the columns of puzzles and answers. Where the input is read as a
// result, it looks for them before the columns that gridmill wrote, and returns those too.
func chooseOfResult(columns []string, hasHeader bool, rows sample, o *ReadOptions) (Roles, []Column, error) {
	if o.Results == IgnoreResults {
		roles, err := chooseRoles(columns, hasHeader, rows, o)
		return roles, nil, err
	}
	results := resultColumns(columns)
	if results == nil {
		return Roles{}, nil, option.Misuse(option.Results, "this is no result of gridmill: it does not end in the columns solution, verdict, solution_count, ..., reason (it has: %s); give what gridmill solve wrote", nameList(columns))
	}
	input := columns[:len(columns)-len(results)]
	if len(input) == 0 {
		return Roles{}, nil, option.Misuse(option.Results, "this result has no column of puzzles")
	}
	among := *o
	if !slices.Contains(results, AnswerColumn) {
		if o.AnswerColumn != "" && o.AnswerColumn != "none" {
			return Roles{}, nil, option.Misuse(option.NoAnswerColumn, "the result classes no answers, so the answer column %s does not fit it", o.AnswerColumn)
		}
		among.AnswerColumn = "none"
	}
	// With a suffix, a column of puzzles is gridmill's own for certain.
	if last := input[len(input)-1]; o.Column == "" && strings.HasSuffix(last, takenSuffix) && withoutSuffix(last) == PuzzleColumn.String() {
		among.Column = last
	}
	roles, err := chooseRoles(input, hasHeader, rows, &among)
	if err == nil && among.AnswerColumn == "" && roles.Answer < 0 {
		// Where the puzzles had no header, only values show it.
		roles.takeAnswers(answerColumn(input, false, rows, look(len(input), rows), roles.Puzzle))
	}
	if err == nil && o.Results == TakeResults && among.AnswerColumn != "none" && roles.Answer < 0 {
		err = option.Misuse(option.AnswerColumn, "the result classes answers that it does not hold, so they cannot be classed again")
	}
	return roles, results, err
}

// ReadbackStatistics returns the statistics that a result holds.
func (s *Schema) ReadbackStatistics() (stats Statistics) {
	for c := range numColumns {
		if s.Results.Has(c) && outputColumns[c].statistic {
			stats.names = append(stats.names, c.String())
		}
	}
	return stats
}

// ReadbackExtras returns the extras that a result holds. It cannot know how many morphs its
// GuessesMeanColumn is of, and takes DefaultMorphs.
func (s *Schema) ReadbackExtras() (e Extras) {
	e.morphs = DefaultMorphs
	for c := range numColumns {
		if s.Results.Has(c) && outputColumns[c].extra != "" {
			e.columns.add(c)
		}
	}
	return e
}

// FirstMissing returns the first statistic that others lack, or the empty name.
func (s Statistics) FirstMissing(others Statistics) string {
	for _, name := range s.names {
		if !slices.Contains(others.names, name) {
			return name
		}
	}
	return ""
}
