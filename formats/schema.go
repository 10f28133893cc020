package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// A Schema describes the columns of a data set, and other properties that all of its rows share.
type Schema struct {
	// Kept lists the input columns that are copied to the output.
	Kept []Field
	// HasAnswers is set if the input has an answer column.
	HasAnswers bool
	// CarriesPuzzle is set if the input's puzzle column is kept and replaces gridmill's puzzle
	// column. Chats and Parquet lists, for example, cannot replace it.
	CarriesPuzzle bool
	// ResultColumns is the set of gridmill's columns in an input that is read as a result.
	ResultColumns ColumnSet
	// Replaced lists the columns that are not kept because ReadOptions.Replaces contains them. For
	// training data, it lists the omitted extras that are not computed again (see forTraining).
	Replaced []string
	// Generated is set if the puzzles are generated, or come from a result with generated puzzles.
	// Batch.Minimal then tells which puzzles are minimal.
	Generated bool
	// Searched is set if Generated is set and outputs can have the search_steps column.
	Searched bool
	// Reading holds the decisions about how to read the first file.
	Reading
	// Provenance is the description of the run that wrote the first file. It is JSON from the
	// metadata of the file, or empty.
	Provenance string
	// added holds, by index, the columns that gridmill added to the first file.
	added map[int]Column
	// wholeRows is set if the input is CSV and all columns are kept in order. Rows can then be
	// copied unchanged to an output with the same delimiter.
	wholeRows bool
}

// A Field is a column of the input.
type Field struct {
	Name string
	// column is an index into Schema.Columns. It can vary between files with the same kept columns.
	column int
	// raw is the name as written in a CSV header, including quotes.
	raw string
	// plain is set for the text next to puzzles (see restColumn), in which quotes have no meaning.
	plain bool
	// node describes the column's type in Parquet. It is nil if the values are stored as text.
	node schema.Node
	// values is the type of the column's values. It is ignored if inLeaves returns true.
	values scan.Type
	// mixed is set if the type is scan.Text but some values of the column are not text.
	mixed bool
	// converted is set if the values are converted to the type that an option specifies.
	converted bool
	// staysText is set if an option specifies that the column stays text.
	staysText bool
	// If node is not nil, the values are in Batch.leaves[firstLeaf:firstLeaf+leafCount].
	firstLeaf, leafCount int
}

// IsOf reports whether the field has the name of gridmill's column c, with or without takenSuffix.
func (f Field) IsOf(c Column) bool { return WithoutSuffix(f.Name) == c.String() }

func (f Field) isText() bool { return f.node == nil }

// TextIn lists the kept columns that become text in an output of format f, except the columns in
// typed. A JSON column of numbers and strings, for example, becomes text in Parquet and Arrow. A
// Parquet column of dates becomes text in Arrow.
func (s *Schema) TextIn(f Format, typed map[string]string) string {
	var names []string
	for _, k := range s.Kept {
		if k.converted || k.staysText || typed[k.Name] != "" {
			continue
		}
		if k.mixed && (f == Parquet || f == Arrow) || f == Arrow && !k.isText() && k.losesTypeInArrow() {
			names = append(names, k.Name)
		}
	}
	return NameList(names)
}

// roleOf returns "puzzles" or "answers" if column f holds puzzles or answers, and "" otherwise.
func (s *Schema) roleOf(f Field) string {
	switch f.column {
	case s.Roles.Puzzle:
		return "puzzles"
	case s.Roles.Answer:
		return "answers"
	}
	return ""
}

// check returns an error if rows with schema s cannot be written to the same output as the rows of
// earlier inputs. before is the schema of earlier inputs, and first is the name of the first input.
func (s *Schema) check(input, first string, before *Schema) error {
	if has, had := s.describe(), before.describe(); has != had {
		options := []option.Name{option.SharedColumns}
		switch {
		case !s.HasHeader && before.HasHeader && s.Format == before.Format && len(s.Columns) == len(before.Columns):
			return option.Errorf(option.OneHeader, "%s: it has no header, but earlier inputs, such as %s, have one", input, first)
		case len(s.Kept) > 0 && slices.Equal(s.keptNames(), before.keptNames()):
			options = []option.Name{option.SharedAnswers}
		case s.HasAnswers != before.HasAnswers:
			options = []option.Name{option.OnlyPuzzles}
		case has == noColumns || had == noColumns:
			options = []option.Name{option.WithoutColumns, option.SharedColumns}
		}
		return &option.Error{Options: options, Err: fmt.Errorf("%s: it has %s, but earlier inputs, such as %s, have %s", input, has, first, had)}
	}
	for i, f := range s.Kept {
		g := before.Kept[i]
		if f.plain != g.plain || (!f.isText() || !g.isText()) && f.typeName() != g.typeName() {
			return option.Errorf(option.ColumnTypes, "%s: its column %q is %s, but in earlier inputs it is %s", input, f.Name, f.typeName(), g.typeName())
		}
		switch has, had := s.roleOf(f), before.roleOf(g); has {
		case had:
		case "":
			return option.Errorf(option.SharedColumns, "%s: column %q holds %s in earlier inputs, but not in this input", input, f.Name, had)
		default:
			return option.Errorf(option.SharedColumns, "%s: column %q holds %s in this input, but not in earlier inputs", input, f.Name, has)
		}
	}
	switch {
	case s.ResultColumns != before.ResultColumns:
		return option.Errorf(option.Results, "%s: the columns that gridmill added to this input differ from those in earlier inputs; use a separate run for each input", input)
	case s.CarriesPuzzle != before.CarriesPuzzle:
		return option.Errorf(option.SharedColumns, "%s: its puzzles cannot be written to the same column as the puzzles of earlier inputs", input)
	}
	return nil
}

// noColumns describes a schema without kept columns and without answers.
const noColumns = "no answers and no columns to keep"

// describe lists the columns. If the input has answers, describe also mentions the answers.
func (s *Schema) describe() string {
	text := map[bool]string{true: "the column ", false: "the columns "}[len(s.Kept) == 1] + strings.Join(mapped(s.keptNames(), strconv.Quote), ", ")
	switch {
	case len(s.Kept) == 0 && s.HasAnswers:
		return "answers and no other columns"
	case len(s.Kept) == 0:
		return noColumns
	case s.HasAnswers:
		return text + " and answers"
	}
	return text
}

// typeName returns a unique description of the field's type.
func (f Field) typeName() string {
	switch {
	case f.plain:
		return "the rest of the line"
	case f.isText():
		return f.values.String()
	}
	return "of the Parquet type " + nodeType(f.node)
}

// nodeType describes a type in the notation of Parquet schemas, without line breaks.
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

// maxColumns is the maximum number of columns in a file. It limits memory use. Adding numColumns
// makes room for the columns that gridmill adds, so that gridmill can read its own outputs.
const maxColumns = 4096 + int(numColumns)

func tooManyColumns(n int) error {
	return fmt.Errorf("it has %d columns, more than the limit of %d; remove some columns", n, maxColumns)
}
