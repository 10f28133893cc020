package parquet

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// fileOfTwo returns a file with a column of strings and a column of integers. Some of the integers
// are null.
func fileOfTwo(t *testing.T, rows int, o ...parquet.WriterProperty) []byte {
	t.Helper()
	var data bytes.Buffer
	root := schema.MustGroup(schema.NewGroupNode("schema", parquet.Repetitions.Required, schema.FieldList{
		primitive("text", parquet.Repetitions.Required, parquet.Types.ByteArray, -1),
		primitive("number", parquet.Repetitions.Optional, parquet.Types.Int64, -1),
	}, -1))
	w := file.NewParquetWriter(&data, root, file.WithWriterProps(parquet.NewWriterProperties(o...)))
	group := w.AppendRowGroup()
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	texts, err := group.NextColumn()
	check(err)
	_, err = texts.(*file.ByteArrayColumnChunkWriter).WriteBatch(slices.Repeat([]parquet.ByteArray{[]byte(testkit.Clued)}, rows), nil, nil)
	check(err)
	check(texts.Close())
	numbers, err := group.NextColumn()
	check(err)
	def := slices.Repeat([]int16{1, 0}, rows/2)
	_, err = numbers.(*file.Int64ColumnChunkWriter).WriteBatch(make([]int64, rows/2), def, nil)
	check(err)
	check(numbers.Close())
	check(group.Close())
	check(w.Close())
	return data.Bytes()
}

// TestSkipDoesNotDecompress checks that Skip does not decompress pages of columns without lists.
// Damage in a page must be reported only when the page is read.
func TestSkipDoesNotDecompress(t *testing.T) {
	const rows = 4000
	data := fileOfTwo(t, rows, parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(1<<30), parquet.WithCompression(compress.Codecs.Zstd))
	data = bytes.ReplaceAll(data, []byte("\x28\xb5\x2f\xfd"), []byte("dama")) // the magic number of zstd frames
	f, err := Open(bytes.NewReader(data), int64(len(data)), 2)
	if err != nil {
		t.Fatal(err)
	}
	for leaf := range 2 {
		for more, says := range map[int64]string{-1: "but according to the footer, only", 0: "", 1: "it is missing, so the column lacks 1 values"} {
			r, err := f.Column(0, leaf)
			if err != nil {
				t.Fatal(err)
			}
			r.entries += more // as if the footer declared a wrong number of entries
			if err = r.Skip(rows + more); err == nil {
				err = r.End(rows + more)
			}
			if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %d more rows: error %v, want %q", r.column.Path(), more, err, says)
			}
			r.Close()
		}
		r, err := f.Column(0, leaf)
		if err != nil {
			t.Fatal(err)
		}
		var c Column
		c.Reset()
		if _, err = r.Ready(rows); err == nil {
			err = r.Take(&c, rows, rows)
		}
		if err == nil {
			err = c.Fill(rows)
		}
		testkit.WantError(t, err, "ZSTD data is damaged")
		c.Reset()
		r.Close()
	}
}
