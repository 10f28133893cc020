package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/gridmill/gridmill/formats/option"
)

// A Schema says what a data set brings along beside its puzzles.
type Schema struct {
	// Kept are the input's columns that pass through to the output.
	Kept []Field
	// HasAnswers says that the input has a column of answers.
	HasAnswers bool
	// CarriesPuzzle says that a kept column holds each puzzle as 81 characters,
	// so that the output needs no column for it.
	CarriesPuzzle bool
	// Results are gridmill's columns, where the input is read as a result.
	Results ColumnSet
	// Generated says that the puzzles are made, so that it is known which are minimal.
	Generated bool
	// Columns are the names of the first file's columns, and Roles says which of them hold the
	// puzzles and the answers. Both are zero for lines of text.
	Columns []string
	Roles   Roles
	// Provenance is the run that wrote the first file, as JSON, from the file's metadata.
	// It is empty where the file has none, as is all text.
	Provenance string
	// wholeRows says that all columns of CSV are kept, so that a row can pass as
	// it stands to an output with the same delimiter.
	wholeRows bool
	delimiter byte
}

// A Field is one of the input's columns.
type Field struct {
	Name string
	// raw is the name as it stands in a CSV header, quotes included.
	raw string
	// plain says that its text stands as it is, without the quotes of CSV.
	plain bool
	// node is the column's type in Parquet. It is nil for text.
	node schema.Node
	// firstLeaf and leafCount say which of a batch's leaves hold its values.
	firstLeaf, leafCount int
}

// isText reports whether the field's values are text without a type.
func (f Field) isText() bool { return f.node == nil }

// equal reports whether rows of both schemas can stand in one output.
func (s *Schema) equal(t *Schema) bool {
	return s.HasAnswers == t.HasAnswers && s.CarriesPuzzle == t.CarriesPuzzle && s.Results == t.Results &&
		slices.EqualFunc(s.Kept, t.Kept, Field.equal)
}

func (f Field) equal(g Field) bool {
	return f.Name == g.Name && f.plain == g.plain && f.isText() == g.isText() && (f.isText() || f.node.Equals(g.node))
}

// differs says, for errors, in what way the schema is not equal to that of the inputs
// before.
func (s *Schema) differs(before *Schema) string {
	has, had := s.describe(), before.describe()
	if has != had {
		return fmt.Sprintf("it has %s, but the inputs before have %s", has, had)
	}
	for i, f := range s.Kept {
		if g := before.Kept[i]; !f.equal(g) {
			return fmt.Sprintf("its column %q is %s, but in the inputs before it is %s", f.Name, f.typeName(), g.typeName())
		}
	}
	if s.CarriesPuzzle != before.CarriesPuzzle {
		return "its puzzles or those of the inputs before, but not both, are in a column that passes through and holds no lists"
	}
	return "it holds other columns of results than the inputs before"
}

// describe lists the columns and says whether there are answers.
func (s *Schema) describe() string {
	var parts []string
	for _, f := range s.Kept {
		parts = append(parts, strconv.Quote(f.Name))
	}
	text := "no columns"
	if len(parts) > 0 {
		text = "the columns " + strings.Join(parts, ", ")
	}
	if s.HasAnswers {
		return text + " and answers"
	}
	return text
}

// typeName returns all that distinguishes the field's type from others.
func (f Field) typeName() string {
	switch {
	case f.plain:
		return "the rest of lines"
	case f.isText():
		return "text"
	}
	return nodeType(f.node)
}

// nodeType describes a type as Parquet's schemas are printed, on one line.
func nodeType(n schema.Node) string {
	text := strings.ToLower(n.RepetitionType().String())
	switch n := n.(type) {
	case *schema.PrimitiveNode:
		text += " " + strings.ToLower(n.PhysicalType().String())
		if n.PhysicalType() == parquet.Types.FixedLenByteArray {
			text += fmt.Sprintf("(%d)", n.TypeLength())
		}
	case *schema.GroupNode:
		var fields []string
		for i := range n.NumFields() {
			fields = append(fields, n.Field(i).Name()+" "+nodeType(n.Field(i)))
		}
		text += " group {" + strings.Join(fields, ", ") + "}"
	}
	if t := n.LogicalType(); t != nil && !t.IsNone() {
		text += " " + strings.ToLower(t.String())
	}
	if n.FieldID() >= 0 {
		text += fmt.Sprintf(" = %d", n.FieldID())
	}
	return text
}

// Keep says which of the input's columns pass through.
type Keep struct {
	all   bool
	names []string
}

// ParseKeep reads "all", "none" or a list of column names and numbers separated
// by commas.
func ParseKeep(text string) Keep {
	switch text {
	case "all":
		return Keep{all: true}
	case "none", "":
		return Keep{}
	}
	return Keep{names: strings.Split(text, ",")}
}

// choose returns the indices of the columns to keep, in the order asked for.
func (k Keep) choose(columns []string) ([]int, error) {
	var chosen []int
	if k.all {
		for i := range columns {
			chosen = append(chosen, i)
		}
		return chosen, nil
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
	return chosen, nil
}

// findColumn returns the index of the column with the given name, or else with
// the given number, counted from 1.
func findColumn(columns []string, name string) (int, error) {
	if i := slices.Index(columns, name); i >= 0 {
		return i, nil
	}
	if i := slices.IndexFunc(columns, func(c string) bool { return strings.EqualFold(c, name) }); i >= 0 {
		return i, nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(columns) {
		return n - 1, nil
	}
	if len(columns) == 0 {
		return 0, option.Misuse(option.Columns, "there is no column %q: the file has none", name)
	}
	return 0, option.Misuse(option.Columns, "there is no column %q; the file has: %s", name, nameList(columns))
}
