package formats

// What training data keeps of its inputs beside puzzles, whose images differ from them.

// TrainingColumns returns which of the input's own columns training data keeps: of those that
// are asked for all but its puzzles and answers, which gridmill's columns replace, and the
// columns that earlier runs added, which are found again. What is known of generated
// puzzles alone stays.
func (s *Schema) TrainingColumns(k Keep) (Keep, error) {
	if s.Columns == nil { // lines of text, which have at most what stands behind the puzzles
		return k, nil
	}
	chosen, err := k.choose(s.Columns)
	if err != nil {
		return k, err
	}
	added := make([]bool, len(s.Columns))
	for own := len(added); ; { // a result may be one of a result
		found := resultColumns(s.Columns[:own])
		if found == nil {
			break
		}
		own -= len(found)
		for i, c := range found {
			added[own+i] = c != WeightColumn && c != MinimalColumn
		}
	}
	names := []string{}
	for _, c := range chosen {
		if !added[c] && c != s.Roles.Puzzle && c != s.Roles.Answer {
			names = append(names, s.Columns[c])
		}
	}
	return Keep{names: names}, nil
}

// ReadStored says how to read again what was written with a schema, without answers. If the
// file and the line of each row were written, they are columns that pass through.
func (s *Schema) ReadStored(source bool) ReadOptions {
	o := ReadOptions{Results: TakeResults, Column: s.freeName(PuzzleColumn.String()), AnswerColumn: "none"}
	for _, f := range s.Kept {
		o.Keep.names = append(o.Keep.names, f.Name)
	}
	if source {
		o.Keep.names = append(o.Keep.names, s.freeName(FileColumn.String()), s.freeName(LineColumn.String()))
	}
	return o
}
