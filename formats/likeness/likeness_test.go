package likeness

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// Each kind has rows, and what is none of them looks like nothing.
func TestKinds(t *testing.T) {
	p, solved := testkit.Puzzle(0), testkit.Solution(0)
	met := map[Kind]bool{}
	for name, texts := range map[string][]string{
		"other": {
			"", "x", "53", p[:80], p, "# comment", "puzzle", "Grid 01", "hello world", "abcd", "ABBA", "a letter of 16..", "(see below)", "<3", "12.5",
			"5, 3, 12", "[5, 3, 11, 0, 0, 0]", "it's: a text - of words", "1 2 3 4 5 6 7 8 9", strings.Repeat("1.", 200), "b", "[0, 5.5, 3]", solved,
		},
		"objects":    {`{"puzzle": "` + p + `"}`, `{ "a": 1}`},
		"bytes":      {"b'" + p + "'", `b"` + p[:10] + `"`},
		"scaled":     {"[" + strings.Repeat("<0.5555556>, 0, <-0.11>, ", 27) + "]", strings.Repeat("-5.000000000000000000e-01 ", 81)},
		"minus one":  {"[[4, -1, -1, 7, 5],", "-1 -1 3 -1 "},
		"markup":     {"<td>" + p + "</td>", "<?xml version='1.0'?>", "</tr>"},
		"rounded":    {"2.04009E+79", "1e80", "5,3007E+80", "5" + strings.Repeat("30", 39) + "53.0"},
		"candidates": {strings.Repeat("123456789", 81), "| 1247 5    1247 | 3    8    124679 | 1249 1269 1267 |", "1247 5 1247 3 8 124679 1249 1269 1267", "║ 12 5 17 ║ 3 8 19 ║ 1 2 3 ║"},
		"frames":     {"+---+---+---+", "╔═══════╦═══════╗", ".------.------.", "| 5 3 | . . |", "║ 5 3 ║", "'-------'-------'"},
		"rows":       {p[:9], "..5..3..1"},
		"beside":     {p[:9] + "  " + solved[:9], p[:9] + "\t| " + solved[:9] + " " + p[9:18]},
		"numbered":   {"0 " + strings.Repeat("17:3 ", 20), strings.Repeat("1:5 ", 9)},
		"counted":    {"3x3:2a4b9_5c4_2_3d"},
		"letters": {strings.Map(func(c rune) rune {
			if c == '.' {
				return c
			}
			return c - '1' + 'A'
		}, p)},
		"digits": {"５３００７００００" + "６００１９５０００", strings.Repeat("٣", 81)},
		"blanks": {strings.ReplaceAll(p, ".", "o"), strings.ReplaceAll(p, ".", "é")},
		"4x4":    {"1..4", "1 . . 4", "1..4..3..2..3..1"},
		"6x6":    {"..1234", strings.Repeat("1.....", 6)},
		"8x8":    {"1......8"},
		"10x10":  {"12345678.a"},
		"12x12":  {"1..4..7..A.C", strings.Repeat("..9ABC......", 12)},
		"16x16":  {"1..4..7..A.C..FG", "0 16 3 5 0 0 0 1 2 0 0 0 9 11 12 13", strings.Repeat("0123456789ABCDEF", 16)},
		"25x25":  {"ABC.EFGHIJKLMNOPQRSTUVWXY", strings.Repeat("ABCDEFGHIJKLMNOP.RSTUVWXY", 25)},
	} {
		want, known := Parse(name)
		if !known {
			t.Fatalf("there is no kind %s", name)
		}
		for _, text := range texts {
			got := Of([]byte(text))
			if met[got] = true; got != want {
				t.Errorf("%q looks like %s, want %s", text, got, want)
			}
		}
	}
	for k := range kinds {
		if !met[Kind(k)] {
			t.Errorf("nothing looks like %s", Kind(k))
		}
	}
}
