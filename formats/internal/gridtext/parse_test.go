package gridtext

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// TestParseGrid checks that Parse accepts grids, and returns the right reason for any other value.
func TestParseGrid(t *testing.T) {
	p := testkit.Puzzle(0)
	spread := strings.Join(strings.Split(p, ""), ", ")
	var rows []string
	for i := 0; i < len(p); i += 9 {
		rows = append(rows, p[i:i+9])
	}
	moved := strings.Replace(testkit.Nested(p), "], [", ", ", 1)
	moved = moved[:len("[[")+len("1, ")*7+1] + "], [" + moved[len("[[")+len("1, ")*8:]
	clues := strings.ReplaceAll(testkit.Solution(0), "1", "0")
	tests := []struct{ name, value, reason string }{
		{"a grid", p, ""},
		{"white space around it", " \t" + p + "\r\n", ""},
		{"other blanks", strings.NewReplacer(".", "X", "0", "?").Replace(p), ""},
		{"spaces for blanks", strings.ReplaceAll(p, ".", " "), ""},
		{"flat list", "[" + spread + "]", ""},
		{"nested list", testkit.Nested(p), ""},
		{"quoted digits", "['" + strings.Join(strings.Split(p, ""), "', '") + "']", ""},
		{"tuples", "[(" + spread + ")]", ""},
		{"a set", "{" + spread + "}", ""},
		{"cells and spaces, as NumPy prints them", "[" + strings.ReplaceAll(spread, ",", "\n") + "]", ""},
		{"rows in quotes", "['" + strings.Join(rows, "', '") + "']", ""},
		{"rows and commas", strings.Join(rows, ", "), ""},
		{"nine lines", strings.Join(rows, "\n") + "\n", ""},
		{"nine lines with carriage returns", strings.Join(rows, "\r\n"), ""},
		{"cells, tabs and lines", strings.Join(strings.Split(strings.Join(rows, "\n"), ""), "\t"), ""},

		{"empty", "", "empty"},
		{"white space", " \t ", "empty"},
		{"a rule", strings.Repeat("-", 81), "empty"},
		{"a rule with spaces", " " + strings.Repeat("-", 81) + " ", "empty"},
		{"a rule in nine parts", strings.Repeat("--------- ", 9), "empty"},
		{"short", p[1:], "too_short length=80"},
		{"short with spaces", p[1:] + "  ", "too_short length=80"},
		{"long", p + "1", "too_long length=82"},
		{"characters, not bytes", p + "é", "bad_character position=82 character=U+00E9"},
		{"multi-byte in 81 bytes", p[:79] + "é", "too_short length=80"},
		{"foreign character", p[:7] + "q" + p[8:], "bad_character position=8 character=U+0071"},
		{"foreign character after white space", " \t" + p[:7] + "q" + p[8:] + "\n", "bad_character position=8 character=U+0071"},
		{"foreign character in a list", "[q" + spread[1:] + "]", "bad_character position=2 character=U+0071"},
		{"multi-byte character", p[:80] + "é", "bad_character position=81 character=U+00E9"},
		{"after a multi-byte blank", "․" + p[1:], "bad_character position=1 character=U+2024"},
		{"beyond four digits", p[:2] + "🙂" + p[3:], "bad_character position=3 character=U+1F642"},
		{"not UTF-8", p[:2] + "\xff" + p[3:], "bad_character position=3 character=U+FFFD"},
		{"control character", p[:2] + "\x00" + p[3:], "bad_character position=3 character=U+0000"},
		{"bytes from 0 to 9", strings.Repeat("\x05\x03\x00\t\x07\n\x00\t\x09", 9), "bad_character position=1 character=U+0005"},
		{"a tab inside", p[:3] + "\t" + p[4:], "too_short length=80"},
		{"short list", "[" + spread[3:] + "]", "too_short length=80"},
		{"long list", "[" + spread + ", 1]", "too_long length=82"},
		{"empty list", "[]", "too_short length=0"},
		{"a NumPy array", "array([" + spread + "])", "bad_character position=1 character=U+0061"},
		{"rows of 8 and 10", moved, "too_short length=8"},
		{"an empty tenth list", strings.TrimSuffix(testkit.Nested(p), "]") + ", []]", "too_short length=0"},
		{"an empty first list", "[[], " + testkit.Nested(p)[1:], "too_short length=0"},
		{"a list of one cell", "[" + spread[:9] + "[" + spread[9:10] + "]" + spread[10:] + "]", "too_short length=3"},
		{"lists of one cell", "[[" + strings.ReplaceAll(spread, ", ", "], [") + "]]", "too_short length=1"},
		{"three lists of 27 cells", "[[" + strings.Join([]string{spread[:79], spread[81:160], spread[162:]}, "], [") + "]]", "too_short length=27"},
		{"rows of 8 and 10 of which one is a tuple", strings.Replace(moved, "[[", "[(", 1), "too_short length=8"},
		{"a null", strings.Replace(spread, p[:1], "null", 1), "bad_cell position=1"},
		{"an empty string", strings.Replace(spread, p[:1], `""`, 1), "bad_cell position=1"},
		{"empty items", strings.ReplaceAll(spread, ".", ""), "bad_cell position=3"},
		{"a larger number in a list", "[" + spread[:3] + "10" + spread[4:] + "]", "bad_cell position=2"},
		{"floating-point numbers", strings.ReplaceAll(spread, ",", ".0,"), "bad_cell position=1"},
		{"a floating-point number", "2.0400900054000235e+79", "lost_digits"},
		{"a small number", "1.5e+3", "too_short length=6"},
		{"80 numbers, one of them larger", "[" + spread[:3] + "10" + spread[4:len(spread)-3] + "]", "bad_cell position=2"},
		{"a line end inside", p[:41] + "\n" + p[41:], "bad_character position=42 character=U+000A"},
		{"rows and slashes", strings.Join(rows, "/"), "bad_character position=10 character=U+002F"},
		{"a larger grid", strings.Repeat("1", 256), "too_long length=256"},

		{"80 digits", clues[1:], "lost_zeros digits=80"},
		{"80 digits with white space", " " + clues[1:] + "\n", "lost_zeros digits=80"},
		{"a number in Excel's notation", "8,20E+80", "lost_digits"},
		{"an exponent within a grid", clues[:40] + "e" + clues[41:], "bad_character position=41 character=U+0065"},
		{"55 digits", "1" + strings.Repeat("0", 54), "lost_zeros digits=55"},
		{"16 digits", clues[:16], "too_short length=16"},
		{"20 digits and a blank", clues[:20] + ".", "too_short length=21"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := solver.Grid{1}
			reason := Parse(&g, []byte(test.value))
			if reason.Code() != test.reason {
				t.Errorf("reason %q, want %q", reason.Code(), test.reason)
			}
			if test.reason == "" && g.String() != p {
				t.Errorf("grid %s, want %s", &g, p)
			}
			if test.reason != "" && g != (solver.Grid{}) {
				t.Errorf("a value that is not a grid left %q", g)
			}
		})
	}
}

func TestParseDoesNotAllocate(t *testing.T) {
	values := [][]byte{[]byte(testkit.Puzzle(0)), []byte(testkit.Nested(testkit.Puzzle(0))), []byte("é, 7"), []byte(strings.Repeat("1", 40)), []byte("2.04e+79")}
	code := make([]byte, 0, 96)
	var g solver.Grid
	if n := testing.AllocsPerRun(100, func() {
		for _, value := range values {
			code = Parse(&g, value).AppendCode(code[:0])
			_, _ = ParseReason(code)
		}
	}); n > 0 {
		t.Errorf("%v allocations for %d values", n, len(values))
	}
}
