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
	case f != nil && f.inLeaves():
		return copyNode(f.node)
	case f != nil:
		return leafNode(c.name, format.Repetitions.Optional, f.values)
	case c.steps:
		return stringsNode(c.name)
	case c.required() && !c.fractional():
		return leafNode(c.name, format.Repetitions.Required, c.valueType())
	}
	return leafNode(c.name, format.Repetitions.Optional, c.valueType())
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

// leafNode returns the type of a column of single values.
func leafNode(name string, r format.Repetition, t scan.Type) schema.Node {
	leaf := [...]struct {
		physical format.Type
		logical  schema.LogicalType
	}{
		scan.Text:    {format.Types.ByteArray, schema.StringLogicalType{}},
		scan.Bool:    {format.Types.Boolean, nil},
		scan.Int32:   {format.Types.Int32, nil},
		scan.Uint32:  {format.Types.Int32, schema.NewIntLogicalType(32, false)},
		scan.Int64:   {format.Types.Int64, nil},
		scan.Uint64:  {format.Types.Int64, schema.NewIntLogicalType(64, false)},
		scan.Float32: {format.Types.Float, nil},
		scan.Float64: {format.Types.Double, nil},
	}[t]
	return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, r, leaf.logical, leaf.physical, -1, -1))
}

func stringNode(name string, r format.Repetition) schema.Node { return leafNode(name, r, scan.Text) }

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
	var columns []ColumnType
	for i := range written {
		columns = append(columns, ColumnType{written[i].name, arrowName(parquetNode(&written[i]))})
	}
	return columns, checkNames(written, "Parquet")
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
