package arrowrows

import (
	"fmt"

	flatbuffers "github.com/google/flatbuffers/go"
)

// Constants of the Arrow format. Entry i of a FlatBuffers table is in slot 4+2*i.
const (
	slotOfHeaderType, slotOfHeader, slotOfBodyLength = 6, 8, 10   // slots of a Message
	slotOfFields, slotOfSchemaMetadata               = 6, 8       // slots of a Schema
	slotOfName, slotOfTypeKind, slotOfType           = 4, 8, 10   // slots of a Field
	slotOfDictionary, slotOfChildren, slotOfMetadata = 12, 14, 16 // more slots of a Field
	slotOfKey, slotOfValue                           = 4, 6       // slots of a KeyValue
	slotOfTimezone                                   = 6          // slot of a Timestamp
	slotOfID, slotOfData, slotOfDelta                = 4, 6, 8    // slots of a DictionaryBatch
	slotOfLength, slotOfNodes, slotOfBuffers         = 4, 6, 8    // slots of a RecordBatch
	slotOfCompression, slotOfViewBuffers             = 10, 12     // more slots of a RecordBatch
	isSchema, isDictionary, isBatch                  = 1, 2, 3    // kinds of headers
	isTimestamp                                      = 10         // kind of the Timestamp type
	sizeOfNode, sizeOfBuffer                         = 16, 16     // sizes in bytes
)

// A shape counts the nodes and buffers that columns require in a batch, and the columns (views)
// that can have additional buffers. The Arrow library does not check these counts.
type shape struct{ nodes, buffers, views int }

func (s *shape) add(t shape) {
	s.nodes += t.nodes
	s.buffers += t.buffers
	s.views += t.views
}

// shapeOfIndices is the shape of a dictionary-encoded column.
var shapeOfIndices = shape{1, 2, 0}

// shapes holds the shape of a column of each supported type, without the column's children.
var shapes = map[uint8]shape{
	1: {1, 0, 0},                                           // null
	2: {1, 2, 0}, 3: {1, 2, 0}, 6: {1, 2, 0}, 7: {1, 2, 0}, // numbers
	8: {1, 2, 0}, 9: {1, 2, 0}, isTimestamp: {1, 2, 0}, 11: {1, 2, 0}, 18: {1, 2, 0}, // times
	4: {1, 3, 0}, 5: {1, 3, 0}, 19: {1, 3, 0}, 20: {1, 3, 0}, // text and bytes
	15: {1, 2, 0},                // byte strings of a fixed length
	23: {1, 2, 1}, 24: {1, 2, 1}, // views, with additional buffers
	12: {1, 2, 0}, 21: {1, 2, 0}, 17: {1, 2, 0}, // lists and maps
	25: {1, 3, 0}, 26: {1, 3, 0}, // list views
	16: {1, 1, 0}, 13: {1, 1, 0}, // lists of a fixed length, and structs
}

// schemaCheck limits the memory that the Arrow library allocates for a schema. A damaged schema can
// contain the same FlatBuffers table many times.
type schemaCheck struct {
	fields       int
	text         int             // number of bytes of names and metadata
	columns      shape           // sum of the shapes of all columns
	tops         []int           // indices of the nodes that belong to top-level columns
	dictionaries map[int64]shape // shape of each dictionary, by ID
}

func (c *schemaCheck) check(schema *flatTable) (err error) {
	c.dictionaries = map[int64]shape{}
	c.metadata(schema, slotOfSchemaMetadata)
	c.columns, err = c.children(schema, slotOfFields, 0)
	return err
}

// children checks the fields that a schema or a field contains, and adds up their shapes.
func (c *schemaCheck) children(parent *flatTable, slot flatbuffers.VOffsetT, depth int) (sum shape, err error) {
	fields, start := parent.vector(slot, 4)
	c.fields += len(fields) / 4
	if c.fields > maxFields || depth > maxDepth {
		return sum, fmt.Errorf("its Arrow schema exceeds the limit of %d columns (including struct fields) or %d levels of nesting; write the file again with fewer columns or levels", maxFields, maxDepth)
	}
	for i := 0; i < len(fields); i += 4 {
		field := tableAt(parent.Bytes, start+flatbuffers.UOffsetT(i))
		kind := field.GetUint8Slot(slotOfTypeKind, 0)
		of, known := shapes[kind]
		if !known {
			return sum, fmt.Errorf("one of its columns has the Arrow type %d, which is not supported; write the file again without this column", kind)
		}
		c.text += field.textLength(slotOfName)
		c.metadata(field, slotOfMetadata)
		if kind == isTimestamp {
			c.text += field.table(slotOfType).textLength(slotOfTimezone)
		}
		if c.text > maxMessage {
			return sum, errDamagedMessage
		}
		nested, err := c.children(field, slotOfChildren, depth+1)
		if err != nil {
			return sum, err
		}
		of.add(nested)
		if field.Offset(slotOfDictionary) != 0 {
			id := field.table(slotOfDictionary).GetInt64Slot(slotOfID, 0)
			if other, known := c.dictionaries[id]; known && other != of {
				return sum, errDamagedMessage
			}
			c.dictionaries[id] = of
			of = shapeOfIndices
		}
		if depth == 0 {
			c.tops = append(c.tops, sum.nodes)
		}
		sum.add(of)
	}
	return sum, nil
}

// checkRows checks that each top-level column has one value for each row of the batch.
func (c *schemaCheck) checkRows(batch *flatTable) error {
	nodes, _ := batch.vector(slotOfNodes, sizeOfNode)
	for _, top := range c.tops {
		if flatbuffers.GetInt64(nodes[top*sizeOfNode:]) != batch.GetInt64Slot(slotOfLength, 0) {
			return errDamagedMessage
		}
	}
	return nil
}

// metadata adds to c.text the sizes of the keys and values in the metadata of a schema or a field.
func (c *schemaCheck) metadata(parent *flatTable, slot flatbuffers.VOffsetT) {
	pairs, start := parent.vector(slot, 4)
	for i := 0; i < len(pairs) && c.text <= maxMessage; i += 4 {
		pair := tableAt(parent.Bytes, start+flatbuffers.UOffsetT(i))
		c.text += pair.textLength(slotOfKey) + pair.textLength(slotOfValue)
	}
}
