package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/google/go-cmp/cmp"
)

// TestWordsInDictionaries checks that the verdict and answer columns are dictionary-encoded, even
// if a row group has no answers or no puzzles. The Arrow library must read the expected words.
func TestWordsInDictionaries(t *testing.T) {
	const half = SectionRows / 2
	right, wrong := puzzle(1)+","+solution(1)+"\n", puzzle(1)+","+solution(2)+"\n"
	text := strings.Repeat(puzzle(0)+",\n", SectionRows) + strings.Repeat(right+wrong, half) + "none,\n"
	in := store(t, "in.csv", "puzzle,solution\n"+text)
	words := map[string][]string{
		"verdict": append(slices.Repeat([]string{`"unique"`}, 2*SectionRows), `"invalid"`),
		"answer": slices.Concat(slices.Repeat([]string{"nil at 0"}, SectionRows),
			slices.Repeat([]string{`"match"`, `"wrong"`}, half), []string{"nil at 0"}),
	}
	for _, compression := range PageCompressions {
		w := WriteOptions{Compression: compression, GroupRows: SectionRows}
		r := openBytes(t, mustConvert(t, []string{in}, keepAll, "out.parquet", w, 1000))
		for name, want := range words {
			if diff := cmp.Diff(want, readColumn(t, r, name)); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", compression, name, diff)
			}
			for g := range r.NumRowGroups() {
				checkDictionary(t, r, g, name)
			}
		}
	}
}

// checkDictionary checks that a column chunk is small and starts with a dictionary page.
func checkDictionary(t *testing.T, r *file.Reader, group int, column string) {
	t.Helper()
	chunk, err := r.MetaData().RowGroup(group).ColumnChunk(r.MetaData().Schema.ColumnIndexByName(column))
	if err != nil {
		t.Fatal(err)
	}
	indices, plain, rle := parquet.Encodings.RLEDict, parquet.Encodings.Plain, parquet.Encodings.RLE
	if diff := cmp.Diff([]parquet.Encoding{indices, plain, rle}, chunk.Encodings()); diff != "" {
		t.Errorf("encodings (-want +got):\n%s", diff)
	}
	var stats []string
	for _, s := range chunk.EncodingStats() {
		stats = append(stats, s.PageType.String()+" "+s.Encoding.String())
	}
	if diff := cmp.Diff([]string{"DICTIONARY_PAGE " + plain.String(), "DATA_PAGE " + indices.String()}, stats); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if at := chunk.DictionaryPageOffset(); !chunk.HasDictionaryPage() || at <= 0 || at >= chunk.DataPageOffset() {
		t.Errorf("row group %d: the dictionary of %s is at %d, and the pages are at %d", group, column, at, chunk.DataPageOffset())
	}
	if size := chunk.TotalCompressedSize(); size > 2500 {
		t.Errorf("row group %d: %s takes %d bytes", group, column, size)
	}
}
