package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridmill/gridmill/solver"
)

// A verdictTest holds a file's text and the outcomes of its rows. The outcomes omit the file's
// name.
type verdictTest struct {
	name, text string
	want       []outcome
}

// checkVerdicts reads each text from a file with the given name, in batches of several sizes.
func checkVerdicts(t *testing.T, file string, o ReadOptions, tests []verdictTest) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, size := range []int{1, 2, 1000} {
				got, err := outcomes([]string{store(t, file, test.text)}, o, size)
				if err != nil {
					t.Fatal(err)
				}
				for i := range test.want {
					test.want[i].File = file
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("batches of %d: rows differ (-want +got):\n%s", size, diff)
				}
			}
		})
	}
}

// bad returns the outcome of a row that is not a puzzle.
func bad(line int64, reason string) outcome {
	return outcome{Line: line, Verdict: "invalid", Reason: reason}
}

// TestTextVerdicts checks the outcome and the line number of each row in text files.
func TestTextVerdicts(t *testing.T) {
	p := puzzle(0)
	zeros, blank := strings.Repeat("0", 100), strings.Repeat(".", solver.Cells)
	good := func(line int64) outcome { return outcome{Line: line, Puzzle: p, Verdict: "unique"} }
	long := func(line int64, length int) outcome { return bad(line, fmt.Sprintf("too_long length=%d", length)) }
	checkVerdicts(t, "in.txt", ReadOptions{Format: Text}, []verdictTest{
		{"empty file", "", nil},
		{"CRLF and a mark", "\ufeff" + p + "\r\n" + p + "\r\n", []outcome{good(1), good(2)}},
		{"comments and empty lines", "# a\n\n" + p + "\n#" + p + "\n\r\n" + p + "\n", []outcome{good(3), good(6)}},
		{"a count is a row", "2\n" + p + "\n", []outcome{bad(1, "too_short length=1"), good(2)}},
		{"81 zeros", zeros[:solver.Cells] + "\n", []outcome{{Line: 1, Puzzle: blank, Verdict: "multiple"}}},
		{"zeros before a few clues", " " + zeros[:80] + "7 \r\n", []outcome{{Line: 1, Puzzle: blank[:80] + "7", Verdict: "multiple"}}},
		{"lost zeros", p + "\n1" + zeros[:54] + "\n1" + zeros[:53] + "\n" + zeros[:55] + "\n", []outcome{good(1), bad(2, "lost_zeros digits=55"), bad(3, "too_short length=54"), bad(4, "too_short length=55")}},
		{"the second word", "1 " + zeros[:80] + "7\n", []outcome{{Line: 1, Puzzle: blank[:80] + "7", Verdict: "multiple"}}},
		{"text after it", p + " # rated 7.2\n" + p + ",a,b\n" + p + " 17\n" + p + "\tname\n" + p + "|1\n" + p + "=5\n",
			[]outcome{good(1), good(2), good(3), good(4), good(5), good(6)}},
		{"two words of 81 cells", p + ":1:" + solution(0) + "\n" + p + " " + p + "\n", []outcome{bad(1, "several_puzzles"), bad(2, "several_puzzles")}},
		{"more cells", p + "1\n" + p + ".\n" + p + "- w\n" + p + "\n" + strings.Repeat(p, 9) + "\n" + p + "?\n",
			[]outcome{long(1, 82), long(2, 82), long(3, 82), good(4), long(5, 729), long(6, 82)}},
		{"more cells, and a foreign one", p[:80] + "q" + p + "\n", []outcome{long(1, 162)}},
		{"a foreign cell", p[:80] + "q\n", []outcome{bad(1, "bad_character position=81 character=U+0071")}},
		{"more cells in the second word", "ab " + p + "\n" + "cd " + p + "12 easy\n", []outcome{good(1), bad(2, "too_long length=83")}},
		{"another word where the first has more cells", strings.Repeat(p, 9) + " " + p + "\n", []outcome{good(1)}},
		{"space around it", "  " + p + "  \n\t" + p + "\n", []outcome{good(1), good(2)}},
		{"words around it", "0000183b305c " + p + "  7.1\n00021b5cd7d5 " + p + "  1.2\n", []outcome{good(1), good(2)}},
		{"a word is missing", "0000183b305c " + p + " 7.1\n0000183b305c\n", []outcome{good(1), bad(2, "too_short length=12")}},
		{"lists", nested(p) + "\n" + nested(p) + " # easy [1]\n", []outcome{good(1), bad(2, "no_puzzle")}},
		{"multi-byte character", p[:4] + "é" + p[5:] + "\n" + p[:80] + "é tail\n" + p + "é\n" + "“" + p + "”\n" + p + "\u00a07.1\n", []outcome{
			bad(1, "bad_character position=5 character=U+00E9"), bad(2, "too_short length=80"), good(3), good(4), good(5),
		}},
		{"quotes separate words", "\"" + p + "\n" + p + "\n", []outcome{good(1), good(2)}},
	})
}

// TestFirstRowsDoNotDecideWhatIsWritten checks that the puzzle_found column is not added even if
// the first puzzle is a list.
func TestFirstRowsDoNotDecideWhatIsWritten(t *testing.T) {
	list := strings.TrimSuffix(strings.Repeat("0,", 81), ",")
	for name, rows := range map[string]string{
		"in.csv":   "puzzle,n\n\"[" + list + "]\",1\n" + puzzle(0) + ",2\n",
		"in.jsonl": `{"puzzle":[` + list + `]}` + "\n" + `{"puzzle":"` + puzzle(0) + `"}` + "\n",
	} {
		got := string(mustConvert(t, []string{store(t, name, rows)}, keepAll, "out.csv", WriteOptions{}, 10))
		if header, _, _ := strings.Cut(got, "\n"); !strings.HasPrefix(header, "puzzle,") || strings.Contains(header, "puzzle_found") {
			t.Errorf("%s: the header is %s", name, header)
		}
	}
}

// TestFormatByContent checks that the first lines of a file determine its format if its name does
// not.
func TestFormatByContent(t *testing.T) {
	p := puzzle(0)
	tests := []struct {
		name, text string
		want       Format
	}{
		{"lines with blanks", "# a, b\n" + p + " tail\n", Text},
		{"words between colons", p + " level:3:\n", Text},
		{"a result of one row", p + ":1:" + solution(0) + "\n", CSV},
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

// TestLaterLinesOfSeveralPuzzles checks that a line with two puzzles is invalid if earlier lines
// have one puzzle. If it were valid, a puzzle could be lost silently.
func TestLaterLinesOfSeveralPuzzles(t *testing.T) {
	text := strings.Repeat(puzzle(0)+"\n", 2*sampleRows)
	for _, late := range []string{puzzle(0) + " " + puzzle(1), puzzle(0) + ",7," + puzzle(1) + ";", puzzle(0) + " 1 2 " + solution(1) + " " + puzzle(1)} {
		rows := mustOutcomes(t, store(t, "in.txt", text+late+"\n"+puzzle(0)+" "+solution(0)+"\n"), ReadOptions{})
		if got := rows[2*sampleRows]; got.Verdict != "invalid" || got.Reason != "several_puzzles" {
			t.Errorf("%s: %+v", late, got)
		}
		if got := rows[2*sampleRows+1]; got.Reason != "several_puzzles" {
			t.Errorf("a puzzle and its solution: %+v", got)
		}
	}
}
