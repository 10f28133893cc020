package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridmill/gridmill/solver"
)

// What a file of lines says of each row, and where the row stands.
func TestTextVerdicts(t *testing.T) {
	p := puzzle(0)
	other := strings.NewReplacer(".", "0").Replace(p)
	zeros, blank := strings.Repeat("0", 100), strings.Repeat(".", solver.Cells)
	good := func(line int64) outcome { return outcome{Line: line, Puzzle: p, Verdict: "unique"} }
	bad := func(line int64, reason string) outcome {
		return outcome{Line: line, Verdict: "invalid", Reason: reason}
	}
	more := func(line int64) outcome { return bad(line, "more than 81 cells") }
	tests := []struct {
		name, text string
		want       []outcome
	}{
		{"empty file", "", nil},
		{"comments only", "# one\n#two", nil},
		{"no last newline", p, []outcome{good(1)}},
		{"CRLF and a mark", "\ufeff" + p + "\r\n" + p + "\r\n", []outcome{good(1), good(2)}},
		{"comments and empty lines", "# a\n\n" + p + "\n#" + p + "\n\r\n" + p + "\n", []outcome{good(3), good(6)}},
		{"a count", "2\n" + p + "\n" + p + "\n", []outcome{good(2), good(3)}},
		{"a count later is a row", p + "\n2\n", []outcome{good(1), bad(2, "too_short length=1")}},
		{"81 digits are no count", solution(0) + "\n", []outcome{{Line: 1, Puzzle: solution(0), Verdict: "unique"}}},
		{"81 zeros are no count", zeros[:solver.Cells] + "\n", []outcome{{Line: 1, Puzzle: blank, Verdict: "multiple"}}},
		{"zeros before a few clues are no count", " " + zeros[:80] + "7 \r\n", []outcome{{Line: 1, Puzzle: blank[:80] + "7", Verdict: "multiple"}}},
		{"many zeros are no count", zeros[:14] + "\n" + p + "\n", []outcome{bad(1, "too_short length=14"), good(2)}},
		{"some zeros are a count", zeros[:13] + "\n" + p + "\n", []outcome{good(2)}},
		{"the second word, without a count", "1 " + zeros[:80] + "7\n", []outcome{{Line: 1, Puzzle: blank[:80] + "7", Verdict: "multiple"}}},
		{"other blanks", other + "\n" + strings.NewReplacer(".", "*").Replace(p) + "\n" +
			strings.NewReplacer(".", "_").Replace(p) + "\n" + strings.NewReplacer(".", "-").Replace(p) + "\n",
			[]outcome{good(1), good(2), good(3), good(4)}},
		{"text behind it", p + " # rated 7.2\n" + p + ",x,y\n" + p + " 17\n" + p + ":1:" + solution(0) + "\n" + p + "\tname\n" + p + "|1\n" + p + "=5\n",
			[]outcome{good(1), good(2), good(3), good(4), good(5), good(6), good(7)}},
		{"more cells", p + "1\n" + p + ".\n" + p + "0\n" + p + "*\n" + p + "_\n" + p + "- x\n" + p + "\n" + strings.Repeat(p, 9) + "\n" + p + "x\n" + p + "A\n" + p + "?\n",
			[]outcome{more(1), more(2), more(3), more(4), more(5), more(6), good(7), more(8), more(9), more(10), more(11)}},
		{"more cells, and foreign ones before", p[:80] + "q" + p + "\n", []outcome{bad(1, "bad_character position=81 character=U+0071")}},
		{"more cells in the second word", "ab " + p + "\n" + "cd " + p + "12 easy\n", []outcome{good(1), more(2)}},
		{"another word where the first has more cells", strings.Repeat(p, 9) + " " + p + "\n", []outcome{good(1)}},
		{"space around it", "  " + p + "  \n\t" + p + "\n", []outcome{good(1), good(2)}},
		{"the second word", "0000183b305c " + p + "  7.1\n00021b5cd7d5 " + p + "  1.2\n", []outcome{good(1), good(2)}},
		{"a word is missing", "0000183b305c " + p + " 7.1\n0000183b305c\n", []outcome{good(1), bad(2, "empty")}},
		{"nested lists", nested(p) + "\n" + nested(p) + " # easy [1]\n", []outcome{good(1), good(2)}},
		{"multi-byte character", p[:4] + "é" + p[5:] + "\n" + p[:80] + "é tail\n" + p + "é\n", []outcome{
			bad(1, "bad_character position=5 character=U+00E9"), bad(2, "bad_character position=81 character=U+00E9"), more(3),
		}},
		{"quotes mean nothing", "\"" + p + "\n" + p + "\n", []outcome{bad(1, `bad_character position=1 character=U+0022`), good(2)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, size := range []int{1, 2, 1000} {
				got, err := outcomes([]string{store(t, "in.txt", test.text)}, ReadOptions{}, size)
				if err != nil {
					t.Fatal(err)
				}
				for i := range test.want {
					test.want[i].File = "in.txt"
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("batches of %d: rows differ (-want +got):\n%s", size, diff)
				}
			}
		})
	}
}

func TestTextColumns(t *testing.T) {
	file := store(t, "in.txt", puzzle(0)+" "+puzzle(1)+"\n")
	got := mustOutcomes(t, file, ReadOptions{Format: Text, Column: "2"})
	if len(got) != 1 || got[0].Puzzle != puzzle(1) {
		t.Errorf("the second word is not the puzzle: %v", got)
	}
	for _, test := range []struct {
		o    ReadOptions
		says string
	}{
		{ReadOptions{Format: Text, Column: "puzzle"}, `there is no column "puzzle": the puzzles in a line of text go by number`},
		{ReadOptions{Format: Text, Column: "0"}, `there is no column "0"`},
		{ReadOptions{Format: Text, AnswerColumn: "2"}, "lines of text have no answers"},
		{ReadOptions{Format: Text, Keep: ParseKeep("id")}, `there is no column "id"; the file has: rest`},
		{ReadOptions{}, "several columns hold grids with blanks"},
	} {
		_, err := outcomes([]string{file}, test.o, 10)
		wantError(t, err, "in.txt: ", test.says)
	}
	_, err := outcomes([]string{store(t, "in.txt", puzzle(0)+" \n")}, ReadOptions{Keep: ParseKeep("rest")}, 10)
	wantError(t, err, "in.txt: ", "lines of text have no columns to keep")
}

// Where the name of a file does not show its format, its first line does.
func TestFormatByContent(t *testing.T) {
	p := puzzle(0)
	tests := []struct {
		name, text string
		want       Format
	}{
		{"lines", p + "\n", Text},
		{"lines with blanks", "# a, b\n" + p + " tail\n", Text},
		{"comma", "id,puzzle\n1," + p + "\n", CSV},
		{"semicolon", "id;puzzle\n1;" + p + "\n", CSV},
		{"tab", "id\tpuzzle\n1\t" + p + "\n", TSV},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			info, err := Inspect(store(t, "data", test.text), ReadOptions{})
			if err != nil || info.Format != test.want || info.Rows != 1 || info.First[0].String() != p {
				t.Errorf("%+v, error %v; want %v and one row", info, err, test.want)
			}
		})
	}
}

// A line with two puzzles behind others with one is invalid, so that none is passed over.
func TestLaterLinesOfSeveralPuzzles(t *testing.T) {
	text := strings.Repeat(puzzle(0)+"\n", 2*sampleRows)
	for _, late := range []string{puzzle(0) + " " + puzzle(1), puzzle(0) + ",7," + puzzle(1) + ";", puzzle(0) + " 1 2 " + solution(1) + " " + puzzle(1)} {
		rows := mustOutcomes(t, store(t, "in.txt", text+late+"\n"+puzzle(0)+" "+solution(0)+"\n"), ReadOptions{})
		if got := rows[2*sampleRows]; got.Verdict != "invalid" || got.Reason != "more than one puzzle in a line" {
			t.Errorf("%s: %+v", late, got)
		}
		if got := rows[2*sampleRows+1]; got.Verdict != "unique" {
			t.Errorf("a puzzle and its solution: %+v", got)
		}
	}
}
