package formats

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

var allocated = testkit.Allocated

const (
	parquetMagic = "PAR1"
	footerTail   = 4 + len(parquetMagic) // size of the data after the footer: 4 bytes with the length of the footer, and the magic bytes
	lengthBytes  = 4                     // size of the length that precedes a byte array
)

// column is a Parquet column that a test writes with the Arrow library. It has definition levels if
// values can be null or are in lists, and repetition levels if values are in lists.
type column struct {
	node     schema.Node
	values   any
	def, rep []int16
}

func stringNode(name string, r parquet.Repetition) schema.Node { return leafNode(name, r, scan.Text) }

// texts returns a required column of strings.
func texts(name string, values ...string) column {
	var bytes []parquet.ByteArray
	for _, v := range values {
		bytes = append(bytes, parquet.ByteArray(v))
	}
	return column{node: stringNode(name, parquet.Repetitions.Required), values: bytes}
}

// parquetOf returns a Parquet file with the given row groups. All groups have the same columns.
func parquetOf(t testing.TB, groups [][]column, o ...parquet.WriterProperty) []byte {
	t.Helper()
	var fields schema.FieldList
	for _, c := range groups[0] {
		if c.node != nil { // c is the first leaf of its top-level column
			fields = append(fields, c.node)
		}
	}
	root := schema.MustGroup(schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1))
	var out bytes.Buffer
	w := file.NewParquetWriter(&out, root, file.WithWriterProps(parquet.NewWriterProperties(o...)))
	for _, columns := range groups {
		group := w.AppendRowGroup()
		for _, c := range columns {
			writer, err := group.NextColumn()
			if err == nil {
				err = writeValues(writer, c)
			}
			if err == nil {
				err = writer.Close()
			}
			if err != nil {
				t.Fatalf("column %s: %v", writer.Descr().Path(), err)
			}
		}
		if err := group.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func writeValues(writer file.ColumnChunkWriter, c column) (err error) {
	switch w := writer.(type) {
	case *file.BooleanColumnChunkWriter:
		_, err = w.WriteBatch(c.values.([]bool), c.def, c.rep)
	case *file.Int32ColumnChunkWriter:
		_, err = w.WriteBatch(c.values.([]int32), c.def, c.rep)
	case *file.Int64ColumnChunkWriter:
		_, err = w.WriteBatch(c.values.([]int64), c.def, c.rep)
	case *file.Int96ColumnChunkWriter:
		_, err = w.WriteBatch(c.values.([]parquet.Int96), c.def, c.rep)
	case *file.Float32ColumnChunkWriter:
		_, err = w.WriteBatch(c.values.([]float32), c.def, c.rep)
	case *file.Float64ColumnChunkWriter:
		_, err = w.WriteBatch(c.values.([]float64), c.def, c.rep)
	case *file.ByteArrayColumnChunkWriter:
		_, err = w.WriteBatch(c.values.([]parquet.ByteArray), c.def, c.rep)
	case *file.FixedLenByteArrayColumnChunkWriter:
		_, err = w.WriteBatch(c.values.([]parquet.FixedLenByteArray), c.def, c.rep)
	default:
		err = fmt.Errorf("no writer for %T", w)
	}
	return err
}

// readColumn reads a column of a Parquet file with the Arrow library, and returns the entries as
// text. The text of a null is "nil at", followed by its definition level. In lists, each text
// starts with the repetition level.
func readColumn(t rapid.TB, r *file.Reader, name string) []string {
	t.Helper()
	index := r.MetaData().Schema.ColumnIndexByName(name)
	if index < 0 {
		t.Fatalf("column %s is missing", name)
	}
	var all []string
	for g := range r.NumRowGroups() {
		chunk, err := r.RowGroup(g).Column(index)
		if err != nil {
			t.Fatal(err)
		}
		for chunk.HasNext() {
			all = append(all, readSome(t, chunk)...)
		}
		if err := chunk.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func readSome(t rapid.TB, chunk file.ColumnChunkReader) []string {
	switch c := chunk.(type) {
	case *file.BooleanColumnChunkReader:
		return show(t, chunk, c.ReadBatch, func(v bool) string { return fmt.Sprint(v) })
	case *file.Int32ColumnChunkReader:
		return show(t, chunk, c.ReadBatch, func(v int32) string { return strconv.Itoa(int(v)) })
	case *file.Int64ColumnChunkReader:
		return show(t, chunk, c.ReadBatch, func(v int64) string { return strconv.FormatInt(v, 10) })
	case *file.Int96ColumnChunkReader:
		return show(t, chunk, c.ReadBatch, func(v parquet.Int96) string { return fmt.Sprintf("%x", v[:]) })
	case *file.Float32ColumnChunkReader:
		return show(t, chunk, c.ReadBatch, func(v float32) string { return fmt.Sprintf("%x", math.Float32bits(v)) })
	case *file.Float64ColumnChunkReader:
		return show(t, chunk, c.ReadBatch, func(v float64) string { return fmt.Sprintf("%x", math.Float64bits(v)) })
	case *file.ByteArrayColumnChunkReader:
		return show(t, chunk, c.ReadBatch, func(v parquet.ByteArray) string { return strconv.Quote(string(v)) })
	case *file.FixedLenByteArrayColumnChunkReader:
		return show(t, chunk, c.ReadBatch, func(v parquet.FixedLenByteArray) string { return strconv.Quote(string(v)) })
	}
	t.Fatalf("no reader for %T", chunk)
	return nil
}

func show[T any](t rapid.TB, chunk file.ColumnChunkReader, read func(int64, []T, []int16, []int16) (int64, int, error), text func(T) string) []string {
	const n = 500
	values, def, rep := make([]T, n), make([]int16, n), make([]int16, n)
	entries, _, err := read(n, values, def, rep)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	c, v := chunk.Descriptor(), 0
	for e := range entries {
		entry := ""
		if c.MaxRepetitionLevel() > 0 {
			entry = strconv.Itoa(int(rep[e])) + ":"
		}
		if c.MaxDefinitionLevel() > 0 && def[e] < c.MaxDefinitionLevel() {
			entry += "nil at " + strconv.Itoa(int(def[e]))
		} else {
			entry += text(values[v])
			v++
		}
		all = append(all, entry)
	}
	return all
}

func openBytes(t rapid.TB, data []byte) *file.Reader {
	t.Helper()
	r, err := file.NewParquetReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// listNode returns a node for lists nested to the given depth. element is their innermost node.
func listNode(name string, depth int, element schema.Node) schema.Node {
	node := element
	for i := range depth {
		label := "element"
		if i == depth-1 {
			label = name
		}
		repeated := schema.MustGroup(schema.NewGroupNode("list", parquet.Repetitions.Repeated, schema.FieldList{node}, -1))
		node = schema.MustGroup(schema.NewGroupNodeLogical(label, parquet.Repetitions.Optional, schema.FieldList{repeated}, schema.NewListLogicalType(), -1))
	}
	return node
}

// listColumn returns a column of lists that are nested to the given depth. In the parameter rows, a
// list is a []any, and nil is a null list or a null element.
func listColumn[T any](name string, depth int, element schema.Node, rows ...any) column {
	c, values := column{node: listNode(name, depth, element)}, []T(nil)
	var add func(v any, level, rep int)
	add = func(v any, level, rep int) {
		items, isList := v.([]any)
		for _, item := range items {
			add(item, level+1, rep)
			rep = level + 1
		}
		if len(items) > 0 {
			return
		}
		def := 2 * level // of a null value
		if isList || v != nil && element.RepetitionType() == parquet.Repetitions.Optional {
			def++
		}
		if c.def, c.rep = append(c.def, int16(def)), append(c.rep, int16(rep)); !isList && v != nil {
			values = append(values, reflect.ValueOf(v).Convert(reflect.TypeFor[T]()).Interface().(T))
		}
	}
	for _, row := range rows {
		add(row, 0, 0)
	}
	c.values = values
	return c
}

func logical(name string, r parquet.Repetition, l schema.LogicalType, t parquet.Type, length int) schema.Node {
	return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, r, l, t, length, -1))
}

// int96 returns a timestamp of type INT96, which older programs write.
func int96(nanos uint64, julianDay uint32) (v parquet.Int96) {
	binary.LittleEndian.PutUint64(v[:], nanos)
	binary.LittleEndian.PutUint32(v[8:], julianDay)
	return v
}
