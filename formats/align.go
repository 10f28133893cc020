package formats

import "slices"

// align puts the columns that a file keeps in the order of the files before, whose columns may
// stand in another: those of puzzles and of answers go by what they hold, and may be called
// otherwise, and all others by name. It returns the columns in that order, and the names of
// all columns as they were called before. Where a column has no partner it changes nothing,
// and the schemas differ.
func (s *Schema) align(chosen []int, columns []string, roles Roles) (aligned []int, names []string) {
	if len(chosen) != len(s.Kept) || len(s.Columns) == 0 {
		return chosen, columns
	}
	names = slices.Clone(columns)
	for _, f := range s.Kept {
		var at int
		switch {
		case isColumn(s.Columns, s.Roles.Puzzle, f.Name):
			at = roles.Puzzle
		case isColumn(s.Columns, s.Roles.Answer, f.Name):
			at = roles.Answer
		default:
			at = slices.Index(columns, f.Name)
		}
		if at < 0 || !slices.Contains(chosen, at) || slices.Contains(aligned, at) {
			return chosen, columns
		}
		aligned = append(aligned, at)
		names[at] = f.Name
	}
	return aligned, names
}

// isColumn reports whether the column with an index has a name.
func isColumn(columns []string, i int, name string) bool {
	return i >= 0 && i < len(columns) && columns[i] == name
}
