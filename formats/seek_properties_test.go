package formats

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/solver"
)

// readRows reads all rows of r. It returns the number, file, line, grids and kept values of each
// row as text. Each batch after the first must start at a multiple of size.
func readRows(r Reader, size int) (rows []string, err error) {
	format, err := newJSONRows(r.Schema(), new(WriteOptions), false)
	if err != nil {
		return nil, err
	}
	for b := NewBatch(size); ; {
		if err = r.Read(b); err == io.EOF {
			return rows, nil
		} else if err == nil {
			err = b.Parse()
		}
		if n := len(rows); err == nil && n > 0 && b.First%int64(size) != 0 {
			err = fmt.Errorf("a batch of %d starts at row %d, in the middle", size, b.First)
		}
		if err != nil {
			return rows, err
		}
		for i := range b.Len() {
			file, line := b.Origin(i)
			text := fmt.Sprintf("%d %s:%d %s", b.First+int64(i), filepath.Base(file), line, string(b.grid(ofPuzzle, i)))
			if len(b.Answers) > 0 && b.Answers[i] == unjudged {
				text, b.Answers[i] = text+" "+b.answerGrids[i].String(), Match // as if the answer were judged
			}
			b.Results[i] = solver.Result{} // not solved
			rows = append(rows, string(format.append([]byte(text+" "), b, i, i+1)))
		}
	}
}

// stretch is a part of a data set. If rows is -1, the part extends to the end of the data set.
type stretch struct {
	position    Position // start of the part
	first, rows int64    // index of the first row, and number of rows
}

// checkParts reads a data set as a whole, and then in random parts in random order. It reads each
// part with a new reader or with a reader that has read other parts. The rows must be the same.
func checkParts(t *rapid.T, files []string, o ReadOptions) {
	planner, err := Open(files, o)
	if err != nil {
		t.Fatal(err)
	}
	defer planner.Close()
	start := planner.Position()
	whole, err := readRows(planner, rapid.IntRange(1, 9).Draw(t, "batch of the whole"))
	if err != nil {
		t.Fatal(err)
	}
	if end := planner.Position(); end != atFile(len(files)) {
		t.Fatalf("the data set ends at %v", end)
	}
	parts := drawParts(t, planner, start, whole)
	var shared Reader
	for _, part := range rapid.Permutation(parts).Draw(t, "order") {
		r := shared
		if r == nil || rapid.Bool().Draw(t, "new reader") {
			if r, err = Open(files, o); err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			shared = r
		}
		checkPart(t, r, part, whole)
		checkProgress(t, r, part)
	}
}

// drawParts divides a data set into random parts while reading it.
func drawParts(t *rapid.T, r Reader, start Position, whole []string) (parts []stretch) {
	at, first := start, int64(0)
	for first <= int64(len(whole)) {
		part := stretch{at, first, rapid.Int64Range(1, max(int64(len(whole)), 2)).Draw(t, "rows")}
		parts = append(parts, part)
		checkPart(t, r, part, whole)
		at, first = r.Position(), first+part.rows
	}
	if at != atFile(at.File) {
		t.Fatalf("after all rows the reader is at %v, not at the end of a file", at)
	}
	return append(parts, stretch{at, int64(len(whole)), -1}, stretch{start, 0, -1})
}

func checkPart(t *rapid.T, r Reader, part stretch, whole []string) {
	if err := r.Seek(part.position, part.first, part.rows); err != nil {
		t.Fatal(err)
	}
	rows, err := readRows(r, rapid.IntRange(1, 9).Draw(t, "batch"))
	if err != nil {
		t.Fatalf("%+v: %v", part, err)
	}
	want := whole[part.first:]
	if part.rows >= 0 {
		want = want[:min(part.rows, int64(len(want)))]
	}
	if !slices.Equal(want, rows) {
		t.Fatalf("%+v: rows differ from those of the whole (-want +got):\n%s", part, cmp.Diff(want, rows))
	}
}

func checkProgress(t *rapid.T, r Reader, part stretch) {
	done, total := r.Progress()
	if done < 0 || done > total {
		t.Fatalf("%+v: %d of %d bytes are done", part, done, total)
	}
	if part.rows < 0 && done != total {
		t.Fatalf("at the end, %d of %d bytes are done", done, total)
	}
}

func genGrid(t *rapid.T) string {
	n := rapid.IntRange(0, 8).Draw(t, "grid")
	return rapid.SampledFrom([]string{puzzle(n), solution(n), `"` + puzzle(n) + `"`, `"` + nested(puzzle(n)) + `"`, puzzle(n)[3:], ""}).Draw(t, "form")
}

// genTable draws a CSV file with the columns id, puzzle, solution and note. Some rows are invalid.
func genTable(t *rapid.T, delimiter byte) string {
	var text strings.Builder
	end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end")
	text.WriteString(rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "mark"))
	join := func(fields ...string) { text.WriteString(strings.Join(fields, string(delimiter)) + end) }
	join("id", "puzzle", "solution", rapid.SampledFrom([]string{"note", `"note"`}).Draw(t, "header"))
	for i := range rapid.IntRange(0, 12).Draw(t, "rows") {
		note := genField(t, delimiter)
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			join("", genGrid(t), note) // the row has too few fields
		case 1:
			join(`"`+fmt.Sprint(i), genGrid(t), genGrid(t), "x") // the row has an unmatched quote
		case 2:
			text.WriteString(end)
		case 3:
			join(fmt.Sprint(i), genGrid(t), genGrid(t), `"`+strings.Repeat("long\n\"\"", readSize/6)+`"`)
		default:
			join(fmt.Sprint(i), genGrid(t), genGrid(t), note)
		}
	}
	all := text.String()
	if rapid.Bool().Draw(t, "no last line end") {
		all = strings.TrimRight(all, "\r\n")
	}
	return all
}

// TestPartsOfTexts checks that parts of files yield the same rows as whole files. Rows can be
// invalid, quotes can be missing or misplaced, files can be empty, and a grid can start on any
// line.
func TestPartsOfTexts(t *testing.T) {
	named := ReadOptions{Keep: ParseKeep("note,id,solution"), Column: "puzzle", AnswerColumn: "solution"}
	table := named
	table.Format = CSV
	for name, test := range map[string]struct {
		o    ReadOptions
		draw func(r *rapid.T, i int) string
	}{
		"table.csv": {table, func(r *rapid.T, i int) string {
			if i > 0 && rapid.IntRange(0, 3).Draw(r, "empty") == 0 {
				return ""
			}
			return genTable(r, rapid.SampledFrom([]byte(",;\t")).Draw(r, "delimiter"))
		}},
		"any.csv": {ReadOptions{Keep: ParseKeep("all"), Header: HasHeader}, func(r *rapid.T, _ int) string {
			return "puzzle,x\n" + rapid.StringMatching(`([a1,"\r\n#]|"\n|","|""){0,60}`).Draw(r, "text")
		}},
		"records.jsonl": {named, func(r *rapid.T, _ int) string { return strings.Join(genRecords(r, `{"id": oops}`), "\n") }},
		"records.json": {named, func(r *rapid.T, _ int) string {
			start := rapid.SampledFrom([]string{"[", "\ufeff [", `{"v": [1], "data": [`}).Draw(r, "start")
			between := rapid.SampledFrom([]string{",", " ,\n", ",\n" + strings.Repeat(" ", 5000)}).Draw(r, "between")
			return start + strings.Join(genRecords(r, ""), between) + "]" + strings.Repeat("}", strings.Count(start, "{")) + "\n"
		}},
		"text.txt": {ReadOptions{Format: Text}, func(r *rapid.T, _ int) string {
			lines := rapid.SliceOfN(rapid.SampledFrom([]string{
				puzzle(0), puzzle(1) + " 17 x", puzzle(2), "3", "12", "# comment", "", "\ufeff", "x", "#" + strings.Repeat(" long", readSize/4),
			}), 0, 12).Draw(r, "lines")
			return rapid.SampledFrom([]string{"", "\ufeff", "\r\n", "7\n", "#\n8\n"}).Draw(r, "start") +
				strings.Join(lines, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(r, "line end")) +
				rapid.SampledFrom([]string{"", "\n", "\r\n\r\n"}).Draw(r, "end")
		}},
		"grids.txt": {ReadOptions{Format: Grids}, func(r *rapid.T, _ int) (text string) {
			for range rapid.IntRange(0, 6).Draw(r, "grids") {
				text += rapid.SampledFrom([]string{"", "\n", "Title\n\n", "+---+\n"}).Draw(r, "before")
				text += linesOf(puzzle(rapid.IntRange(0, 9).Draw(r, "grid")))[:rapid.SampledFrom([]int{90, 90, 90, 50}).Draw(r, "end")]
				text += rapid.SampledFrom([]string{"\n", "\r\n", "next\n"}).Draw(r, "after")
			}
			return text
		}},
	} {
		dir := t.TempDir()
		t.Run(name, rapid.MakeCheck(func(r *rapid.T) {
			var files []string
			for i := range rapid.IntRange(1, 4).Draw(r, "files") {
				files = append(files, storePacked(t, dir, fmt.Sprint(i, name), test.draw(r, i), genCompression(r)))
			}
			checkParts(r, files, test.o)
		}))
	}
}

// genRecords draws JSON objects. In an object after the first, the puzzle can be a full grid or no
// grid at all. If bad is not empty, bad can take the place of any object after the first.
func genRecords(t *rapid.T, bad string) (records []string) {
	for i := range rapid.IntRange(1, 13).Draw(t, "rows") {
		n := rapid.IntRange(0, 8).Draw(t, "grid")
		grids := []string{puzzle(n), solution(n), "short"}
		if i == 0 {
			grids = grids[:1]
		} else if bad != "" && rapid.IntRange(0, 5).Draw(t, "kind") == 0 {
			records = append(records, bad)
			continue
		}
		records = append(records, fmt.Sprintf(`{"id": %s, "puzzle": "%s", "solution": "%s", "note": "%s"}`,
			rapid.SampledFrom([]string{fmt.Sprint(i), "null", `"x"`}).Draw(t, "id"), rapid.SampledFrom(grids).Draw(t, "puzzle"), solution(n),
			rapid.SampledFrom([]string{"", "plain", "\\u00e9 and more", strings.Repeat("long", readSize/8)}).Draw(t, "note")))
	}
	return records
}

func genCompression(t *rapid.T) compress.Kind {
	return rapid.SampledFrom([]compress.Kind{compress.None, compress.None, compress.Gzip, compress.Zstd}).Draw(t, "compression")
}

func storePacked(t *testing.T, dir, name, text string, c compress.Kind) string {
	if c == compress.None {
		return storeIn(t, dir, name, text)
	}
	return storeIn(t, dir, name+extensions[c], compressText(t, c, text))
}

// linesOf returns a grid as nine lines of nine cells.
func linesOf(grid string) string {
	var text strings.Builder
	for i := 0; i < len(grid); i += 9 {
		text.WriteString(grid[i:i+9] + "\n")
	}
	return text.String()
}

// TestPartsOfParquet checks that parts of Parquet files yield the same rows as the whole files, for
// many types and for different sizes of pages and row groups.
func TestPartsOfParquet(t *testing.T) {
	dir := t.TempDir()
	names := slices.Sorted(maps.Keys(parquetVariants))
	for name, o := range parquetVariants {
		storeIn(t, dir, name+".parquet", string(typedFile(t, o...)))
	}
	t.Run("all types", rapid.MakeCheck(func(r *rapid.T) {
		var files []string
		for _, name := range rapid.SliceOfN(rapid.SampledFrom(names), 1, 3).Draw(r, "files") {
			files = append(files, filepath.Join(dir, name+".parquet"))
		}
		checkParts(r, files, keepAll)
	}))
	t.Run("many rows", rapid.MakeCheck(func(r *rapid.T) {
		o := slices.Clone(parquetVariants[rapid.SampledFrom(names).Draw(r, "variant")])
		o = append(o, parquet.WithDataPageSize(rapid.Int64Range(1, 2000).Draw(r, "page")))
		// The Arrow library hangs if a list has more values than the batch size.
		o = append(o, parquet.WithBatchSize(rapid.Int64Range(20, 60).Draw(r, "values")))
		checkParts(r, []string{storeIn(t, dir, "many.parquet", string(listsAndNulls(t, r, o...)))}, keepAll)
	}))
}

// listsAndNulls returns a Parquet file with a column of lists, a nullable column and a column of
// puzzles. Row groups can be empty.
func listsAndNulls(t *testing.T, r *rapid.T, o ...parquet.WriterProperty) []byte {
	var groups [][]column
	for range rapid.IntRange(1, 3).Draw(r, "groups") {
		var lists []any
		var nulls []bool
		var ids []parquet.ByteArray
		var grids []string
		for i := range rapid.SampledFrom([]int{0, 1, 40, 100}).Draw(r, "rows") {
			grids = append(grids, puzzle(i%9))
			if nulls = append(nulls, i%3 != 1); i%3 == 1 {
				ids = append(ids, []byte(fmt.Sprint(i)))
			}
			list := []any{nil, []any{}, []any{nil}, slices.Repeat([]any{i}, i*7%13+1), slices.Repeat([]any{i}, i*5%7+1)}[i%5]
			lists = append(lists, list)
		}
		groups = append(groups, []column{
			listColumn[int32]("lists", 1, schema.NewInt32Node("element", parquet.Repetitions.Optional, -1), lists...),
			nullable(column{node: stringNode("id", parquet.Repetitions.Optional), values: ids}, nulls), texts("puzzle", grids...),
		})
	}
	return parquetOf(t, groups, o...)
}
