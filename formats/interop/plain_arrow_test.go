package interop

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	flatbuffers "github.com/google/flatbuffers/go"
)

// The names of tables and members are from Arrow's schemas:
// https://github.com/apache/arrow/tree/main/format. Members are numbered in the order in which the
// schemas declare them. A union counts as two members, its type and its value.

// tableOf is a table in a FlatBuffers message.
type tableOf struct{ flatbuffers.Table }

func rootTable(data []byte) tableOf {
	return tableOf{flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}}
}

func (t tableOf) at(member int) flatbuffers.UOffsetT {
	return flatbuffers.UOffsetT(t.Offset(flatbuffers.VOffsetT(4 + 2*member)))
}

func (t tableOf) child(member int) tableOf {
	return tableOf{flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(t.Pos + t.at(member))}}
}

// vector returns the position of a vector's first element and the number of elements.
func (t tableOf) vector(member int) (start flatbuffers.UOffsetT, n int) {
	if t.at(member) == 0 {
		return 0, 0
	}
	return t.Vector(t.at(member)), t.VectorLen(t.at(member))
}

// plainColumn holds the values of a column of a record batch.
type plainColumn struct {
	name    string
	kind    byte // Arrow type: 2 Int, 3 FloatingPoint, 5 Utf8, 6 Bool
	bits    int
	signed  bool
	present []byte
	ends    []byte
	values  []byte
	nulls   int64
}

// plainArrow returns the rows of an Arrow file as JSON lines.
func plainArrow(t *testing.T, data []byte) string {
	t.Helper()
	length := int(binary.LittleEndian.Uint32(data[len(data)-10:]))
	footer := rootTable(data[len(data)-10-length : len(data)-10])
	if string(data[:8]) != "ARROW1\x00\x00" || string(data[len(data)-6:]) != "ARROW1" {
		t.Fatal("the file lacks its magic bytes")
	}
	var columns []plainColumn
	schema := footer.child(1)
	start, n := schema.vector(1)
	for i := range n {
		field := tableOf{flatbuffers.Table{Bytes: schema.Bytes, Pos: schema.Indirect(start + flatbuffers.UOffsetT(4*i))}}
		c := plainColumn{name: field.String(field.Pos + field.at(0)), kind: field.GetByte(field.Pos + field.at(2))}
		of := field.child(3)
		switch c.kind {
		case 2:
			c.bits, c.signed = int(of.GetInt32Slot(4, 0)), of.GetBoolSlot(6, false)
		case 3:
			c.bits = 16 << of.GetInt16Slot(4, 0)
		}
		columns = append(columns, c)
	}
	var rows strings.Builder
	start, n = footer.vector(3)
	for i := range n { // blocks of 24 bytes: offset, length of metadata, length of body
		block := footer.Bytes[start+flatbuffers.UOffsetT(24*i):]
		offset := binary.LittleEndian.Uint64(block)
		meta := uint64(binary.LittleEndian.Uint32(block[8:]))
		if binary.LittleEndian.Uint32(data[offset:]) != math.MaxUint32 || offset%8 != 0 || meta%8 != 0 {
			t.Fatalf("batch %d starts with %x at %d", i, data[offset:offset+8], offset)
		}
		appendBatch(t, &rows, columns, rootTable(data[offset+8:offset+meta]).child(2), data[offset+meta:][:binary.LittleEndian.Uint64(block[16:])])
	}
	return rows.String()
}

// appendBatch appends the rows of a record batch.
func appendBatch(t *testing.T, rows *strings.Builder, columns []plainColumn, batch tableOf, body []byte) {
	t.Helper()
	nodes, _ := batch.vector(1)
	buffers, left := batch.vector(2)
	next := func() []byte {
		if left--; left < 0 {
			t.Fatal("a batch lacks buffers")
		}
		at, length := binary.LittleEndian.Uint64(batch.Bytes[buffers:]), binary.LittleEndian.Uint64(batch.Bytes[buffers+8:])
		buffers += 16
		return body[at:][:length]
	}
	for c := range columns {
		column := &columns[c]
		column.nulls = int64(binary.LittleEndian.Uint64(batch.Bytes[nodes+flatbuffers.UOffsetT(16*c+8):]))
		column.present = next()
		if column.kind == 5 {
			column.ends = next()
		}
		column.values = next()
	}
	for row := range int(batch.GetInt64Slot(4, 0)) {
		before := byte('{')
		for c := range columns {
			fmt.Fprintf(rows, "%c%s:%s", before, quoted(columns[c].name), columns[c].json(row))
			before = ','
		}
		rows.WriteString("}\n")
	}
}

// json returns the value in the given row as JSON.
func (c *plainColumn) json(row int) string {
	if c.nulls > 0 && c.present[row/8]>>(row%8)&1 == 0 {
		return "null"
	}
	switch {
	case c.kind == 5:
		return quoted(string(c.values[binary.LittleEndian.Uint32(c.ends[4*row:]):binary.LittleEndian.Uint32(c.ends[4*row+4:])]))
	case c.kind == 6:
		return strconv.FormatBool(c.values[row/8]>>(row%8)&1 == 1)
	case c.kind == 3 && c.bits == 32:
		return strconv.FormatFloat(float64(math.Float32frombits(binary.LittleEndian.Uint32(c.values[4*row:]))), 'g', -1, 32)
	case c.kind == 3:
		return strconv.FormatFloat(math.Float64frombits(binary.LittleEndian.Uint64(c.values[8*row:])), 'g', -1, 64)
	case c.bits == 32 && c.signed:
		return fmt.Sprint(int32(binary.LittleEndian.Uint32(c.values[4*row:])))
	case c.bits == 32:
		return fmt.Sprint(binary.LittleEndian.Uint32(c.values[4*row:]))
	case c.signed:
		return fmt.Sprint(int64(binary.LittleEndian.Uint64(c.values[8*row:])))
	}
	return fmt.Sprint(binary.LittleEndian.Uint64(c.values[8*row:]))
}

// quoted returns text as a JSON string.
func quoted(text string) string {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // this cannot fail for text
	return strings.TrimSuffix(out.String(), "\n")
}
