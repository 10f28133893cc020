package formats

// What training data keeps of its inputs beside puzzles, whose images differ from them.

// TrainingColumns returns which of the input's own columns training data keeps: of those that
// are asked for all but its puzzles and answers, which gridmill's columns replace, and the
// columns that an earlier run added, which are found again. What is known of generated
// puzzles alone stays.
func (s *Schema) TrainingColumns(k Keep) (Keep, error) {
	if s.Columns == nil { // lines of text, which have at most what stands behind the puzzles
		return k, nil
	}
	chosen, err := k.choose(s.Columns)
	if err != nil {
		return k, err
	}
	found := resultColumns(s.Columns)
	own := len(s.Columns) - len(found)
	names := []string{}
	for _, c := range chosen {
		added := c >= own && found[c-own] != WeightColumn && found[c-own] != MinimalColumn
		if !added && c != s.Roles.Puzzle && c != s.Roles.Answer {
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
