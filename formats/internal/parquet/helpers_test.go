package parquet

import (
	"encoding/binary"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// pageOf returns a version 1 page like those that the reader creates.
func pageOf(c *schema.Column, e parquet.Encoding, body []byte, entries int) *inputPage {
	chunk := &columnChunk{column: c, compression: compress.Codecs.Uncompressed, limits: Limits{maxPageBytes, maxEntries, maxOpenBytes}}
	h := pageHeader{kind: pageData, compressedSize: len(body), uncompressedSize: len(body), entries: entries, encoding: e,
		defEncoding: parquet.Encodings.RLE, repEncoding: parquet.Encodings.RLE}
	return newInputPage(h, chunk, 1, body, nil)
}

// columnOf returns the only column of a new schema that consists of node.
func columnOf(t testing.TB, node schema.Node) *schema.Column {
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, schema.FieldList{node}, -1)
	if err != nil {
		t.Fatal(err)
	}
	return schema.NewSchema(root).Column(0)
}

func primitive(name string, r parquet.Repetition, t parquet.Type, length int) schema.Node {
	return schema.MustPrimitive(schema.NewPrimitiveNode(name, r, t, -1, int32(length)))
}

// lists wraps element in nested lists. depth is the number of lists.
func lists(depth int, element schema.Node) schema.Node {
	node := element
	for range depth {
		repeated := schema.MustGroup(schema.NewGroupNode("list", parquet.Repetitions.Repeated, schema.FieldList{node}, -1))
		node = schema.MustGroup(schema.NewGroupNodeLogical("element", parquet.Repetitions.Optional, schema.FieldList{repeated}, schema.NewListLogicalType(), -1))
	}
	return node
}

// plainTexts returns byte arrays in PLAIN encoding.
func plainTexts(texts ...string) (data []byte) {
	for _, text := range texts {
		data = append(binary.LittleEndian.AppendUint32(data, uint32(len(text))), text...)
	}
	return data
}
