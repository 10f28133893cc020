package formats

import (
	"strings"
	"testing"
)

// TestAnswers checks the classes of answers. They are compared as grids, not as text.
func TestAnswers(t *testing.T) {
	p, s := puzzle(0), solution(0)
	open, first, second := twoSolutions()
	tests := []struct{ name, puzzle, answer, want string }{
		{"the solution", p, s, "match"},
		{"the solution as a list", p, `"` + nested(s) + `"`, "match"},
		{"a solution of another puzzle", p, solution(1), "wrong"},
		{"a grid that breaks a rule", p, strings.Replace(s, "534678912", "534678911", 1), "wrong"},
		{"a grid that changes a clue", p, strings.Map(func(r rune) rune { return '1' + '9' - r }, s), "wrong"},
		{"a grid with blanks", p, p, "incomplete"},
		{"empty", p, "", ""},
		{"short", p, s[1:], "unreadable"},
		{"words", p, "see page 7", "unreadable"},
		{"no puzzle", p[1:], s, ""},
		{"no solution exists", "5" + strings.Repeat(".", 7) + "5" + strings.Repeat(".", 72), s, "wrong"},
	}
	text := "puzzle,solution\n" + p + "," + s + "\n" // the first row lets the reader find both columns
	for _, test := range tests {
		text += test.puzzle + "," + test.answer + "\n"
	}
	got := mustOutcomes(t, store(t, "in.csv", text), ReadOptions{})
	for i, test := range tests {
		if got[i+1].Answer != test.want {
			t.Errorf("%s: %q, want %q", test.name, got[i+1].Answer, test.want)
		}
	}

	both := mustOutcomes(t, store(t, "two.csv", "puzzle,solution\n"+open+","+first+"\n"+open+","+second+"\n"), ReadOptions{})
	if classes := both[0].Answer + " " + both[1].Answer; classes != "match other" && classes != "other match" {
		t.Errorf("the two solutions of one puzzle are classed %q, want one match and one other", classes)
	}
}

// TestNoAnswers checks that the output has no column of answer classes if the input has no answers.
func TestNoAnswers(t *testing.T) {
	file := store(t, "in.csv", "puzzle\n"+puzzle(0)+"\n")
	if out := string(mustConvert(t, []string{file}, keepAll, "out.csv", WriteOptions{}, 10)); strings.Contains(out, "answer") {
		t.Errorf("the output has a column of answers:\n%s", out)
	}
}
