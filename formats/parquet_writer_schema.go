package formats

import (
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// outputSchema puts the input's columns before gridmill's.
func outputSchema(input *Schema, added []outputColumn) (*schema.Schema, error) {
	var fields schema.FieldList
	names, err := keptNames(input, "Parquet")
	if err != nil {
		return nil, err
	}
	for i, f := range input.Kept {
		if f.isText() {
			fields = append(fields, stringNode(names[i], parquet.Repetitions.Optional))
		} else {
			fields = append(fields, copyNode(f.node))
		}
	}
	for _, c := range added {
		switch {
		case c.values != nil:
			fields = append(fields, schema.NewFloat64Node(c.name, parquet.Repetitions.Optional, -1))
		case c.truth:
			fields = append(fields, schema.NewBooleanNode(c.name, parquet.Repetitions.Required, -1))
		case c.numeric():
			fields = append(fields, schema.NewInt32Node(c.name, parquet.Repetitions.Required, -1))
		case c.origin == ofLine:
			fields = append(fields, schema.NewInt64Node(c.name, parquet.Repetitions.Required, -1))
		case c.always:
			fields = append(fields, stringNode(c.name, parquet.Repetitions.Required))
		default:
			fields = append(fields, stringNode(c.name, parquet.Repetitions.Optional))
		}
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
	if err != nil {
		return nil, err
	}
	return schema.NewSchema(root), nil
}

// copyNode returns a node that can be put into another schema, which sets its parent: that of
// the input is in use by those who read it and by the writers of other files.
func copyNode(n schema.Node) schema.Node {
	if g, ok := n.(*schema.GroupNode); ok {
		group := *g
		return &group
	}
	leaf := *n.(*schema.PrimitiveNode)
	return &leaf
}

func stringNode(name string, r parquet.Repetition) schema.Node {
	return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, r, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1))
}
