package formats

import (
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// A ColumnType is a column of an output and the type of its values, as Apache Arrow names it:
// string, binary, bool, int32, uint32, int64, uint64, float32 or float64. The type is empty
// where it is none of these, as that of lists.
type ColumnType struct{ Name, Type string }

// ParquetColumns returns the columns that Create gives to a Parquet file.
func ParquetColumns(s *Schema, o WriteOptions) ([]ColumnType, error) {
	output, err := outputSchema(s, columnsFor(s, &o))
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

// arrowName returns the name of the type of a column's values, if it has one.
func arrowName(n schema.Node) string {
	leaf, ok := n.(*schema.PrimitiveNode)
	if !ok || n.RepetitionType() == parquet.Repetitions.Repeated {
		return ""
	}
	switch t := leafType(leaf); {
	case t != textValue:
		return [...]string{
			boolValue: "bool", int32Value: "int32", uint32Value: "uint32", int64Value: "int64",
			uint64Value: "uint64", float32Value: "float32", float64Value: "float64",
		}[t]
	case leaf.LogicalType() != nil && leaf.LogicalType().Equals(schema.StringLogicalType{}):
		return "string"
	case leaf.PhysicalType() == parquet.Types.ByteArray && (leaf.LogicalType() == nil || leaf.LogicalType().IsNone()):
		return "binary"
	}
	return ""
}
