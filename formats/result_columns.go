package formats

import "slices"

// essential holds the columns that every complete result has.
var essential = setOf([]Column{SolutionColumn, VerdictColumn, CountColumn, ReasonColumn})

// resultColumns returns the columns that gridmill added to a complete result. For any other file,
// it returns nil. The added columns are last, in the order of outputColumns, and start with the
// solution. Any column before the solution counts as an input column, even if gridmill added it.
func resultColumns(columns []string) []Column {
	for i := len(columns) - 1; i >= 0; i-- {
		if WithoutSuffix(columns[i]) == SolutionColumn.String() {
			results := columnRun(columns[i:])
			isTraining := func(c Column) bool { return outputColumns[c].training }
			if len(results) == len(columns)-i && slices.IsSorted(results) && !slices.ContainsFunc(results, isTraining) &&
				essential.And(setOf(results)) == essential {
				return results
			}
		}
	}
	return nil
}

// columnRun returns the columns at the start of a list of names, up to the first unknown name or
// repeated column. Elements of outputColumns before SolutionColumn count as unknown.
func columnRun(names []string) (found []Column) {
	next := SolutionColumn
	for _, name := range names {
		name = WithoutSuffix(name)
		start := next // search from the column found last, because two columns are named minimal
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

// distinctive is the set of columns whose names no other program uses.
var distinctive = setOf([]Column{CountColumn, ClassColumn, MorphColumn})

// addedColumns returns, by index, the columns that gridmill added to a result or to training data.
// Added columns are adjacent and start with the solution. Other programs also use the name
// "solution". At least one added column must therefore have a name that only gridmill uses.
func addedColumns(columns []string) map[int]Column {
	added := map[int]Column{}
	for i, name := range columns {
		if WithoutSuffix(name) != SolutionColumn.String() {
			continue
		}
		if run := columnRun(columns[i:]); distinctive.And(setOf(run)) != (ColumnSet{}) {
			for k, c := range run {
				added[i+k] = c
			}
		}
	}
	return added
}
