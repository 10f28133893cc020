package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// Keep selects the input columns that are copied to the output.
type Keep struct {
	all      bool
	names    []string
	selected []string // if not nil, keep only columns with these names, in this order
}

// ParseKeep parses "all", "none" or a comma-separated list of column names and numbers.
func ParseKeep(text string) Keep {
	switch text {
	case "all":
		return Keep{all: true}
	case "none", "":
		return Keep{}
	}
	return Keep{names: option.SplitList(text)}
}

// KeepNames selects the columns with the given names.
func KeepNames(names ...string) Keep { return Keep{names: names} }

// chooseKept returns the indices of the columns to keep, in the requested order. If a column occurs
// only in earlier inputs, the error advises the user to keep only columns that all inputs have.
func (o *ReadOptions) chooseKept(columns []string) (chosen []int, err error) {
	if o.Keep.all {
		for i := range columns {
			chosen = append(chosen, i)
		}
	}
	for _, name := range o.Keep.names {
		i, err := findColumn(columns, name)
		switch {
		case err != nil && o.first != nil:
			return nil, &option.Error{Options: []option.Name{option.SharedColumns}, Misused: true, Err: err}
		case err != nil:
			return nil, err
		case !slices.Contains(chosen, i):
			chosen = append(chosen, i)
		}
	}
	if o.Keep.selected == nil {
		return chosen, nil
	}
	var selected []int
	for _, name := range o.Keep.selected {
		if i := indexOfName(columns, name); i >= 0 && slices.Contains(chosen, i) && !slices.Contains(selected, i) {
			selected = append(selected, i)
		}
	}
	return selected, nil
}

// HasText reports whether the column's values can be written as text.
func (f Field) HasText() bool { return !parquet.HasStructs(f.node) }

// AppendKept appends the value of row i in column Schema.Kept[k], whose HasText must return true.
func (b *Batch) AppendKept(dst []byte, i, k int) []byte {
	return append(dst, b.keptText(&b.segmentOf(i).source.schema().Kept[k], i, k)...)
}

// KeptKind tells whether JSON row i has null, a string or neither in column Schema.Kept[k].
func (b *Batch) KeptKind(i, k int) (isNull, isString bool) {
	_, kind := b.keptValue(&b.segmentOf(i).source.schema().Kept[k], i, k)
	return kind == scan.NullField, kind == scan.TextField
}

// keptValue returns the value of row i in kept field k, and its kind. The field must hold text. The
// value is valid until b.scratch changes.
func (b *Batch) keptValue(f *Field, i, k int) (value []byte, kind byte) {
	field := b.block.Field(i, k)
	if field == scan.Absent {
		return nil, scan.NullField
	}
	value, kind = b.block.Text(field), scan.TextField
	if len(b.block.Kinds) > 0 {
		kind = b.block.Kinds[i*b.block.FieldsPerRow+k]
	}
	if !b.isPlain(f) {
		value = b.unquoted(value)
	}
	return value, kind
}

// isPlain reports whether a kept field's values never have CSV quotes.
func (b *Batch) isPlain(f *Field) bool { return f.plain || len(b.block.Kinds) > 0 }

// forTraining returns the chosen columns that training data keeps. It omits puzzles and answers,
// because training data has its own columns for them. A column is old if an earlier run added it
// and it does not describe generated puzzles. If o.Keep names an old column, forTraining returns an
// error. If o.Keep selects all columns, forTraining omits the old columns, and s.Replaced lists the
// old extras that will not be computed again.
func (s *Schema) forTraining(chosen []int, o *ReadOptions) (kept []int, err error) {
	var names []string
	for _, c := range chosen {
		column, isAdded := s.added[c]
		isKept := !isAdded || column == WeightColumn || column == MinimalColumn || column == SearchStepsColumn
		switch name := s.Columns[c]; {
		case c == s.Roles.Puzzle || c == s.Roles.Answer || s.isCell(c):
		case !isKept && !o.Keep.all:
			return nil, option.Misuse(option.OldColumn, "an earlier run of gridmill wrote the column %q, so training data cannot contain it", name)
		case !isKept && outputColumns[column].extra != "" && !o.Training.Has(column):
			s.Replaced = append(s.Replaced, name)
		case !isKept:
		case slices.Contains(names, name):
			return nil, option.Errorf(option.FewerColumns, "two columns are named %q, but training data cannot have duplicate column names", name)
		default:
			kept, names = append(kept, c), append(names, name)
		}
	}
	return kept, nil
}

// isCell reports whether a column holds one cell of each puzzle or of each answer.
func (s *Schema) isCell(column int) bool {
	return s.Format == Cells && (inGrid(column, s.Roles.Puzzle) || inGrid(column, s.Roles.Answer))
}
