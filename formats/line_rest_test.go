package formats

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestRestOfLines checks that CSV and Parquet outputs keep the same text next to puzzles, for every
// batch size.
func TestRestOfLines(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		piece := rapid.SampledFrom([]string{"", "", "a", "# b", "\"q\"", "\"", "'", "a,b", "1.5", "é", "x\ty", "\\"})
		word := rapid.IntRange(0, 1).Draw(rt, "word")
		var text strings.Builder
		var want []string
		for i := range rapid.IntRange(1, 30).Draw(rt, "rows") {
			before := ""
			if word == 1 {
				before = rapid.SampledFrom([]string{"id", "\"", "7,5", "é"}).Draw(rt, "before")
			}
			blank := rapid.SampledFrom([]string{" ", "\t", "  "})
			after := piece.Draw(rt, "after")
			text.WriteString(before + blank.Draw(rt, "blank") + puzzle(i) + blank.Draw(rt, "blank") + after + blank.Draw(rt, "blank") + "\n")
			want = append(want, strings.TrimSpace(before+" "+after))
		}
		in := store(t, "in.txt", puzzle(0)+" x\n"+text.String())
		if word == 1 {
			in = store(t, "in.txt", "y "+puzzle(0)+" x\n"+text.String())
		}
		size := rapid.IntRange(1, 40).Draw(rt, "batch")
		o := ReadOptions{Format: Text, Keep: ParseKeep("all")}
		direct := restIn(rt, mustConvert(rt, []string{in}, o, "out.csv", WriteOptions{}, size))
		if diff := cmp.Diff(want, direct[1:]); diff != "" {
			rt.Fatalf("the rest of\n%s\ndiffers (-want +got):\n%s", text.String(), diff)
		}
		stored := store(t, "out.parquet", string(mustConvert(rt, []string{in}, o, "out.parquet", WriteOptions{}, size)))
		again := restIn(rt, mustConvert(rt, []string{stored}, ReadOptions{Keep: ParseKeep("rest"), AnswerColumn: "none"}, "out.csv", WriteOptions{}, size))
		if diff := cmp.Diff(direct, again); diff != "" {
			rt.Errorf("the rest differs in Parquet (-CSV +Parquet):\n%s", diff)
		}
	})
}

// restIn returns the values of the rest column, which is the first column of a CSV result.
func restIn(t rapid.TB, data []byte) (rest []string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil || rows[0][0] != restColumn {
		t.Fatalf("error %v in\n%s", err, data)
	}
	for _, row := range rows[1:] {
		rest = append(rest, row[0])
	}
	return rest
}

// TestNoRestOfLines checks that text after the puzzles becomes a column only if the first lines of
// the first nonempty file have such text.
func TestNoRestOfLines(t *testing.T) {
	plain, rated := puzzle(0)+" \t\n", puzzle(1)+" 5\n"
	for _, test := range []struct {
		name  string
		files []string
		keep  string
		want  int // columns kept
	}{
		{"empty names", []string{rated}, "", 0},
		{"in the first lines", []string{strings.Repeat(plain, sampleRows-1) + rated}, "all", 1},
		{"after the first lines", []string{strings.Repeat(plain, sampleRows) + rated}, "all", 0},
		{"nothing first", []string{"", rated}, "all", 1},
	} {
		dir := t.TempDir()
		var files []string
		for i, text := range test.files {
			files = append(files, storeIn(t, dir, strings.Repeat("a", i+1)+".txt", text))
		}
		r, err := Open(files, ReadOptions{Keep: ParseKeep(test.keep)})
		if err != nil {
			t.Fatal(err)
		}
		b := NewBatch(10)
		if err := r.Read(b); err != nil || b.Parse() != nil || len(r.Schema().Kept) != test.want || b.block.FieldsPerRow != test.want {
			t.Errorf("%s: %d columns are kept and %d noted, want %d; error %v", test.name, len(r.Schema().Kept), b.block.FieldsPerRow, test.want, err)
		}
		r.Close()
	}
}
