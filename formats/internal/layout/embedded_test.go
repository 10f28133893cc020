package layout

import (
	"strings"
	"testing"
)

const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

func tuple(a, b string) string { return "  ('" + a + "', '" + b + "'),\n" }

func quoted(line string) string { return `"` + strings.TrimSpace(line) + `"` }

// Grids come out where they stood, with what stands beside them, and a line without a grid stays a
// row unless it is a comment, a bracket or a title above a grid.
func TestEmbedded(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"colons", clued + ":" + solved + "\n", clued + "," + solved + "\n"},
		{"the solution first", solved + "=" + clued + "\n", clued + "," + solved + "\n"},
		{"words", "no. 7 " + clued + " -> " + solved + " easy **\n", clued + "," + solved + ",no. 7 easy **\n"},
		{
			"tuples, some at fault",
			"x = [\n" + tuple(clued, solved) + tuple(clued[1:], solved) + tuple(clued, solved[1:]) + tuple(clued, solved) + tuple(clued, solved) + "  (None, None),\n]\n",
			"\n" + clued + "," + solved + "\n" + quoted(tuple(clued[1:], solved)) + ",\n" + clued + ",\"'" + solved[1:] + "'),\"\n" +
				clued + "," + solved + "\n" + clued + "," + solved + "\n" + "\"(None, None),\",\n\n",
		},
		{
			"words on one line alone",
			clued + ":" + solved + "\n" + clued + ":" + solved + ":hard\n",
			clued + "," + solved + ",\n" + clued + "," + solved + ",:hard\n",
		},
		{"titles", "Easy 1\n" + clued + "\n\nHard 2\n\n" + clued + "\n", "\n" + clued + " Easy 1\n\n\n\n" + clued + " Hard 2\n"},
		{
			"titles, a row at fault",
			"Easy 1\n" + clued + "\nEasy 2\n" + clued[1:] + "\nEasy 3\n" + clued + "\nthe end\n",
			"\n" + clued + " Easy 1\nEasy 2\n" + clued[1:] + "\n\n" + clued + " Easy 3\nthe end\n",
		},
		{"comments", "; mine\n// of 2024\n" + clued + "\nshort\n", "\n\n" + clued + "\nshort\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := rewritten(t, Embedded([]byte(test.text)), strings.NewReader(test.text))
			if got != test.want {
				t.Errorf("%q becomes\n%q, want\n%q", test.text, got, test.want)
			}
		})
	}
}

// Lines of puzzles, of results, and of a puzzle and its answer in turns are none of these, and
// neither are bad lines among good ones.
func TestNotEmbedded(t *testing.T) {
	for _, text := range []string{
		"", "x\n", clued + "\n", clued + " 1.2\n", clued + ":1:" + solved + "\n", "my puzzles\n" + clued + "\n" + clued + "\n",
		"# a\n" + clued + "\nabc\n" + clued + "\n", clued + "\n" + solved + "\n", "Puzzle\n" + clued + "\nSolution\n" + solved + "\n",
	} {
		if l := Embedded([]byte(text)); l != nil {
			t.Errorf("%q is taken for %s", text, l.Name)
		}
	}
}
