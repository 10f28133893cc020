package formats

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/google/go-cmp/cmp"
)

func readArrow(t testing.TB, data []byte) *ipc.FileReader {
	t.Helper()
	r, err := ipc.NewFileReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// arrowColumn returns the values of a column in the format that readColumn uses.
func arrowColumn(t testing.TB, r *ipc.FileReader, name string) (all []string) {
	t.Helper()
	for i := range r.NumRecords() {
		record, err := r.Record(i)
		if err != nil {
			t.Fatal(err)
		}
		at := record.Schema().FieldIndices(name)
		if len(at) != 1 {
			t.Fatalf("%d columns are called %s", len(at), name)
		}
		column := record.Column(at[0])
		for row := range column.Len() {
			all = append(all, arrowValue(column, row))
		}
	}
	return all
}

func arrowValue(column arrow.Array, row int) string {
	if column.IsNull(row) {
		return "nil at 0"
	}
	switch c := column.(type) {
	case *array.String:
		return strconv.Quote(c.Value(row))
	case *array.Float32:
		return fmt.Sprintf("%x", math.Float32bits(c.Value(row)))
	case *array.Float64:
		return fmt.Sprintf("%x", math.Float64bits(c.Value(row)))
	}
	return column.ValueStr(row)
}

func batchRows(t testing.TB, r *ipc.FileReader) (rows []int64) {
	t.Helper()
	for i := range r.NumRecords() {
		record, err := r.Record(i)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, record.NumRows())
	}
	return rows
}

// misaligned returns the position of the first message or message body that does not start at a
// multiple of eight, or 0 if there is none. The Arrow library does not check the alignment.
func misaligned(file []byte) uint64 {
	end := len(file) - 10
	footer := flatbuffers.Table{Bytes: file[end-int(binary.LittleEndian.Uint32(file[end:])) : end]}
	footer.Pos = flatbuffers.GetUOffsetT(footer.Bytes)
	const slotOfBatches, sizeOfBlock = 10, 24
	slot := flatbuffers.UOffsetT(footer.Offset(slotOfBatches))
	blocks := footer.Bytes[footer.Vector(slot):]
	for range footer.VectorLen(slot) {
		at := binary.LittleEndian.Uint64(blocks)
		for _, place := range []uint64{at, at + uint64(binary.LittleEndian.Uint32(blocks[8:]))} {
			if place%8 != 0 {
				return place
			}
		}
		blocks = blocks[sizeOfBlock:]
	}
	return 0
}

// TestArrowHoldsWhatParquetHolds checks that Arrow output holds the same values and provenance as
// Parquet output. Each record batch must be a section (see SectionRows).
func TestArrowHoldsWhatParquetHolds(t *testing.T) {
	stats, _ := ParseStatistics("all")
	w := WriteOptions{Stats: stats, Source: true, Provenance: `{"version":"1"}`}
	in := store(t, "in.csv", manyRows(2*SectionRows+900)+"\xff,"+puzzle(0)+",\n")
	written := openBytes(t, mustConvert(t, []string{in}, keepAll, "out.parquet", w, 1000))
	data := mustConvert(t, []string{in}, keepAll, "out.arrow", w, 1000)
	if at := misaligned(data); at > 0 {
		t.Errorf("a message or its body starts at byte %d", at)
	}
	got := readArrow(t, data)
	if diff := cmp.Diff([]int64{SectionRows, SectionRows, 901}, batchRows(t, got)); diff != "" {
		t.Errorf("rows of record batches (-want +got):\n%s", diff)
	}
	if value, _ := got.Schema().Metadata().GetValue(provenanceKey); value != w.Provenance {
		t.Errorf("the metadata has the provenance %q", value)
	}
	columns := written.MetaData().Schema
	if n := len(got.Schema().Fields()); n != columns.NumColumns() {
		t.Fatalf("%d columns, want %d", n, columns.NumColumns())
	}
	for c := range columns.NumColumns() {
		name, nullable := columns.Column(c).Name(), columns.Column(c).MaxDefinitionLevel() > 0
		if f := got.Schema().Field(c); f.Name != name || f.Nullable != nullable {
			t.Errorf("column %d is %v, want %s, nullable: %t", c, f, name, nullable)
		}
		if want, got := readColumn(t, written, name), arrowColumn(t, got, name); !slices.Equal(want, got) {
			t.Errorf("%s differs: %.200q, want %.200q", name, got, want)
		}
	}
}

// TestTypesInArrowAndJSON checks that Parquet columns of numbers and booleans keep their types in
// Arrow and JSON, and that values of other types become the same text as in CSV. In JSON, lists of
// integers are lists, and numbers that JSON cannot represent become null.
func TestTypesInArrowAndJSON(t *testing.T) {
	data := typedFile(t)
	in := store(t, "in.parquet", string(data))
	before := openBytes(t, data)
	numbers := map[string]arrow.DataType{
		"bool": arrow.FixedWidthTypes.Boolean, "bool?": arrow.FixedWidthTypes.Boolean,
		"int32": arrow.PrimitiveTypes.Int32, "int64?": arrow.PrimitiveTypes.Int64,
		"float": arrow.PrimitiveTypes.Float32, "double?": arrow.PrimitiveTypes.Float64,
		"uint8": arrow.PrimitiveTypes.Uint32, "uint32": arrow.PrimitiveTypes.Uint32, "uint64": arrow.PrimitiveTypes.Uint64,
	}
	var lost []string // columns whose type is not a number, boolean or text
	for _, c := range typedColumns() {
		name := c.node.Name()
		if _, ok := numbers[name]; !ok && name != "string?" {
			lost = append(lost, name)
		}
	}
	schema := mustOpen(t, in).Schema()
	if got, want := schema.TextIn(Arrow, nil), NameList(lost); got != want || schema.TextIn(Parquet, nil) != "" {
		t.Errorf("the columns that become text are %s, want %s", got, want)
	}
	for _, size := range []int{1, 100} {
		r := readArrow(t, mustConvert(t, []string{in}, keepAll, "out.arrow", WriteOptions{}, size))
		lines := bytes.Split(mustConvert(t, []string{in}, keepAll, "out.jsonl", WriteOptions{}, size), []byte("\n"))
		for _, c := range typedColumns() {
			name := c.node.Name()
			got := arrowColumn(t, r, name)
			fields, _ := r.Schema().FieldsByName(name)
			want := arrow.DataType(arrow.BinaryTypes.String)
			if of, ok := numbers[name]; ok {
				want = of
			}
			if !arrow.TypeEqual(fields[0].Type, want) {
				t.Errorf("%s is %s, want %s", name, fields[0].Type, want)
			}
			var texts []string
			for i, text := range slices.Concat(c.text[:], c.text[:]) {
				isEmpty := name == "binary" || name == "string?" && i%3 == 2
				var row map[string]json.RawMessage
				if err := json.Unmarshal(lines[i], &row); err != nil {
					t.Fatal(err)
				}
				inJSON := strconv.Quote(text)
				if text == "" && !isEmpty || strings.HasSuffix(text, "Inf") || text == "NaN" {
					inJSON = "null"
				} else if want != arrow.BinaryTypes.String || c.rep != nil {
					inJSON = text
				}
				if got := string(row[name]); got != inJSON {
					t.Errorf("batches of %d: row %d: %s is %s in JSON, want %s", size, i+1, name, got, inJSON)
				}
				switch {
				case want != arrow.BinaryTypes.String && strings.HasPrefix(name, "uint"):
					texts = append(texts, text)
				case want != arrow.BinaryTypes.String:
					texts = append(texts, readColumn(t, before, name)[i])
				case text == "" && !isEmpty:
					texts = append(texts, "nil at 0")
				default:
					texts = append(texts, strconv.Quote(text))
				}
			}
			if diff := cmp.Diff(texts, got); diff != "" {
				t.Errorf("batches of %d: %q differs (-want +got):\n%s", size, name, diff)
			}
		}
	}
}
