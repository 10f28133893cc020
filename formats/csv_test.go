package formats

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// TestCSVPassesThroughByteForByte checks that well-formed CSV keeps its columns and the order of
// its rows, for several batch sizes.
func TestCSVPassesThroughByteForByte(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		delimiter := rapid.SampledFrom([]byte(",;|")).Draw(t, "delimiter")
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end")
		join := func(fields ...string) string { return strings.Join(fields, string(delimiter)) }
		var rows []string
		for n := range rapid.IntRange(1, 7).Draw(t, "rows") {
			rows = append(rows, join(genField(t, delimiter), puzzle(n), genField(t, delimiter)))
		}
		text := rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "mark") + join("id", "puzzle", "note") + end + strings.Join(rows, end)
		if rapid.Bool().Draw(t, "last newline") {
			text += end
		}
		file := storeIn(t, dir, "in.csv", text)
		size := rapid.IntRange(1, 8).Draw(t, "batch")
		out := string(mustConvert(t, []string{file}, keepAll, "out.csv", WriteOptions{}, size))

		kept := join("id", "puzzle", "note")
		if delimiter == ',' { // the output also uses commas, so rows are copied
			for n, row := range rows {
				if want := "\n" + row + "," + solution(n) + ",unique,1,\n"; !strings.Contains(out, want) {
					t.Fatalf("row %d is not %q in\n%s", n, want, out)
				}
			}
		}
		records, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil || len(records) != len(rows)+1 {
			t.Fatalf("%d rows of %d, error %v, in\n%s", len(records)-1, len(rows), err, out)
		}
		for i, row := range append([]string{kept}, rows...) {
			want := fieldsIn(row, delimiter)
			got := records[i][:3]
			for f := range want {
				want[f] = strings.ReplaceAll(want[f], "\r\n", "\n") // as encoding/csv does
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("row %d differs (-want +got):\n%s", i, diff)
			}
		}
	})
}

// TestCSVVerdicts checks the outcome and the line number of each row of CSV files.
func TestCSVVerdicts(t *testing.T) {
	p, s := puzzle(0), solution(0)
	good := func(line int64) outcome { return outcome{Line: line, Puzzle: p, Verdict: "unique"} }
	answered := func(line int64) outcome { return outcome{Line: line, Puzzle: p, Verdict: "unique", Answer: "match"} }
	match := answered(1)
	aligned := p + "  " + s + "  7  x\n"
	cells := strings.ReplaceAll(strings.Join(strings.Split(p, ""), ","), ".", "")
	header := strings.Repeat("c,", 81) + "level\n"
	checkVerdicts(t, "in.csv", keepAll, []verdictTest{
		{"empty file", "", nil},
		{"only line ends", "\r\n\n\n", nil},
		{"a mark only", "\ufeff", nil},
		{"empty lines", "\nid,puzzle\n\n1," + p + "\n\r\n\n2," + p + "\n", []outcome{good(4), good(7)}},
		{"semicolons after a quoted line end", "\"the\nid\";puzzle\n1;" + p + "\n", []outcome{good(3)}},
		{"tabs that also divide most lines", "id,puzzle,note\n\t," + p + ",\n," + p + ",\t\n", []outcome{good(2), good(3)}},
		{"quoted newlines before it", "note,puzzle\n\"a\nb\nc\"," + p + "\nd," + p + "\n", []outcome{good(2), good(5)}},
		{"short rows in aligned columns without a header", aligned + aligned + p + "  " + s + "  4\n" + aligned, []outcome{
			match, answered(2), bad(3, "wrong_fields fields=3 expected=4"), answered(4),
		}},
		{"rows of cells with too few or too many fields", header + cells + ",hard\n" + strings.Replace(cells, ",,", ",", 1) + ",hard\n" + cells + ",hard,\n" + cells + ",hard\n" + cells + ",hard\n", []outcome{
			good(2), bad(3, "wrong_fields fields=81 expected=82"), bad(4, "wrong_fields fields=83 expected=82"), good(5), good(6),
		}},
		{"short rows in aligned columns", "id  puzzle n\n1 " + p + " 2\n2 " + p + "\n 3  " + p + "   4 \n", []outcome{
			good(2), bad(3, "wrong_fields fields=2 expected=3"), good(4),
		}},
		{"ragged rows", "id,puzzle,n\n1," + p + ",a\n2," + p + ",3,4\n3," + p + ",5,\n4\n5," + s + "\n", []outcome{
			good(2), bad(3, "wrong_fields fields=4 expected=3"), bad(4, "wrong_fields fields=4 expected=3"),
			bad(5, "wrong_fields fields=1 expected=3"), bad(6, "wrong_fields fields=2 expected=3"),
		}},
		{"a row cut off in its puzzle", "puzzle,variant\n" + strings.Repeat(p+","+puzzle(1)+"\n", 3) + s[:44] + "\n", []outcome{
			good(2), good(3), good(4), bad(5, "wrong_fields fields=1 expected=2"),
		}},
		{"quote never closed", "id,puzzle\n1," + p + "\n2,\"" + p + "\n3," + p + "\n", []outcome{
			good(2), bad(3, "bad_quotes"), good(4),
		}},
		{"rows inside quotes", "id\tpuzzle\tn\n1\t" + p + "\t\"big\n2\t" + p + "\tx\n3\t" + p + "\t9\"\n4\t" + p + "\t\n", []outcome{
			bad(2, "bad_quotes"), good(3), good(4), good(5),
		}},
		{"rows inside quotes, with commas", "id,puzzle,n\n1," + p + ",\"as in\n2," + s + ",x\n3," + s + ",9\"\n4," + p + ",\n", []outcome{
			good(2), good(5),
		}},
		{"lines inside quotes", "id,n,puzzle\n1,\"see\n2,\n3\"," + p + "\n4,," + p + "\n", []outcome{good(2), good(5)}},
		{"quoted end and two returns", "puzzle,id\r\n" + p + ",\"a\"\r\r\n" + p + ",2\r\n", []outcome{
			good(2), good(3),
		}},
		{"no header, first row short", p[1:] + "," + s[1:] + "\n" + p + "," + s + "\n", []outcome{
			bad(1, "too_short length=80"), {Line: 2, Puzzle: p, Verdict: "unique", Answer: "match"},
		}},
		{"no header, first row without a puzzle", "NA,easy\n" + p + ",hard\n" + p + ",easy\n", []outcome{
			bad(1, "too_short length=2"), good(2), good(3),
		}},
		{"no header, first row with a mark instead of a puzzle", "?,easy\n" + p + ",hard\n", []outcome{bad(1, "too_short length=1"), good(2)}},
		{"names that look like cells", "x2024,x_0\na," + p + "\n", []outcome{good(2)}},
		{"no header, first row with a stray quote", "\"x\"x," + p + "\n2," + p + "\n", []outcome{
			bad(1, "bad_quotes"), good(2),
		}},
	})
}

func TestCSVThatCannotBeRead(t *testing.T) {
	tests := []struct{ name, text, says string }{
		{"no line end", strings.Repeat("q", 3*readSize), "none of its columns holds puzzles, which have 81 cells"},
		{"a list on each line", strings.Repeat("["+strings.Join(strings.Split(puzzle(0), ""), ", ")+"]\n", 3), "it looks like text and not like CSV"},
		{"a grid with empty cells", strings.Repeat(",,3,,2,,6,,\n9,,,3,,5,,,1\n,,1,8,,6,4,,\n", 3), "none of its nine columns holds puzzles; if nine rows form a grid, fill the empty cells with 0"},
		{"no row that ends", strings.Repeat("q", 3*scan.MaxRow), "none of its first rows"},
		{"damaged Parquet in a .csv file", "PAR1....PAR1", "cannot be read as Parquet"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := outcomes([]string{store(t, "in.csv", test.text)}, keepAll, 10)
			wantError(t, err, "in.csv: ", test.says)
		})
	}
}

// TestSpacesCountAsOne checks that extra spaces between columns or around rows do not change what
// is read.
func TestSpacesCountAsOne(t *testing.T) {
	cells := func(p string) string { return strings.Join(strings.Split(p, ""), " ") }
	for name, row := range map[string]func(n int) string{
		"rows":       func(n int) string { return fmt.Sprint(n, " ", puzzle(n), " ", solution(n), " ", n%7*n) },
		"header":     func(n int) string { return fmt.Sprint(n*n, " ", puzzle(n), " ", n%3, "-") },
		"cells":      func(n int) string { return cells(puzzle(n)) },
		"text":       func(n int) string { return fmt.Sprint("no. ", n, " ", puzzle(n)) },
		"a word":     func(n int) string { return puzzle(n) },
		"\"quoted\"": func(n int) string { return fmt.Sprintf("%d \"%s\" %s \"a  note\"", n, puzzle(n), solution(n)) },
	} {
		single, aligned := "", ""
		if name == "header" {
			single, aligned = "id puzzle level\n", "  id puzzle   level \n"
		}
		for n := range 30 {
			single += row(n) + "\n"
			first, rest, _ := strings.Cut(row(n), " ")
			aligned += strings.TrimRight(fmt.Sprintf("%6s %-170s", first, rest), strings.Repeat(" ", n%2)) + "\n"
		}
		files := []string{store(t, "single.txt", single), store(t, "aligned.txt", aligned)}
		want, got := mustConvert(t, files[:1], keepAll, "out.csv", WriteOptions{}, 7), mustConvert(t, files[1:], keepAll, "out.csv", WriteOptions{}, 7)
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: aligned columns are read as other rows:\n%s", name, diff)
		}
	}
}

// TestRowsWithinQuotes checks rows between two stray quotes, for several forms of puzzles. Each row
// must be read or counted as left out.
func TestRowsWithinQuotes(t *testing.T) {
	forms := map[string]func(n int, note string) string{
		"words": func(n int, note string) string { return fmt.Sprintf("%d,%s,%s\n", n, puzzle(n), note) },
		"lists": func(n int, note string) string {
			return fmt.Sprintf("%d\t[%s]\t%s\n", n, strings.Join(strings.Split(strings.ReplaceAll(puzzle(n), ".", "0"), ""), ", "), note)
		},
		"groups": func(n int, note string) string {
			return fmt.Sprintf("%d,%s %s %s,%s\n", n, puzzle(n)[:27], puzzle(n)[27:54], puzzle(n)[54:], note)
		},
		"cells": func(n int, note string) string {
			return strings.Join(strings.Split(puzzle(n), ""), ",") + "," + note + "\n"
		},
		"column": func(n int, note string) string {
			return strings.Trim(note, "a7") + puzzle(n) + strings.Trim(note, "ax") + "\n"
		},
	}
	for name, row := range forms {
		t.Run(name, func(t *testing.T) {
			text := ""
			for n := range 60 {
				note := "a"
				switch n {
				case 30:
					note = `"x`
				case 40:
					note = `7"`
				}
				text += row(n, note)
			}
			left := new(LeftOut)
			rows, err := outcomes([]string{store(t, "in.csv", text)}, ReadOptions{LeftOut: left, Keep: ParseKeep("none")}, 10)
			if err != nil {
				t.Fatal(err)
			}
			counted := 0
			for _, lines := range left.Lines() {
				counted += int(lines.Count)
			}
			if len(rows)+counted < 60 {
				t.Errorf("%d rows, and %d lines counted", len(rows), counted)
			}
		})
	}
}

// TestTornGridsInCSV makes damaged copies of a CSV file whose puzzles take nine lines each. A copy
// lacks one quote, or has an extra delimiter in one comment. Each copy must be read as CSV or
// rejected, and no solution may become a puzzle.
func TestTornGridsInCSV(t *testing.T) {
	for _, header := range []string{"id,puzzle,solution,output,comment\n", "id,clues,expected,output,comment\n"} {
		for _, solution := range []string{"\"%[3]s\"", "%[4]s"} {
			text := header
			for i, r := range sampleRecords(5) {
				text += fmt.Sprintf("%d,\"%s\","+solution+",\"%[3]s\",easy\n", i, strings.TrimSpace(linesOf(r.puzzle)), strings.TrimSpace(linesOf(r.solution)), r.solution)
			}
			for i, c := range text {
				torn := text[:i] + strings.TrimPrefix(text[i:], "\"")
				if strings.HasPrefix(text[i:], "easy") {
					torn = text[:i] + "very, " + text[i:]
				} else if c != '"' {
					continue
				}
				for _, name := range []string{"in.csv", "in.txt"} {
					rows, _, _ := readSample([]string{store(t, name, torn)}, ReadOptions{}, 7) // an error is fine
					for _, row := range rows {
						if row.Puzzle != "" && !strings.Contains(row.Puzzle, ".") {
							t.Errorf("%s with %s, byte %d: %+v is a row", name, header, i, row)
						}
					}
				}
			}
		}
	}
}

// TestLongTornRecord checks that a header with known names determines the number of fields, even if
// one record lacks a quote and the lines of this record fill the rest of the head.
func TestLongTornRecord(t *testing.T) {
	text := "id,puzzle,output\n0," + puzzle(0) + ",\"a\"b" + strings.Repeat("\n7, 8", 120) + "\"\n"
	want := slices.Repeat([]string{invalid}, 121)
	for i := range 20 {
		text += fmt.Sprintf("%d,%s,\"a\nb\"\n", i, puzzle(i))
		want = append(want, puzzle(i))
	}
	checkRead(t, ReadOptions{}, "in.csv", text, 0, want...)
}

// TestExamplesInPrompts checks that lines of quoted prompts are not rows, although they hold puzzles,
// and that a surplus delimiter makes only its row invalid.
func TestExamplesInPrompts(t *testing.T) {
	for _, delimiter := range []string{",", ";", "\t", "|"} {
		for _, example := range []string{"Q: %s\nA: %s", "%s, %s", "%s;%s", "%s\n%s"} {
			first, text := "prompt,puzzle,solution\n", "id,prompt,puzzle,solution\n"
			for i, p := range samplePuzzles(12) {
				record := fmt.Sprintf("\"Examples:\n"+example+"\nNow: %s\",%[3]s,%s\n", puzzle(i), solution(i), p, solution(0))
				first, text = first+record, text+fmt.Sprintf("%d,", i)+record
			}
			first, text = strings.ReplaceAll(first, ",", delimiter), strings.ReplaceAll(text, ",", delimiter)
			for _, name := range []string{"in.csv", "in.txt"} {
				checkRead(t, ReadOptions{}, name, first, -1, samplePuzzles(12)...)
				unknown := strings.NewReplacer("puzzle", "given", "solution", "full").Replace(text)
				checkRead(t, ReadOptions{}, name, unknown, -1, samplePuzzles(12)...)
				checkRead(t, ReadOptions{}, name, text, -1, samplePuzzles(12)...)
				checkRead(t, ReadOptions{}, name, strings.TrimSuffix(text, "\n")+delimiter+"\n", -1, append(samplePuzzles(11), invalid)...)
			}
		}
	}
}

// TestTornNineLineGrids removes one quote at a time from a file without a header. The file must
// still be read, and only the row that lacks the quote may be lost.
func TestTornNineLineGrids(t *testing.T) {
	text := ""
	for i, r := range sampleRecords(10) {
		text += fmt.Sprintf("%d,\"%s\",\"%s\"\n", i, strings.TrimSpace(linesOf(r.puzzle)), strings.TrimSpace(linesOf(r.solution)))
	}
	for i, c := range text {
		if c != '"' {
			continue
		}
		var found []string
		rows, _, err := readSample([]string{store(t, "in.txt", text[:i]+text[i+1:])}, ReadOptions{}, 7)
		for _, row := range rows {
			if row.Puzzle != "" {
				found = append(found, row.Puzzle)
			}
		}
		all, torn := samplePuzzles(10), strings.Count(text[:i], "\"")/4
		if rest := slices.Delete(slices.Clone(all), torn, torn+1); err != nil || !slices.Equal(found, rest) && !slices.Equal(found, all) {
			t.Errorf("quote %d: read %d puzzles, error %v", i, len(found), err)
		}
	}
}

// TestQuoteInGrid checks that a stray quote in a row of a nine-line grid is ignored.
func TestQuoteInGrid(t *testing.T) {
	grids := ""
	for _, p := range samplePuzzles(6) {
		grids += cellsOfLines(p) + "\n"
	}
	checkRead(t, ReadOptions{}, "in.txt", strings.Replace(grids, ",", ",\"", 1), 0, samplePuzzles(6)...)
}

// TestQuotesInText checks that quotes at the ends of fields do not turn text into a table. The
// quotes are ditto marks, or they enclose strings with grids.
func TestQuotesInText(t *testing.T) {
	found := samplePuzzles(6)
	for _, form := range []string{"%d\t%s\t%s\n", "%[2]s,%[3]s\n", "%[2]s;%[3]s\n", "%[3]s|%[2]s\n", "%[3]s\t%[2]s\n", "%[1]d|%[2]s|%[3]s\n"} {
		text := ""
		for i, p := range found {
			text += fmt.Sprintf(form, i, p, map[bool]string{true: "\"", false: "easy"}[i%3 > 0])
		}
		rows, _, err := readSample([]string{store(t, "in.txt", text)}, ReadOptions{}, 7)
		if err != nil || len(rows) != 6 {
			t.Errorf("%q: %d rows, error %v", form, len(rows), err)
		}
	}
	text := "grids = [\n"
	for _, p := range found {
		text += "\"\"\"\n" + linesOf(p) + "\"\"\",\n"
	}
	checkRead(t, ReadOptions{}, "in.txt", text, -1, found...)
}

// TestQuotesNextToPuzzles checks that lone quotes next to puzzles do not hide lines of text or TSV.
func TestQuotesNextToPuzzles(t *testing.T) {
	for _, name := range []string{"in.txt", "in.tsv"} {
		for _, note := range []string{"\"", "\"open", "5\"", "5'30\""} {
			text, found := "", samplePuzzles(60)
			for i, p := range found {
				text += p + "\t" + map[bool]string{true: note, false: "easy"}[i == 7 || i == 20] + "\tx\n"
			}
			rows, _, err := readSample([]string{store(t, name, text)}, ReadOptions{}, 7)
			if err != nil || len(rows) != 60 {
				t.Errorf("%s, %s: %d rows, error %v", name, note, len(rows), err)
			}
		}
	}
}
