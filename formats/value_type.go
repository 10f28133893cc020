package formats

import (
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// valueType is what a kept column of Parquet holds in formats that have numbers. Whatever
// is neither a number nor a truth value is text there, in the form that it has in CSV.
type valueType uint8

const (
	textValue valueType = iota
	boolValue
	int32Value
	uint32Value
	int64Value
	uint64Value
	float32Value
	float64Value
)

// valueTypeOf returns the type of a field's values, and whether these stand in lists.
func valueTypeOf(f *Field) (t valueType, inLists bool) {
	if f.isText() {
		return textValue, false
	}
	node := f.node
	for {
		inLists = inLists || node.RepetitionType() == parquet.Repetitions.Repeated
		group, ok := node.(*schema.GroupNode)
		if !ok {
			return leafType(node.(*schema.PrimitiveNode)), inLists
		}
		node = group.Field(0) // the only one, as the field has one leaf
	}
}

// leafType returns the type of single values.
func leafType(n *schema.PrimitiveNode) valueType {
	integer, is := n.LogicalType().(*schema.IntLogicalType)
	other := !is && n.LogicalType() != nil && !n.LogicalType().IsNone()
	unsigned := is && !integer.IsSigned()
	switch t := n.PhysicalType(); {
	case other:
		return textValue
	case t == parquet.Types.Boolean:
		return boolValue
	case t == parquet.Types.Int32 && unsigned:
		return uint32Value
	case t == parquet.Types.Int32:
		return int32Value
	case t == parquet.Types.Int64 && unsigned:
		return uint64Value
	case t == parquet.Types.Int64:
		return int64Value
	case t == parquet.Types.Float:
		return float32Value
	case t == parquet.Types.Double:
		return float64Value
	}
	return textValue
}
