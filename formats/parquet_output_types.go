package formats

import (
	format "github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// outputSchema returns the types of columns.
func outputSchema(columns []outputColumn) (*schema.Schema, error) {
	if err := checkNames(columns, "Parquet"); err != nil {
		return nil, err
	}
	var fields schema.FieldList
	for i := range columns {
		fields = append(fields, parquetNode(&columns[i]))
	}
	root, err := schema.NewGroupNode("schema", format.Repetitions.Required, fields, -1)
	if err != nil {
		return nil, err
	}
	return schema.NewSchema(root), nil
}

// parquetNode returns the type of a column.
func parquetNode(c *outputColumn) schema.Node {
	switch f := c.kept; {
	case f != nil && f.values != scan.Text:
		return numberNode(c.name, f.values)
	case f != nil && f.isText():
		return stringNode(c.name, format.Repetitions.Optional)
	case f != nil:
		return copyNode(f.node)
	case c.fractional():
		return schema.NewFloat64Node(c.name, format.Repetitions.Optional, -1)
	case c.truth && !c.always:
		return schema.NewBooleanNode(c.name, format.Repetitions.Optional, -1)
	case c.truth:
		return schema.NewBooleanNode(c.name, format.Repetitions.Required, -1)
	case c.numeric():
		return schema.NewInt32Node(c.name, format.Repetitions.Required, -1)
	case c.origin == ofLine:
		return schema.NewInt64Node(c.name, format.Repetitions.Required, -1)
	case c.steps:
		return stringsNode(c.name)
	case c.always:
		return stringNode(c.name, format.Repetitions.Required)
	}
	return stringNode(c.name, format.Repetitions.Optional)
}

// copyNode returns a copy of a node to put into another schema. That sets the node's parent,
// and the original is in use by readers of the input and by writers of other files.
func copyNode(n schema.Node) schema.Node {
	if g, ok := n.(*schema.GroupNode); ok {
		group := *g
		return &group
	}
	leaf := *n.(*schema.PrimitiveNode)
	return &leaf
}

func stringNode(name string, r format.Repetition) schema.Node {
	return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, r, schema.StringLogicalType{}, format.Types.ByteArray, 0, -1))
}

// numberNode returns an optional column of numbers or booleans.
func numberNode(name string, t scan.Type) schema.Node {
	const none = -1
	optional := format.Repetitions.Optional
	switch t {
	case scan.Bool:
		return schema.NewBooleanNode(name, optional, none)
	case scan.Int32:
		return schema.NewInt32Node(name, optional, none)
	case scan.Int64:
		return schema.NewInt64Node(name, optional, none)
	case scan.Uint32:
		return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, optional, schema.NewIntLogicalType(32, false), format.Types.Int32, 0, none))
	case scan.Uint64:
		return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, optional, schema.NewIntLogicalType(64, false), format.Types.Int64, 0, none))
	case scan.Float32:
		return schema.NewFloat32Node(name, optional, none)
	}
	return schema.NewFloat64Node(name, optional, none)
}

// stringsNode returns an optional list of strings.
func stringsNode(name string) schema.Node {
	return schema.MustGroup(schema.ListOfWithName(name, stringNode("element", format.Repetitions.Required), format.Repetitions.Optional, -1))
}

// A ColumnType is a column of an output and the type of its values, as Apache Arrow names it:
// string, binary, bool, int32, uint32, int64, uint64, float32 or float64. Any other type,
// such as a list, is the empty string.
type ColumnType struct{ Name, Type string }

// ParquetColumns returns the columns that Create gives to a Parquet file.
func ParquetColumns(s *Schema, o WriteOptions) ([]ColumnType, error) {
	written, err := writtenColumns(s, &o)
	if err != nil {
		return nil, err
	}
	output, err := outputSchema(written)
	if err != nil {
		return nil, err
	}
	var columns []ColumnType
	for i := range output.Root().NumFields() {
		f := output.Root().Field(i)
		columns = append(columns, ColumnType{f.Name(), arrowName(f)})
	}
	return columns, nil
}

// arrowName returns the name of the type of a column's values, or the empty string.
func arrowName(n schema.Node) string {
	leaf, ok := n.(*schema.PrimitiveNode)
	if !ok || n.RepetitionType() == format.Repetitions.Repeated {
		return ""
	}
	switch t := leafType(leaf); {
	case t != scan.Text:
		return t.String()
	case leaf.LogicalType() != nil && leaf.LogicalType().Equals(schema.StringLogicalType{}):
		return "string"
	case leaf.PhysicalType() == format.Types.ByteArray && (leaf.LogicalType() == nil || leaf.LogicalType().IsNone()):
		return "binary"
	}
	return ""
}
