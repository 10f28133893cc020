package formats

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestLongValuesMakeShortPages checks that record batches and pages with long values end early, at
// the same rows for all batch sizes. The test uses batch sizes below, at and above SectionRows.
func TestLongValuesMakeShortPages(t *testing.T) {
	const rows = 2*SectionRows + 100
	var text strings.Builder
	notes := make([]string, rows)
	text.WriteString("puzzle,note\n")
	for i := range rows {
		length := 7919 * i % 5000 // 2,500 on average, so SectionRows rows exceed 8 MiB
		if i < SectionRows {
			length = 10
		}
		notes[i] = strings.Repeat("x", length)
		text.WriteString(puzzle(i) + "," + notes[i] + "\n")
	}
	in := store(t, "in.csv", text.String())
	options := WriteOptions{Compression: "none"}
	for _, name := range []string{"out.arrow", "out.parquet", "out.parquet"} { // convert the CSV file first, and then the resulting Parquet file
		want := mustConvert(t, []string{in}, keepAll, name, options, SectionRows)
		for _, size := range []int{100, 4 * SectionRows} {
			if got := mustConvert(t, []string{in}, keepAll, name, options, size); !bytes.Equal(got, want) {
				t.Errorf("%s to %s: batches of %d rows give different bytes", in, name, size)
			}
		}
		if name == "out.arrow" {
			if got := batchRows(t, readArrow(t, want)); len(got) != 4 || got[1]+got[2] != SectionRows || got[3] != 100 {
				t.Errorf("record batches of %v rows", got)
			}
			continue
		}
		heaviest, pages := pagesOf(t, want, "note")
		// Expect 1 page of short values, 2 pages of long values, and 1 page for the last rows.
		if heaviest > sectionBytes || pages != 1+2+1 {
			t.Errorf("%s: %d pages of at most %d bytes", in, pages, heaviest)
		}
		in = store(t, "in.parquet", string(want))
	}
	data, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	for i, note := range readColumn(t, openBytes(t, data), "note") {
		if note != `"`+notes[i]+`"` {
			t.Fatalf("row %d holds %d characters, want %d", i+1, len(note)-2, len(notes[i]))
		}
	}
}

// pagesOf returns the size in bytes of the largest page of a column, and the number of its pages.
func pagesOf(t *testing.T, file []byte, column string) (heaviest, pages int) {
	t.Helper()
	r := openBytes(t, file)
	for g := range r.NumRowGroups() {
		reader, err := r.RowGroup(g).GetColumnPageReader(r.MetaData().Schema.ColumnIndexByName(column))
		if err != nil {
			t.Fatal(err)
		}
		for reader.Next() {
			heaviest = max(heaviest, len(reader.Page().Data()))
			pages++
		}
		if reader.Err() != nil {
			t.Fatal(reader.Err())
		}
	}
	return heaviest, pages
}
