package formats

import (
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/google/go-cmp/cmp"
)

// wordRows returns rows for three row groups, and the expected words in the verdict and answer
// columns. The first group has puzzles without answers, the second has rows of every kind, and the
// third has no puzzles.
func wordRows() (text string, verdicts, answers []string) {
	var rows strings.Builder
	rows.WriteString("puzzle,solution\n")
	for i := range 2*SectionRows + 5 {
		p, s, verdict, answer := puzzle(i), solution(i), `"unique"`, `"match"`
		switch {
		case i >= 2*SectionRows || i > SectionRows && i%2000 == 0:
			p, verdict, answer = "none", `"invalid"`, ""
		case i < SectionRows || i%300 == 0:
			s, answer = "", ""
		case i%500 == 1:
			s, answer = solution(i+1), `"wrong"`
		case i%7 == 0 && i < SectionRows+200:
			s, answer = "?", `"unreadable"`
		}
		if answer == "" {
			answer = "nil at 0"
		}
		rows.WriteString(p + "," + s + "\n")
		verdicts, answers = append(verdicts, verdict), append(answers, answer)
	}
	return rows.String(), verdicts, answers
}

// TestWordsInDictionaries checks that the verdict and answer columns are dictionary-encoded, even
// in a row group without answers. The Arrow library must read the expected words.
func TestWordsInDictionaries(t *testing.T) {
	text, verdicts, answers := wordRows()
	in := store(t, "in.csv", text)
	options := ReadOptions{Keep: ParseKeep("all"), AnswerColumn: "solution"}
	direct := mustConvert(t, []string{in}, options, "out.csv", WriteOptions{}, 1000)
	for _, compression := range PageCompressions {
		t.Run(compression, func(t *testing.T) {
			data := mustConvert(t, []string{in}, options, "out.parquet", WriteOptions{Compression: compression, GroupRows: SectionRows}, 1000)
			r := openBytes(t, data)
			for name, want := range map[string][]string{"verdict": verdicts, "answer": answers} {
				if diff := cmp.Diff(want, readColumn(t, r, name)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
				for g := range r.NumRowGroups() {
					checkDictionary(t, r, g, name)
				}
			}
			again := mustConvert(t, []string{store(t, "out.parquet", string(data))}, options, "again.csv", WriteOptions{}, 1000)
			got := strings.Split(string(again), "\n")
			for i, line := range strings.Split(string(direct), "\n")[1:] {
				if !strings.HasPrefix(got[i+1], line) {
					t.Fatalf("row %d is read back as %s, want %s", i+1, got[i+1], line)
				}
			}
		})
	}
}

// checkDictionary checks in the footer that a column chunk is small and starts with a dictionary
// page.
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
