package gridtext

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// Parse reads what is a grid and gives a reason for what is none.
func TestParseGrid(t *testing.T) {
	p := testkit.Puzzle(0)
	spread := strings.Join(strings.Split(p, ""), ", ")
	var rows []string
	for i := 0; i < len(p); i += 9 {
		rows = append(rows, p[i:i+9])
	}
	tests := []struct{ name, value, reason string }{
		{"a grid", p, ""},
		{"white space around it", " \t" + p + "\r\n", ""},
		{"flat list", "[" + spread + "]", ""},
		{"nested list", testkit.Nested(p), ""},
		{"quoted digits", "['" + strings.Join(strings.Split(p, ""), "', '") + "']", ""},
		{"tuples", "[(" + spread + ")]", ""},
		{"numpy", "[" + strings.ReplaceAll(spread, ",", "\n") + "]", ""},
		{"empty", "", "empty"},
		{"white space", " \t ", "empty"},
		{"short", p[1:], "80 characters"},
		{"short with spaces", p[1:] + "  ", "80 characters"},
		{"long", p + "1", "82 characters"},
		{"characters, not bytes", p + "é", "82 characters"},
		{"multi-byte in 81 bytes", p[:79] + "é", "80 characters"},
		{"foreign character", p[:7] + "q" + p[8:], "character 'q' at position 8"},
		{"multi-byte character", p[:80] + "é", "character 'é' at position 81"},
		{"behind a multi-byte blank", "․" + p[1:], "character '․' at position 1"},
		{"not UTF-8", p[:2] + "\xff" + p[3:], "character '�' at position 3"},
		{"control character", p[:2] + "\x00" + p[3:], `character '\x00' at position 3`},
		{"spaces for blanks", strings.ReplaceAll(p, ".", " "), ""},
		{"a tab inside", p[:3] + "\t" + p[4:], `character '\t' at position 4`},
		{"short list", "[" + spread[3:] + "]", "a list of 80 cells"},
		{"long list", "[" + spread + ", 1]", "a list of 82 cells"},
		{"very long list", "[" + strings.Repeat("1,", 999) + "]", "a list of 999 cells"},
		{"empty list", "[]", "a list of 0 cells"},
		{"two digits", "[10, 1]", "not a list of cells from position 3"},
		{"nulls for blanks", "[" + strings.NewReplacer("0", "null", ".", "null").Replace(spread) + "]", ""},
		{"rows in quotes", "['" + strings.Join(rows, "', '") + "']", ""},
		{"rows without quotes", "[" + strings.Join(rows, ", ") + "]", ""},
		{"a row without quotes lacks a cell", "[" + strings.Join(rows, ", ")[1:] + "]", "not a list of cells from position 4"},
		{"a row without quotes has one too many", "[" + strings.Join(rows, ", ") + "0]", "not a list of cells from position 99"},
		{"floating-point numbers as long as rows", "[" + strings.NewReplacer(",", ".0000000,", ".", "0").Replace(spread) + ".0000000]", ""},
		{"a row in quotes lacks a cell", "['" + strings.Join(rows, "', '")[1:] + "']", "not a list of cells from position 5"},
		{"floating-point numbers", "[" + strings.NewReplacer(",", ".0,", ".", "0").Replace(spread) + ".0]", ""},
		{"numpy's floating-point numbers", "[" + strings.NewReplacer(",", ". ", ".", "0").Replace(spread) + ".]", ""},
		{"a fraction", "[0.5, 1]", "not a list of cells from position 4"},
		{"nine lines", strings.Join(rows, "\n") + "\n", ""},
		{"nine lines with carriage returns", strings.Join(rows, "\r\n"), ""},
		{"cells and lines", strings.ReplaceAll(strings.Join(strings.Split(strings.Join(rows, "\n"), ""), " "), " \n ", "\n") + "\n", ""},
		{"cells and lines, one too few", strings.Join(strings.Split(strings.Join(rows, "\n")[1:], ""), " "), "175 characters"},
		{"cells and lines, two in a word", strings.Replace(strings.Join(strings.Split(strings.Join(rows, "\n"), ""), " "), " ", "", 1), "176 characters"},
		{"an array of NumPy", "array([[" + strings.ReplaceAll(spread, ".", "0") + "]])", ""},
		{"an array of NumPy with a type", "array([" + spread + "], dtype=int8)", ""},
		{"an array that does not end", "array([", "a list of 0 cells"},
		{"eight lines", strings.Join(rows[:8], "\n"), "79 characters"},
		{"nothing but null", "[null]", "a list of 1 cell"},
		{"a null in a number", "[1null]", "not a list of cells from position 3"},
		{"words", "[nil]", "not a list of cells from position 2"},
		{"None for blanks", "(" + strings.NewReplacer("0", "None", ".", "None").Replace(spread) + ")", ""},
		{"nan for blanks", "[" + strings.NewReplacer("0", "nan", ".", "NaN").Replace(spread) + "]", ""},
		{"a set", "{" + spread + "}", ""},
		{"rows and slashes", strings.Join(rows, "/"), ""},
		{"rows and slashes, one behind", strings.Join(rows, "/") + "/", ""},
		{"rows and commas with spaces", strings.Join(rows, ", "), ""},
		{"rows and different separators", strings.Join(rows[:5], "/") + "|" + strings.Join(rows[5:], "/"), "89 characters"},
		{"rows and letters", strings.Join(rows, "x"), "89 characters"},
		{"rows and blanks", strings.Join(rows, "."), "89 characters"},
		{"rows and clues", strings.Join(rows, "7"), "89 characters"},
		{"a row lacks a cell", strings.Join(rows, "|")[1:], "88 characters"},
		{"ten rows", strings.Join(rows, " ") + " " + rows[0], "99 characters"},
		{"cells and spaces", strings.Join(strings.Split(p, ""), " "), ""},
		{"cells and spaces, one too many", strings.Join(strings.Split(p+"1", ""), " "), "163 characters"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := solver.Grid{1}
			reason := Parse(&g, []byte(test.value))
			if reason.String() != test.reason {
				t.Errorf("reason %q, want %q", reason, test.reason)
			}
			if want := p; test.reason == "" && g.String() != want {
				t.Errorf("grid %s, want %s", &g, want)
			}
			if test.reason != "" && g != (solver.Grid{}) {
				t.Errorf("what is no grid left %q behind", g)
			}
		})
	}
}

// Every kind of reason has words of its own.
func TestReasonsHaveWords(t *testing.T) {
	seen := map[string]Kind{}
	for kind := NoReason; kind < numKinds; kind++ {
		text := Reason{Kind: kind}.String()
		if other, twice := seen[text]; twice {
			t.Errorf("kinds %d and %d both say %q", other, kind, text)
		}
		seen[text] = kind
	}
}
