package converted

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// arrowTypes are columns of many types, with the values of their three rows as JSON and what
// becomes of these.
var arrowTypes = []struct {
	name   string
	of     arrow.DataType
	values string
	text   [3]string
}{
	{"text", arrow.BinaryTypes.String, `["a,b", null, ""]`, [3]string{`"a,b"`}},
	{"large text", arrow.BinaryTypes.LargeString, `["\u0000J1", null, "x\ny"]`, [3]string{"\"\x00J1\"", "", "\"x\ny\""}},
	{"view", arrow.BinaryTypes.StringView, `["short", null, "longer than twelve bytes"]`, [3]string{"short", "", "longer than twelve bytes"}},
	{"bytes", arrow.BinaryTypes.Binary, `["YQ==", null, ""]`, [3]string{"a"}},
	{"fixed", &arrow.FixedSizeBinaryType{ByteWidth: 2}, `["YWI=", null, "YWM="]`, [3]string{"ab", "", "ac"}},
	{"int8", arrow.PrimitiveTypes.Int8, `[-1, null, 127]`, [3]string{"-1", "", "127"}},
	{"uint64", arrow.PrimitiveTypes.Uint64, `[0, null, 9007199254740992]`, [3]string{"0", "", "9007199254740992"}},
	{"double", arrow.PrimitiveTypes.Float64, `[1.5, null, -0.1]`, [3]string{"1.5", "", "-0.1"}},
	{"bool", arrow.FixedWidthTypes.Boolean, `[true, null, false]`, [3]string{"true", "", "false"}},
	{"date", arrow.FixedWidthTypes.Date32, `["2026-01-02", null, "1970-01-01"]`, [3]string{"2026-01-02", "", "1970-01-01"}},
	{"null", arrow.Null, `[null, null, null]`, [3]string{}},
	{"list", arrow.ListOf(arrow.ListOf(arrow.PrimitiveTypes.Int8)), `[[[1, 2], []], null, [null]]`, [3]string{`"[[1,2],[]]"`, "", "[null]"}},
	{"array", arrow.FixedSizeListOf(2, arrow.BinaryTypes.String), `[["a", "\""], null, ["é", null]]`, [3]string{`"[""a"",""\""""]"`, "", `"[""é"",null]"`}},
	{"struct", arrow.StructOf(arrow.Field{Name: "k", Type: arrow.PrimitiveTypes.Int32, Nullable: true}, arrow.Field{Name: "t", Type: arrow.BinaryTypes.String, Nullable: true}), `[{"k": 1, "t": "x"}, null, {"k": null, "t": null}]`, [3]string{`"{""k"":1,""t"":""x""}"`, "", `"{""k"":null,""t"":null}"`}},
	{"words", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, `["w", null, "v"]`, [3]string{"w", "", "v"}},
}

// arrowOf returns Arrow of columns of all types: a batch of three rows, as often as asked.
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
	schema := arrow.NewSchema(fields, nil)
	batch := array.NewRecord(schema, columns, 3)
	var out bytes.Buffer
	options = append(options, ipc.WithSchema(schema))
	var w interface {
		Write(arrow.Record) error
		Close() error
	} = ipc.NewWriter(&out, options...)
	if file {
		var err error
		if w, err = ipc.NewFileWriter(&writeSeeker{&out}, options...); err != nil {
			t.Fatal(err)
		}
	}
	for range batches {
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// writeSeeker is a file that is only asked where it stands.
type writeSeeker struct{ *bytes.Buffer }

func (w *writeSeeker) Seek(int64, int) (int64, error) { return int64(w.Len()), nil }

// wantArrow is the CSV of arrowOf.
func wantArrow(batches int) string {
	var names, rows []string
	for _, c := range arrowTypes {
		names = append(names, c.name)
	}
	for i := range 3 {
		var row []string
		for _, c := range arrowTypes {
			row = append(row, c.text[i])
		}
		rows = append(rows, strings.Join(row, ",")+"\n")
	}
	return strings.Join(names, ",") + "\n" + strings.Repeat(strings.Join(rows, ""), batches)
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

func TestArrow(t *testing.T) {
	for name, c := range arrowLayouts {
		data := arrowOf(t, c.file, 2, c.options...)
		if csv, err := csvOf(Arrow(bytes.NewReader(data))); csv != wantArrow(2) || err != nil {
			t.Errorf("%s: error %v, made\n%q, want\n%q", name, err, csv, wantArrow(2))
		}
	}
}

// An end anywhere gives whole rows and an error, but for a stream that ends between batches,
// which is allowed.
func TestArrowTruncated(t *testing.T) {
	want := wantArrow(3)
	for name, c := range arrowLayouts {
		data := arrowOf(t, c.file, 3, c.options...)
		for n := 1; n < len(data); n += testkit.Step() {
			csv, err := csvOf(Arrow(bytes.NewReader(data[:n])))
			if !strings.HasPrefix(want, csv) || csv != "" && !strings.HasSuffix(csv, "\n") {
				t.Fatalf("%s: %d of %d bytes make %q", name, n, len(data), csv)
			}
			if err == nil && (c.file || len(csv) != len(wantArrow(0)) && len(csv) != len(wantArrow(1)) && len(csv) != len(wantArrow(2)) && len(csv) != len(want)) {
				t.Fatalf("%s: %d of %d bytes give no error, and %q", name, n, len(data), csv)
			}
			if err != nil && strings.Contains(err.Error(), "arrow/") {
				t.Fatalf("%s: %d of %d bytes: %v", name, n, len(data), err)
			}
		}
	}
}

// What follows the end is not lost silently.
func TestArrowTail(t *testing.T) {
	stream := arrowOf(t, false, 1)
	_, err := csvOf(Arrow(bytes.NewReader(append(stream, stream...))))
	testkit.WantError(t, err, "behind the end of the Arrow stream there is something else")
	file := arrowOf(t, true, 1)
	_, err = csvOf(Arrow(bytes.NewReader(append(slices.Clone(file), file...))))
	testkit.WantError(t, err, "behind the end of the Arrow file another one starts")
	_, err = csvOf(Arrow(iotest.OneByteReader(bytes.NewReader(append(slices.Clone(file), file...)))))
	testkit.WantError(t, err, "behind the end of the Arrow file another one starts")
	_, err = csvOf(Arrow(bytes.NewReader(append(file, "tail"...))))
	testkit.WantError(t, err, "the Arrow data ends too early")
}

// Claims of sizes are refused before memory is made for them.
func TestArrowClaims(t *testing.T) {
	stream := arrowOf(t, false, 1)
	huge := bytes.Clone(stream)
	binary.LittleEndian.PutUint32(huge[4:], 1<<31-1)
	_, err := csvOf(Arrow(bytes.NewReader(huge)))
	testkit.WantError(t, err, "a message of the Arrow data claims 2147483647 bytes, of which 16777216 may be")
	_, err = csvOf(Arrow(strings.NewReader("\xff\xff\xff\xff\x10\x00\x00\x00")))
	testkit.WantError(t, err, "the data ends too early")
}

// FuzzArrow wants of any data whole rows, an error or none, and no more memory than a batch
// may take.
func FuzzArrow(f *testing.F) {
	for _, c := range arrowLayouts {
		f.Add(arrowOf(f, c.file, 1, c.options...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := io.LimitReader(Arrow(bytes.NewReader(data)), 1<<22)
		csv, err := csvOf(r)
		if err != nil && csv != "" && !strings.HasSuffix(csv, "\n") {
			t.Fatalf("%q is no whole rows", csv)
		}
	})
}

// A flipped bit never makes the library take more than there is, nor rows that are no rows.
func TestArrowFlips(t *testing.T) {
	for name, c := range arrowLayouts {
		data := arrowOf(t, c.file, 1, c.options...)
		for n := 0; n < len(data); n += testkit.Step() {
			flipped := bytes.Clone(data)
			flipped[n] ^= 1 << (n % 8)
			csv, err := csvOf(Arrow(bytes.NewReader(flipped)))
			if csv != "" && !strings.HasSuffix(csv, "\n") {
				t.Fatalf("%s with byte %d changed makes %q", name, n, csv)
			}
			if err != nil && strings.Contains(err.Error(), "arrow/") {
				t.Fatalf("%s with byte %d changed: %v", name, n, err)
			}
		}
	}
}
