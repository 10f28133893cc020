package formats

import (
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// Keep selects the input columns that pass through.
type Keep struct {
	all      bool
	names    []string
	selected []string // the requested columns, or nil if none were requested
}

// All reports whether all columns pass through.
func (k Keep) All() bool { return k.all }

// ParseKeep parses "all", "none" or a comma-separated list of column names and numbers.
func ParseKeep(text string) Keep {
	switch text {
	case "all":
		return Keep{all: true}
	case "none", "":
		return Keep{}
	}
	return Keep{names: strings.Split(text, ",")}
}

// choose returns the indices of the columns to keep, in the requested order.
func (k Keep) choose(columns []string) ([]int, error) {
	var chosen []int
	if k.all {
		for i := range columns {
			chosen = append(chosen, i)
		}
	}
	for _, name := range k.names {
		i, err := findColumn(columns, strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if !slices.Contains(chosen, i) {
			chosen = append(chosen, i)
		}
	}
	return k.narrow(chosen, columns), nil
}

// align puts the kept columns of a file into the order that they have in earlier files. Columns of
// puzzles and answers are matched by role, and other columns by name. In names, which lists all
// columns of the file, the matched columns have the names of the earlier files. If a kept column
// has no match, align returns chosen and columns, so that the file is rejected later.
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

// columnPlan specifies how the columns of a file are used.
type columnPlan struct {
	chosen        []int    // columns that pass through
	names         []string // names of all columns in the data set
	readback      []Column // result columns at the end of each row, if a result is read
	firstReadback int      // index of the first result column in the file
}

// plan uses the first rows to decide how to use a file's columns, and updates the schema.
func (s *Schema) plan(columns []string, hasNames bool, rows sample, o *ReadOptions) (columnPlan, error) {
	s.own = addedColumns(columns, rows)
	roles, readback, err := chooseOfResult(columns, hasNames, rows, s.own, o)
	if err != nil {
		return columnPlan{}, err
	}
	s.Roles, s.Columns, s.HasHeader = roles, columns, hasNames
	p, err := s.planWith(readback, o)
	s.CarriesPuzzle = slices.Contains(p.chosen, roles.Puzzle) && !isChatName(columns[roles.Puzzle])
	return p, err
}

// planWith is like plan, but uses roles that are already known.
func (s *Schema) planWith(readback []Column, o *ReadOptions) (p columnPlan, err error) {
	p.readback, p.firstReadback = readback, len(s.Columns)-len(readback)
	if p.chosen, err = o.Keep.choose(s.Columns[:p.firstReadback]); err != nil {
		return p, err
	}
	if o.Keep.all {
		p.chosen = slices.DeleteFunc(p.chosen, s.isCell)
	}
	p.names = s.Columns
	p.chosen = s.replace(p.chosen, o)
	if o.first != nil && s.HasHeader {
		p.chosen, p.names = o.first.align(p.chosen, s.Columns, s.Roles)
	}
	s.HasAnswers, s.Results = s.Roles.Answer >= 0, setOf(readback)
	s.Generated = o.Results == TakeResults && s.Results.Has(MinimalColumn)
	s.Searched = s.Generated && s.Results.Has(SearchStepsColumn)
	return p, nil
}

func isColumn(columns []string, i int, name string) bool {
	return i >= 0 && i < len(columns) && columns[i] == name
}

// HasText reports whether the column's values can be written as text.
func (f Field) HasText() bool { return printable(f) == nil }

// AppendKept appends the value of row i in column k of Schema.Kept. HasText must hold for column k.
func (b *Batch) AppendKept(dst []byte, i, k int) []byte {
	f := &b.segmentOf(i).source.schema().Kept[k]
	if !f.isText() {
		return b.leaves[f.firstLeaf].AppendText(dst, i)
	}
	value, kind := b.keptValue(f, i, k)
	if kind == scan.JSONField {
		return appendOnOneLine(dst, value)
	}
	return append(dst, value...)
}

// keptValue returns the value of row i in kept field k, and the kind of the value. The field must
// hold text. The value can be in the batch's scratch memory.
func (b *Batch) keptValue(f *Field, i, k int) (value []byte, kind byte) {
	field := b.block.Field(i, k)
	if field == scan.Absent {
		return nil, scan.NullField
	}
	value, kind = b.block.Text(field), scan.TextField
	if len(b.block.Kinds) > 0 {
		kind = b.block.Kinds[i*b.block.Noted+k]
	}
	if !b.isPlain(f) {
		value = b.unquoted(value)
	}
	return value, kind
}

// isPlain reports whether a kept field is stored without CSV quotes.
func (b *Batch) isPlain(f *Field) bool { return f.plain || len(b.block.Kinds) > 0 }

// TrainingColumns returns the requested input columns that training data keeps. It omits columns
// that are made again: puzzles, answers and columns of earlier runs. Columns that only generated
// puzzles have are not made again, so they are kept.
func (s *Schema) TrainingColumns(k Keep) (Keep, error) {
	if s.Columns == nil { // lines of text, whose only column is the text next to the puzzles
		return k, nil
	}
	chosen, err := k.choose(s.Columns)
	if err != nil {
		return k, err
	}
	names := []string{}
	for _, c := range chosen {
		own, isAdded := s.own[c]
		isKept := !isAdded || own == WeightColumn || own == MinimalColumn || own == SearchStepsColumn
		if isKept && c != s.Roles.Puzzle && c != s.Roles.Answer && !s.isCell(c) {
			names = append(names, s.Columns[c])
		}
	}
	return Keep{names: names}, nil
}

// ReadStored returns the options for reading back a file that was written with the schema. Answers
// are ignored. If source is set, the file also has columns for the file and the line of each row.
// These columns pass through.
func (s *Schema) ReadStored(source bool) ReadOptions {
	o := ReadOptions{Results: TakeResults, Column: s.freeName(PuzzleColumn.String()), AnswerColumn: "none"}
	o.Keep.names = s.keptNames()
	if source {
		o.Keep.names = append(o.Keep.names, s.freeName(FileColumn.String()), s.freeName(LineColumn.String()))
	}
	return o
}
