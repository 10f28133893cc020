package parquet

import (
	"bytes"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// TestRowGroupsEnd checks that a row group ends as soon as it has enough pages or enough bytes.
func TestRowGroupsEnd(t *testing.T) {
	const rows, pages = 100, 10
	node := primitive("n", parquet.Repetitions.Required, parquet.Types.Int32, -1)
	s := schema.NewSchema(schema.MustGroup(schema.NewGroupNode("schema", parquet.Repetitions.Required, schema.FieldList{node}, -1)))
	for _, c := range []struct {
		pages, bytes int
		want         []int64
	}{
		{pages: 4, bytes: 1 << 20, want: []int64{4 * rows, 4 * rows, 2 * rows}},
		{pages: 100, bytes: 2*4*rows + 1, want: []int64{3 * rows, 3 * rows, 3 * rows, rows}},
		{pages: 100, bytes: 1, want: slices.Repeat([]int64{rows}, pages)},
	} {
		var out bytes.Buffer
		w, err := NewWriter(&out, s, WriterOptions{Compression: "none", Dictionaries: make([][]string, 1), GroupPages: c.pages, GroupBytes: c.bytes})
		if err != nil {
			t.Fatal(err)
		}
		for range pages {
			p := w.NewPages()
			p.Column(0).AddInt32s(make([]int32, rows))
			p.Rows += rows
			encoded, err := p.Encode()
			if err == nil {
				err = w.Write(encoded)
			}
			if err != nil {
				t.Fatal(err)
			}
			p.Release()
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := Open(bytes.NewReader(out.Bytes()), int64(out.Len()), 1)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for g := range f.RowGroups() {
			got = append(got, f.GroupRows(g))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("row groups of %d pages or %d bytes have %d rows, want %d", c.pages, c.bytes, got, c.want)
		}
	}
}
