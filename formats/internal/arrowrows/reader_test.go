package arrowrows

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/gridmill/gridmill/formats/internal/arrowfile"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// arrowTypes lists columns of many types, each with three rows.
var arrowTypes = []struct {
	name   string
	of     arrow.DataType
	values string    // JSON
	typed  string    // the resulting type
	want   [3]string // what the Reader returns, with strings in quotes
}{
	{"text", arrow.BinaryTypes.String, `["a,b", null, ""]`, "text", [3]string{`"a,b"`, "null", `""`}},
	{"large text", arrow.BinaryTypes.LargeString, `["\u0000J1", null, "x\ny"]`, "text", [3]string{`"\x00J1"`, "null", `"x\ny"`}},
	{"view", arrow.BinaryTypes.StringView, `["short", null, "longer than twelve bytes"]`, "text", [3]string{`"short"`, "null", `"longer than twelve bytes"`}},
	{"bytes", arrow.BinaryTypes.Binary, `["YQ==", null, ""]`, "text", [3]string{`"a"`, "null", `""`}},
	{"fixed", &arrow.FixedSizeBinaryType{ByteWidth: 2}, `["YWI=", null, "YWM="]`, "text", [3]string{`"ab"`, "null", `"ac"`}},
	{"int8", arrow.PrimitiveTypes.Int8, `[-1, null, 127]`, "int32", [3]string{"-1", "null", "127"}},
	{"uint64", arrow.PrimitiveTypes.Uint64, `[0, null, 9007199254740992]`, "uint64", [3]string{"0", "null", "9007199254740992"}},
	{"double", arrow.PrimitiveTypes.Float64, `[1.5, null, -0.1]`, "float64", [3]string{"1.5", "null", "-0.1"}},
	{"bool", arrow.FixedWidthTypes.Boolean, `[true, null, false]`, "bool", [3]string{"true", "null", "false"}},
	{"date", arrow.FixedWidthTypes.Date32, `["2026-01-02", null, "1970-01-01"]`, "mixed text", [3]string{`"2026-01-02"`, "null", `"1970-01-01"`}},
	{"null", arrow.Null, `[null, null, null]`, "text", [3]string{"null", "null", "null"}},
	{"list", arrow.ListOf(arrow.ListOf(arrow.PrimitiveTypes.Int8)), `[[[1, 2], []], null, [null]]`, "mixed text", [3]string{"[[1,2],[]]", "null", "[null]"}},
	{"numbers", arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Int64), `[[1, -20], null, [9, 10]]`, "mixed text", [3]string{"[1,-20]", "null", "[9,10]"}},
	{"doubles", arrow.ListOf(arrow.PrimitiveTypes.Float64), `[[4, -0.5], null, [1e30, "NaN"]]`, "mixed text", [3]string{"[4.0,-0.5]", "null", "[1e+30,null]"}},
	{"array", arrow.FixedSizeListOf(2, arrow.BinaryTypes.String), `[["a", "\""], null, ["é", null]]`, "mixed text", [3]string{`["a","\""]`, "null", `["é",null]`}},
	{"struct", arrow.StructOf(arrow.Field{Name: "k", Type: arrow.PrimitiveTypes.Int32, Nullable: true}, arrow.Field{Name: "t", Type: arrow.BinaryTypes.String, Nullable: true}), `[{"k": 1, "t": "x"}, null, {"k": null, "t": null}]`, "mixed text", [3]string{`{"k":1,"t":"x"}`, "null", `{"k":null,"t":null}`}},
	{"words", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, `["w", null, "v"]`, "text", [3]string{`"w"`, "null", `"v"`}},
}

// mostRows is the maximum number of rows read. Damaged files can declare millions of rows.
const mostRows = 10_000

// rowsOf returns the rows of a file, and the error that ended reading, if any. size is the maximum
// number of rows in a block.
func rowsOf(in io.Reader, size int) (rows []string, err error) {
	r, err := New(in)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	for b := new(scan.Block); err == nil && len(rows) < mostRows; b.Reset() {
		b.FieldsPerRow = len(r.Columns)
		err = r.Fill(b, size, 1<<20)
		for i := range b.Rows {
			reason := r.Parse(b, i, 0)
			if reason.Kind != gridtext.NoReason {
				rows = append(rows, reason.String())
				continue
			}
			rows = append(rows, shown(b, i))
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return rows, err
}

func shown(b *scan.Block, i int) string {
	var fields []string
	for k := range b.FieldsPerRow {
		switch value := b.Value(i, k); b.Kinds[i*b.FieldsPerRow+k] {
		case scan.NullField:
			fields = append(fields, "null")
		case scan.TextField:
			fields = append(fields, fmt.Sprintf("%q", value))
		default:
			fields = append(fields, string(value))
		}
	}
	return strings.Join(fields, " ")
}

// arrowOf returns Arrow data with a column of each type. All batches hold the same three rows.
func arrowOf(t testing.TB, file bool, batches int, options ...ipc.Option) []byte {
	t.Helper()
	var fields []arrow.Field
	var columns []arrow.Array
	for _, c := range arrowTypes {
		fields = append(fields, arrow.Field{Name: c.name, Type: c.of, Nullable: true})
		column, _, err := array.FromJSON(memory.DefaultAllocator, c.of, strings.NewReader(c.values))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		columns = append(columns, column)
	}
	batch := array.NewRecord(arrow.NewSchema(fields, nil), columns, 3)
	return testkit.Arrow(file, slices.Repeat([]arrow.Record{batch}, batches), options...)
}

// wantRows returns the rows that a Reader must return for the data of arrowOf.
func wantRows(batches int) (rows []string) {
	for range batches {
		for i := range 3 {
			var row []string
			for _, c := range arrowTypes {
				row = append(row, c.want[i])
			}
			rows = append(rows, strings.Join(row, " "))
		}
	}
	return rows
}

var arrowLayouts = map[string]struct {
	file    bool
	options []ipc.Option
}{
	"file":        {true, nil},
	"stream":      {false, nil},
	"lz4 file":    {true, []ipc.Option{ipc.WithLZ4()}},
	"zstd stream": {false, []ipc.Option{ipc.WithZstd()}},
}

func TestReader(t *testing.T) {
	for name, c := range arrowLayouts {
		data := arrowOf(t, c.file, 2, c.options...)
		for _, size := range []int{1, 2, 100} {
			if rows, err := rowsOf(iotest.OneByteReader(bytes.NewReader(data)), size); !slices.Equal(rows, wantRows(2)) || err != nil {
				t.Errorf("%s: error %v, rows\n%q, want\n%q", name, err, rows, wantRows(2))
			}
		}
	}
	r, err := New(bytes.NewReader(arrowOf(t, true, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range r.Columns {
		typed := c.Type.String()
		if c.Mixed {
			typed = "mixed " + typed
		}
		if c.Name != arrowTypes[i].name || typed != arrowTypes[i].typed {
			t.Errorf("column %d is %s of %s, want %s of %s", i, c.Name, typed, arrowTypes[i].name, arrowTypes[i].typed)
		}
	}
}

// TestTruncated checks that truncated data yields whole rows, and then an error.
func TestTruncated(t *testing.T) {
	want := wantRows(3)
	for name, c := range arrowLayouts {
		data := arrowOf(t, c.file, 3, c.options...)
		for n := 1; n < len(data); n += 12 + testkit.Step() {
			rows, err := rowsOf(bytes.NewReader(data[:n]), 2)
			if err == nil || len(rows) > len(want) || !slices.Equal(rows, want[:len(rows)]) {
				t.Fatalf("%s: %d of %d bytes are read as %q, error %v", name, n, len(data), rows, err)
			}
			if strings.Contains(err.Error(), "arrow/") {
				t.Fatalf("%s: %d of %d bytes: %v", name, n, len(data), err)
			}
		}
	}
	stream := arrowOf(t, false, 3)
	rows, err := rowsOf(bytes.NewReader(stream[:len(stream)-8]), 2)
	testkit.WantError(t, err, "after row 9: the Arrow stream was cut off: its end-of-stream marker is missing")
	if len(rows) != 9 {
		t.Errorf("%d rows precede the missing end", len(rows))
	}
}

// TestDamagedBytes flips single bits, and replaces bytes with zeros. If rows are lost, the Reader
// must return an error. The text of an error must not come from the Arrow library.
func TestDamagedBytes(t *testing.T) {
	const batches = 8
	for name, c := range arrowLayouts {
		check := func(what string, rows int, damaged []byte) {
			got, err := rowsOf(bytes.NewReader(damaged), 5)
			if err == nil && len(got) != rows || err != nil && strings.Contains(err.Error(), "arrow/") {
				t.Fatalf("%s with %s: %d rows, error %v", name, what, len(got), err)
			}
		}
		data := arrowOf(t, c.file, 2, c.options...)
		for n := 0; n < 8*len(data); n += 43 * testkit.Step() {
			flipped := bytes.Clone(data)
			flipped[n/8] ^= 1 << (n % 8)
			check(fmt.Sprintf("bit %d changed", n), 3*2, flipped)
		}
		data = arrowOf(t, c.file, batches, c.options...)
		for n := 8; n < len(data); n += 72 * testkit.Step() {
			zeroed := bytes.Clone(data)
			clear(zeroed[n:min(n+2000, len(data))])
			check(fmt.Sprintf("zeros from byte %d on", n), 3*batches, zeroed)
		}
	}
	file := arrowOf(t, true, batches)
	places := placesOf(file)
	place := places[batches-1]
	clear(file[place : place+8])
	rows, err := rowsOf(bytes.NewReader(file), 5)
	testkit.WantError(t, err, fmt.Sprintf("after row 21: the Arrow file is damaged at byte %d, in batch 8 of 8", place+1))
	if len(rows) != 21 {
		t.Errorf("%d rows precede the damaged batch", len(rows))
	}
}

// TestTail checks that the Reader returns an error if data follows the end of a stream or file.
func TestTail(t *testing.T) {
	stream := arrowOf(t, false, 1)
	_, err := rowsOf(bytes.NewReader(append(stream, stream...)), 5)
	testkit.WantError(t, err, "after row 3: the Arrow stream is followed by other data")
	file := arrowOf(t, true, 1)
	_, err = rowsOf(bytes.NewReader(append(slices.Clone(file), file...)), 5)
	testkit.WantError(t, err, "after row 3: the footer of the Arrow file does not match the data before it: the file is damaged, or other data was appended")
	_, err = rowsOf(bytes.NewReader(append(slices.Clone(file), arrowOf(t, true, 2)...)), 5)
	testkit.WantError(t, err, "after row 3: the Arrow file is damaged at byte")
	_, err = rowsOf(bytes.NewReader(append(file, "tail"...)), 5)
	testkit.WantError(t, err, "the Arrow data ends too early")
	// A file may have an end-of-stream marker before its footer.
	file = arrowOf(t, true, 1)
	_, err = rowsOf(bytes.NewReader(file[:footerOf(file)]), 5)
	testkit.WantError(t, err, "the Arrow data ends too early")
	marked := slices.Insert(file, footerOf(file), []byte("\xff\xff\xff\xff\x00\x00\x00\x00")...)
	if rows, err := rowsOf(bytes.NewReader(marked), 5); len(rows) != 3 || err != nil {
		t.Errorf("with an end marker: %d rows, error %v", len(rows), err)
	}
}

// TestInserted checks that reading fails if inserted bytes shift the values of a file's last batch,
// even in a file without an end-of-stream marker.
func TestInserted(t *testing.T) {
	want := wantRows(2)
	file := arrowOf(t, true, 2)
	for _, inserted := range []string{"\x00", "\x01", "\x00\x00\x00\x00\x00\x00\x00\x00"} {
		for n := len(magic); n < len(file); n += testkit.Step() {
			rows, err := rowsOf(bytes.NewReader(slices.Insert(slices.Clone(file), n, []byte(inserted)...)), 5)
			if err == nil && !slices.Equal(rows, want) {
				t.Fatalf("%q inserted at byte %d: the rows are %q", inserted, n, rows)
			}
		}
	}
}

// footerOf returns the offset of the footer of an Arrow file.
func footerOf(file []byte) int {
	return len(file) - 10 - int(binary.LittleEndian.Uint32(file[len(file)-10:]))
}

// TestDeleted deletes bytes from a file that gridmill wrote. If this shifts the values of the last
// batch, the Reader must return an error.
func TestDeleted(t *testing.T) {
	want := wantRows(2)
	file := arrowOf(t, true, 2)
	in, err := ipc.NewFileReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := arrowfile.NewWriter(&out, in.Schema())
	for i := range in.NumRecords() {
		batch, _ := in.Record(i)
		err = cmp.Or(err, w.Write(batch))
	}
	if err = cmp.Or(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	file = out.Bytes()
	for n := len(magic); n < len(file)-16; n += testkit.Step() {
		for _, size := range []int{1, 4, 8, 12, 16} {
			rows, err := rowsOf(bytes.NewReader(slices.Delete(slices.Clone(file), n, n+size)), 5)
			if err == nil && !slices.Equal(rows, want) {
				t.Fatalf("%d bytes deleted at byte %d: the rows are %q", size, n, rows)
			}
		}
	}
}

// TestClaims checks the errors for messages that declare more bytes than they have.
func TestClaims(t *testing.T) {
	stream := arrowOf(t, false, 1)
	huge := bytes.Clone(stream)
	binary.LittleEndian.PutUint32(huge[4:], 1<<31-1)
	_, err := rowsOf(bytes.NewReader(huge), 5)
	testkit.WantError(t, err, "an Arrow message's declared length of 2147483647 bytes exceeds the limit of 16777216")
	_, err = rowsOf(strings.NewReader("\xff\xff\xff\xff\x10\x00\x00\x00"), 5)
	testkit.WantError(t, err, "the Arrow data ends too early")
}

// TestLongValues checks that a value longer than the row limit makes its row invalid, but does not
// affect other rows.
func TestLongValues(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.BinaryTypes.String}, {Name: "b", Type: arrow.BinaryTypes.String}}, nil)
	builder := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for i, text := range []string{"x", strings.Repeat("y", scan.MaxRow+1), "z"} {
		for c := range 2 {
			builder.Field(c).(*array.StringBuilder).Append(text[:len(text)-(i&1)*c])
		}
	}
	rows, err := rowsOf(bytes.NewReader(testkit.Arrow(false, []arrow.Record{builder.NewRecord()})), 5)
	if want := []string{`"x" "x"`, "longer than 1048576 bytes", `"z" "z"`}; !slices.Equal(rows, want) || err != nil {
		t.Errorf("rows %.200q, error %v", rows, err)
	}
}

// FuzzReader checks that the block size affects neither the number of rows nor whether reading
// succeeds.
func FuzzReader(f *testing.F) {
	for _, c := range arrowLayouts {
		f.Add(arrowOf(f, c.file, 1, c.options...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := rowsOf(io.LimitReader(bytes.NewReader(data), 1<<20), 1)
		again, other := rowsOf(bytes.NewReader(data), 1000)
		if len(rows) < mostRows && (len(rows) != len(again) || (err == nil) != (other == nil)) {
			t.Fatalf("row by row: %d rows, error %v; in blocks: %d rows, error %v", len(rows), err, len(again), other)
		}
	})
}

// placesOf returns the positions of the batches in a file.
func placesOf(file []byte) (places []int64) {
	end := len(file) - len(endMagic) - 4
	footer := file[end-int(binary.LittleEndian.Uint32(file[end:])) : end]
	blocks, _ := tableAt(footer, 0).vector(slotOfBatches, sizeOfBlock)
	for ; len(blocks) > 0; blocks = blocks[sizeOfBlock:] {
		places = append(places, flatbuffers.GetInt64(blocks))
	}
	return places
}

// TestSchemaInFooter checks the error for a file whose schema is only in its footer. A damaged
// schema must cause a different error, unless it looks like a batch.
func TestSchemaInFooter(t *testing.T) {
	file := arrowOf(t, true, 2)
	end := len(magic) + 8 + int(binary.LittleEndian.Uint32(file[len(magic)+4:]))
	_, err := rowsOf(bytes.NewReader(slices.Delete(slices.Clone(file), len(magic), end)), 5)
	testkit.WantError(t, err, errSchemaAtEnd.Error())
	mistaken := 0
	for n := 8 * len(magic); n < 8*end; n += testkit.Step() {
		flipped := bytes.Clone(file)
		flipped[n/8] ^= 1 << (n % 8)
		if _, err := rowsOf(bytes.NewReader(flipped), 5); errors.Is(err, errSchemaAtEnd) {
			mistaken++
		}
	}
	if mistaken > 2 {
		t.Errorf("%d flipped bits in the schema are mistaken for a missing schema", mistaken)
	}
}

// TestFlippedPrefixes flips each bit of the eight bytes before the metadata of a batch. The Reader
// must return the rows of all earlier batches, and then an error.
func TestFlippedPrefixes(t *testing.T) {
	file := arrowOf(t, true, 3)
	for batch, place := range placesOf(file) {
		for n := range 8 * 8 {
			flipped := bytes.Clone(file)
			flipped[int(place)+n/8] ^= 1 << (n % 8)
			rows, err := rowsOf(bytes.NewReader(flipped), 5)
			if err == nil || len(rows) < 3*batch {
				t.Errorf("bit %d before batch %d is changed: %d rows, error %v", n, batch+1, len(rows), err)
			}
		}
	}
}

// TestFlippedOffsets flips each bit of the offsets of buffers in a batch. The Reader must return an
// error, unless the buffer is empty.
func TestFlippedOffsets(t *testing.T) {
	file := arrowOf(t, true, 1)
	metadata := file[placesOf(file)[0]+8:]
	buffers, start := tableAt(metadata, 0).table(slotOfHeader).vector(slotOfBuffers, sizeOfBuffer)
	for at := 0; at < len(buffers); at += sizeOfBuffer {
		if flatbuffers.GetInt64(buffers[at+8:]) == 0 {
			continue
		}
		for bit := range 64 {
			offset := metadata[int(start)+at+bit/8:]
			offset[0] ^= 1 << (bit % 8)
			if _, err := rowsOf(bytes.NewReader(file), 5); err == nil {
				t.Errorf("bit %d of the offset of buffer %d is changed, but there is no error", bit, at/sizeOfBuffer)
			}
			offset[0] ^= 1 << (bit % 8)
		}
	}
}
