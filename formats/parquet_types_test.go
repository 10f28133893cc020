package formats

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/google/go-cmp/cmp"
)

// typed is a column of three rows, and the text of its values in CSV.
type typed struct {
	column
	text [3]string
}

// typedColumns returns columns of all physical and many logical types of Parquet.
func typedColumns() []typed {
	opt, req := parquet.Repetitions.Optional, parquet.Repetitions.Required
	middleNull := []int16{1, 0, 1}
	prim := primitive
	return []typed{
		{column{node: prim("bool", req, parquet.Types.Boolean, -1), values: []bool{true, false, true}}, [3]string{"true", "false", "true"}},
		{column{node: prim("bool?", opt, parquet.Types.Boolean, -1), values: []bool{true, true}, def: middleNull}, [3]string{"true", "", "true"}},
		{column{node: prim("int32", req, parquet.Types.Int32, -1), values: []int32{0, math.MinInt32, 7}}, [3]string{"0", "-2147483648", "7"}},
		{column{node: prim("int64?", opt, parquet.Types.Int64, -1), values: []int64{math.MaxInt64, -1}, def: middleNull}, [3]string{"9223372036854775807", "", "-1"}},
		{column{node: prim("float", req, parquet.Types.Float, -1), values: []float32{1.5, float32(math.Inf(1)), 0.1}}, [3]string{"1.5", "+Inf", "0.1"}},
		{column{node: prim("double?", opt, parquet.Types.Double, -1), values: []float64{1e300, math.NaN()}, def: middleNull}, [3]string{"1e+300", "", "NaN"}},
		{column{node: prim("int96", req, parquet.Types.Int96, -1), values: []parquet.Int96{int96(0, 2440588), int96(5e9, 2440589), int96(1, 2440587)}},
			[3]string{"1970-01-01T00:00:00", "1970-01-02T00:00:05", "1969-12-31T00:00:00.000000001"}},
		{column{node: prim("binary", req, parquet.Types.ByteArray, -1), values: []parquet.ByteArray{[]byte("a\"b,"), []byte("\xff\x00"), {}}}, [3]string{"a\"b,", "0xff00", ""}},
		{column{node: stringNode("string?", opt), values: []parquet.ByteArray{[]byte("é\n"), {}}, def: middleNull}, [3]string{"é\n", "", ""}},
		{column{node: prim("fixed", req, parquet.Types.FixedLenByteArray, 3), values: []parquet.FixedLenByteArray{[]byte("abc"), []byte("\xff\xfe\xfd"), []byte("1,2")}}, [3]string{"abc", "0xfffefd", "1,2"}},
		{column{node: logical("uint8", req, schema.NewIntLogicalType(8, false), parquet.Types.Int32, -1), values: []int32{200, 0, 255}}, [3]string{"200", "0", "255"}},
		{column{node: logical("uint32", req, schema.NewIntLogicalType(32, false), parquet.Types.Int32, -1), values: []int32{-1, 0, 1}}, [3]string{"4294967295", "0", "1"}},
		{column{node: logical("uint64", req, schema.NewIntLogicalType(64, false), parquet.Types.Int64, -1), values: []int64{-1, 0, 1}}, [3]string{"18446744073709551615", "0", "1"}},
		{column{node: logical("decimal32", req, schema.NewDecimalLogicalType(9, 2), parquet.Types.Int32, -1), values: []int32{-5, 12345, 0}}, [3]string{"-0.05", "123.45", "0.00"}},
		{column{node: logical("decimal64", req, schema.NewDecimalLogicalType(18, 0), parquet.Types.Int64, -1), values: []int64{-5, 12345, 0}}, [3]string{"-5", "12345", "0"}},
		{column{node: logical("decimal fixed", req, schema.NewDecimalLogicalType(6, 1), parquet.Types.FixedLenByteArray, 3), values: []parquet.FixedLenByteArray{[]byte("\xff\xff\xff"), []byte("\x00\x01\x00"), []byte("\x00\x00\x00")}}, [3]string{"-0.1", "25.6", "0.0"}},
		{column{node: logical("date", req, schema.DateLogicalType{}, parquet.Types.Int32, -1), values: []int32{0, -1, 20000}}, [3]string{"1970-01-01", "1969-12-31", "2024-10-04"}},
		{column{node: logical("timestamp UTC", req, schema.NewTimestampLogicalType(true, schema.TimeUnitMicros), parquet.Types.Int64, -1), values: []int64{0, 1500000, -1}},
			[3]string{"1970-01-01T00:00:00Z", "1970-01-01T00:00:01.5Z", "1969-12-31T23:59:59.999999Z"}},
		{column{node: logical("timestamp", req, schema.NewTimestampLogicalType(false, schema.TimeUnitNanos), parquet.Types.Int64, -1), values: []int64{0, 1, 1e9}},
			[3]string{"1970-01-01T00:00:00", "1970-01-01T00:00:00.000000001", "1970-01-01T00:00:01"}},
		{column{node: logical("time", req, schema.NewTimeLogicalType(true, schema.TimeUnitMillis), parquet.Types.Int32, -1), values: []int32{0, 3723004, 1}}, [3]string{"00:00:00", "01:02:03.004", "00:00:00.001"}},
		{column{node: prim8("old timestamp", schema.ConvertedTypes.TimestampMillis), values: []int64{0, 1, 1000}}, [3]string{"1970-01-01T00:00:00Z", "1970-01-01T00:00:00.001Z", "1970-01-01T00:00:01Z"}},
		{column{node: logical("uuid", req, schema.UUIDLogicalType{}, parquet.Types.FixedLenByteArray, 16), values: []parquet.FixedLenByteArray{[]byte("0123456789abcdef"), make([]byte, 16), []byte("0123456789abcdef")}},
			[3]string{"30313233-3435-3637-3839-616263646566", "00000000-0000-0000-0000-000000000000", "30313233-3435-3637-3839-616263646566"}},
		{column{node: listNode("list", 1, prim("element", opt, parquet.Types.Int32, -1)), values: []int32{1, 2}, def: []int16{3, 2, 3, 1, 0}, rep: []int16{0, 1, 1, 0, 0}}, [3]string{"[1, null, 2]", "[]", ""}},
		{column{node: listNode("list of lists", 2, prim("element", req, parquet.Types.Int64, -1)), values: []int64{1, 2, 3}, def: []int16{4, 4, 3, 2, 4, 1, 0}, rep: []int16{0, 2, 1, 1, 1, 0, 0}},
			[3]string{"[[1, 2], [], null, [3]]", "[]", ""}},
		{column{node: prim("repeated", parquet.Repetitions.Repeated, parquet.Types.Int32, -1), values: []int32{4, 5}, def: []int16{1, 1, 0, 0}, rep: []int16{0, 1, 0, 0}}, [3]string{"[4, 5]", "[]", "[]"}},
	}
}

// prim8 returns the node of an int64 column with a converted type, as in older files.
func prim8(name string, c schema.ConvertedType) schema.Node {
	return schema.MustPrimitive(schema.NewPrimitiveNodeConverted(name, parquet.Repetitions.Required, parquet.Types.Int64, c, 0, 0, 0, -1))
}

// typedFile writes a file with all typedColumns and a column of puzzles, in two row groups of three
// rows.
func typedFile(t testing.TB, o ...parquet.WriterProperty) []byte {
	columns := []column{texts("puzzle", puzzle(0), puzzle(1), puzzle(2))}
	for _, c := range typedColumns() {
		columns = append(columns, c.column)
	}
	return parquetOf(t, [][]column{columns, columns}, o...)
}

var parquetVariants = map[string][]parquet.WriterProperty{
	"dictionary":         nil,
	"plain":              {parquet.WithDictionaryDefault(false)},
	"pages of version 2": {parquet.WithDictionaryDefault(false), parquet.WithDataPageVersion(parquet.DataPageV2)},
	"small pages":        {parquet.WithDataPageSize(1), parquet.WithBatchSize(1)},
}

// TestParquetTypesPassThrough checks that typedColumns pass through unchanged from Parquet to
// Parquet, and become the expected text in CSV.
func TestParquetTypesPassThrough(t *testing.T) {
	for name, o := range parquetVariants {
		t.Run(name, func(t *testing.T) {
			data := typedFile(t, o...)
			in := store(t, "in.parquet", string(data))
			before := openBytes(t, data)
			for _, size := range []int{1, 2, 5, 100} {
				after := openBytes(t, mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: "snappy"}, size))
				for _, c := range typedColumns() {
					got, _ := fieldNamed(after.MetaData().Schema, c.node.Name())
					want, _ := fieldNamed(before.MetaData().Schema, c.node.Name())
					if got == nil || !got.Equals(want) {
						t.Errorf("the type of %q changed", c.node.Name())
					}
				}
				for i := 1; i < before.MetaData().Schema.NumColumns(); i++ {
					path := before.MetaData().Schema.Column(i).Path()
					if diff := cmp.Diff(readColumn(t, before, path), readColumn(t, after, path)); diff != "" {
						t.Errorf("batches of %d: %q differs (-want +got):\n%s", size, path, diff)
					}
				}
				text := mustConvert(t, []string{in}, keepAll, "out.csv", WriteOptions{}, size)
				checkTexts(t, text)
			}
		})
	}
}

// TestWritersLeaveTheInputsSchemaAlone checks that creating a writer does not change the input's
// schema nodes. Other goroutines may be using these nodes.
func TestWritersLeaveTheInputsSchemaAlone(t *testing.T) {
	schema := mustOpen(t, store(t, "in.parquet", string(typedFile(t)))).Schema()
	for _, f := range schema.Kept {
		before := f.node.Parent()
		if _, err := Create(io.Discard, "out.parquet", schema, WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		if f.node.Parent() != before {
			t.Errorf("column %q has another parent", f.Name)
		}
	}
}

func fieldNamed(s *schema.Schema, name string) (schema.Node, bool) {
	i := s.Root().FieldIndexByName(name)
	if i < 0 {
		return nil, false
	}
	return s.Root().Field(i), true
}

func checkTexts(t *testing.T, text []byte) {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(records) != 7 {
		t.Fatalf("%d rows, error %v", len(records), err)
	}
	for i, c := range typedColumns() {
		for row := range 6 {
			if got, want := records[1+row][1+i], c.text[row%3]; got != want {
				t.Errorf("%s, row %d: %q, want %q", c.node.Name(), row, got, want)
			}
		}
	}
}

// gridList returns a column of grids. Each grid is a list of 81 numbers or, if depth is 2, nine
// lists of nine numbers.
func gridList(name string, depth int, grids ...string) column {
	var rows []any
	for _, grid := range grids {
		var cells, lines []any
		for _, c := range strings.ReplaceAll(grid, ".", "0") {
			cells = append(cells, c-'0')
		}
		for line := range slices.Chunk(cells, 9) {
			lines = append(lines, line)
		}
		rows = append(rows, [][]any{cells, lines}[depth-1])
	}
	return listColumn[int64](name, depth, primitive("element", parquet.Repetitions.Required, parquet.Types.Int64, -1), rows...)
}

// TestStructsCannotBeText checks that structs pass through to Parquet, and that keeping them in any
// other format is an error.
func TestStructsCannotBeText(t *testing.T) {
	x := primitive("x", parquet.Repetitions.Required, parquet.Types.Int32, -1)
	y := primitive("y", parquet.Repetitions.Optional, parquet.Types.Int32, -1)
	point := schema.MustGroup(schema.NewGroupNode("point", parquet.Repetitions.Optional, schema.FieldList{x, y}, -1))
	wrapped := schema.MustGroup(schema.NewGroupNode("wrapped", parquet.Repetitions.Optional, schema.FieldList{x}, -1))
	data := parquetOf(t, [][]column{{
		texts("puzzle", puzzle(0), puzzle(1), puzzle(2)),
		{node: listNode("list", 1, wrapped), values: []int32{1, 2}, def: []int16{3, 3, 0, 0}, rep: []int16{0, 1, 0, 0}},
		{node: wrapped, values: []int32{1, 2}, def: []int16{1, 0, 1}},
		{node: point, values: []int32{1, 2}, def: []int16{1, 0, 1}},
		{values: []int32{3}, def: []int16{2, 0, 1}},
	}})
	in := store(t, "in.parquet", string(data))
	for _, names := range []string{"list", "wrapped", "list, wrapped, point"} {
		for _, output := range []string{"out.csv", "out.jsonl", "out.arrow"} {
			_, err := convert([]string{in}, ReadOptions{Keep: ParseKeep(names)}, output, WriteOptions{}, 10)
			wantError(t, err, "only Parquet output can contain nested columns: "+names)
		}
	}

	out := openBytes(t, mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{}, 10))
	for _, path := range []string{"list.list.wrapped.x", "wrapped.x", "point.x", "point.y"} {
		if diff := cmp.Diff(readColumn(t, openBytes(t, data), path), readColumn(t, out, path)); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", path, diff)
		}
	}
}
