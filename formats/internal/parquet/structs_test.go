package parquet

import (
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// TestHasStructs checks that structs with one field are recognized, and that lists are not mistaken
// for structs. The lists have the forms that various writers use.
func TestHasStructs(t *testing.T) {
	group := func(name string, r parquet.Repetition, c schema.ConvertedType, field schema.Node) schema.Node {
		return schema.MustGroup(schema.NewGroupNodeConverted(name, r, schema.FieldList{field}, c, -1))
	}
	optional, repeated := parquet.Repetitions.Optional, parquet.Repetitions.Repeated
	list, none := schema.ConvertedTypes.List, schema.ConvertedTypes.None
	number := schema.NewInt32Node("n", optional, -1)
	numbers := group("c", optional, list, group("list", repeated, none, number))
	for name, c := range map[string]struct {
		node schema.Node
		want bool
	}{
		"number":                  {number, false},
		"repeated number":         {schema.NewInt32Node("n", repeated, -1), false},
		"list":                    {numbers, false},
		"list of lists":           {group("c", optional, list, group("list", repeated, none, numbers)), false},
		"list written by Hive":    {group("c", optional, list, group("bag", repeated, none, number)), false},
		"list without groups":     {group("c", optional, list, schema.NewInt32Node("n", repeated, -1)), false},
		"struct":                  {group("c", optional, none, number), true},
		"struct of a list":        {group("c", optional, none, numbers), true},
		"list of structs":         {group("c", optional, list, group("list", repeated, none, group("element", optional, none, number))), true},
		"structs written by Avro": {group("c", optional, list, group("array", repeated, none, number)), true},
		"structs called tuples":   {group("c", optional, list, group("c_tuple", repeated, none, number)), true},
	} {
		if got := HasStructs(c.node); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
