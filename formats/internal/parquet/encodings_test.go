package parquet

import (
	"bytes"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestParquetEncodingsByHand checks that the reader decodes booleans, both packed and in runs, and
// values in BYTE_STREAM_SPLIT encoding. The Arrow library cannot write BYTE_STREAM_SPLIT.
func TestParquetEncodingsByHand(t *testing.T) {
	req := parquet.Repetitions.Required
	split := []byte{1, 2, 3, 10, 20, 30, 0, 0, 0, 0, 0, 0}
	runs := []byte{6, 0, 0, 0, 3 << 1, 1, 3, 0b101, 2 << 1, 0}
	for name, c := range map[string]struct {
		kind     parquet.Type
		encoding parquet.Encoding
		body     []byte
		want     []byte
	}{
		"split integers":   {parquet.Types.Int32, byteStreamSplit, split, []byte{1, 10, 0, 0, 2, 20, 0, 0, 3, 30, 0, 0}},
		"runs of booleans": {parquet.Types.Boolean, parquet.Encodings.RLE, runs, []byte{1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
		"packed booleans":  {parquet.Types.Boolean, parquet.Encodings.Plain, []byte{0b101}, []byte{1, 0, 1, 0}},
	} {
		column := columnOf(t, primitive("c", req, c.kind, -1))
		n := len(c.want) / width(column)
		page := pageOf(column, c.encoding, c.body, n)
		var l Column
		l.Reset()
		l.add(page, 0, n, n)
		if err := l.Fill(n); err != nil || !bytes.Equal(l.data, c.want) {
			t.Errorf("%s: %v, error %v, want %v", name, l.data, err, c.want)
		}
	}
}

// TestParquetPagesAreReleased checks that the memory of a page is returned to the pool once all
// holders have released the page.
func TestParquetPagesAreReleased(t *testing.T) {
	column := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.Int32, -1))
	page := pageOf(column, parquet.Encodings.Plain, make([]byte, 8), 2)
	var a, b Column
	a.Reset()
	b.Reset()
	a.add(page, 0, 1, 1)
	b.add(page, 1, 2, 1)
	page.release()
	for i, l := range []*Column{&a, &b} {
		if err := l.Fill(1); err != nil || len(l.data) != 4 {
			t.Fatalf("column %d: %v, %v", i, l.data, err)
		}
		if page.holds.Load() != int32(2-i) || page.raw == nil {
			t.Errorf("%d holders of the page of %d bytes", page.holds.Load(), len(page.raw))
		}
		l.Reset()
	}
	if page.holds.Load() != 0 || page.raw != nil {
		t.Errorf("after all releases, %d holders of the page of %d bytes", page.holds.Load(), len(page.raw))
	}
}

// TestBooleansInADictionary checks that dictionary-encoded booleans are rejected. The reader treats
// booleans as indices into a dictionary of two values, so it cannot use another dictionary.
func TestBooleansInADictionary(t *testing.T) {
	column := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.Boolean, -1))
	dict := pageOf(column, parquet.Encodings.Plain, []byte{0b10}, 2)
	dict.header.kind = pageDictionary
	page := pageOf(column, parquet.Encodings.RLEDict, []byte{1, 2 << 1, 0}, 2)
	page.dict = dict
	var l Column
	l.Reset()
	l.add(page, 0, 2, 2)
	testkit.WantError(t, l.Fill(2), "is not supported")
}
