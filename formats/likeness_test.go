package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// Each likeness has rows, and what is none of them looks like nothing.
func TestLikenesses(t *testing.T) {
	p := puzzle(0)
	met := map[Likeness]bool{}
	for name, texts := range map[string][]string{
		"other": {
			"", "x", "53", p[:80], p, "# comment", "puzzle", "Grid 01", "hello world", "abcd", "ABBA", "a letter of 16..", "(see below)", "<3", "12.5",
			"5, 3, 12", "[5, 3, 11, 0, 0, 0]", "it's: a text - of words", "1 2 3 4 5 6 7 8 9", strings.Repeat("1.", 200), "b", "[0, 5.5, 3]", solution(0),
		},
		"objects":    {`{"puzzle": "` + p + `"}`, `{ "a": 1}`},
		"bytes":      {"b'" + p + "'", `b"` + p[:10] + `"`},
		"scaled":     {"[" + strings.Repeat("<0.5555556>, 0, <-0.11>, ", 27) + "]", strings.Repeat("-5.000000000000000000e-01 ", 81)},
		"markup":     {"<td>" + p + "</td>", "<?xml version='1.0'?>", "</tr>"},
		"rounded":    {"2.04009E+79", "1e80", "5,3007E+80", "5" + strings.Repeat("30", 39) + "53.0"},
		"candidates": {strings.Repeat("123456789", 81), "| 1247 5    1247 | 3    8    124679 | 1249 1269 1267 |", "1247 5 1247 3 8 124679 1249 1269 1267", "║ 12 5 17 ║ 3 8 19 ║ 1 2 3 ║"},
		"frames":     {"+---+---+---+", "╔═══════╦═══════╗", ".------.------.", "| 5 3 | . . |", "║ 5 3 ║", "'-------'-------'"},
		"rows":       {p[:9], "..5..3..1"},
		"blanks":     {strings.ReplaceAll(p, ".", "o"), strings.ReplaceAll(p, ".", "é")},
		"4x4":        {"1..4", "1 . . 4", "1..4..3..2..3..1"},
		"6x6":        {"..1234", strings.Repeat("1.....", 6)},
		"8x8":        {"1......8"},
		"10x10":      {"12345678.a"},
		"12x12":      {"1..4..7..A.C", strings.Repeat("..9ABC......", 12)},
		"16x16":      {"1..4..7..A.C..FG", "0 16 3 5 0 0 0 1 2 0 0 0 9 11 12 13", strings.Repeat("0123456789ABCDEF", 16)},
		"25x25":      {"ABC.EFGHIJKLMNOPQRSTUVWXY", strings.Repeat("ABCDEFGHIJKLMNOP.RSTUVWXY", 25)},
	} {
		want, known := ParseLikeness(name)
		if !known {
			t.Fatalf("there is no likeness %s", name)
		}
		for _, text := range texts {
			got := likenessOf([]byte(text))
			if met[got] = true; got != want {
				t.Errorf("%q looks like %s, want %s", text, got, want)
			}
		}
	}
	for l := range likenesses {
		if !met[Likeness(l)] {
			t.Errorf("nothing looks like %s", Likeness(l))
		}
	}
}

// What the first rows look like does not depend on batches, and is said of more than half alone.
func TestCommonestLikeness(t *testing.T) {
	for _, c := range []struct {
		rows, want string
	}{
		{"1..4\n1..4\nx\n", "4x4"}, {"1..4\nx\n", "other"}, {"x\n", "other"}, {strings.Repeat("1..4\n", 60) + strings.Repeat("x\n", 1000), "4x4"},
		{puzzle(0) + "\n", "other"},
	} {
		file := store(t, "in.txt", c.rows)
		var first LikenessCounts
		for size := 1; size < 200; size = 2*size + 1 {
			var counts LikenessCounts
			err := each([]string{file}, ReadOptions{}, size, func(_ Reader, b *Batch) error {
				var inBatch LikenessCounts
				for i, r := range b.Results {
					if r.Verdict == solver.Invalid {
						inBatch.Add(b, i)
					}
				}
				counts.Merge(inBatch)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := counts.Commonest().String(); got != c.want {
				t.Errorf("%.20q looks like %s, want %s", c.rows, got, c.want)
			}
			if size == 1 {
				first = counts
			} else if !slices.Equal(counts, first) {
				t.Errorf("%.20q: batches of %d give %v, of 1 %v", c.rows, size, counts, first)
			}
		}
	}
}
