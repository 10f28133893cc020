package layout

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// relabelled returns puzzles as good as one, with other digits and rows.
func relabelled(n int, r *rand.Rand) (all []string) {
	for range n {
		digits := r.Perm(9)
		var rows []string
		for _, band := range r.Perm(3) {
			for _, row := range r.Perm(3) {
				at := 27*band + 9*row
				rows = append(rows, strings.Map(func(c rune) rune {
					if c == '.' {
						return c
					}
					return rune('1' + digits[c-'1'])
				}, clued[at:at+9]))
			}
		}
		all = append(all, strings.Join(rows, ""))
	}
	return all
}

// Where nothing stands between grids, a row that is missing or too many costs a few grids beside
// it, and no grid is made of rows of two.
func TestRowsThatAreMissingOrTooMany(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		puzzles := relabelled(200, r)
		text := ""
		for _, p := range puzzles {
			text += nine(p)
		}
		rows := strings.SplitAfter(text, "\n")
		rows = rows[:len(rows)-1]
		for _, at := range []int{r.IntN(800), 1000 + r.IntN(700)} {
			if r.IntN(2) == 0 {
				rows = slices.Delete(rows, at, at+1)
			} else {
				rows = slices.Insert(rows, at, rows[r.IntN(len(rows))])
			}
		}
		text = strings.Join(rows, "")
		out := rewritten(t, Grids([]byte(text), true, false), strings.NewReader(text))
		good, line := 0, 0
		for row := range bytes.Lines([]byte(out)) {
			switch row := strings.TrimSpace(string(row)); {
			case slices.Contains(puzzles, row):
				good++
			case len(row) > 9:
				t.Fatalf("a grid is made of rows of two: %s", row)
			case len(row) == 9 && row+"\n" != rows[line]:
				t.Fatalf("line %d is %s, and was %s", line+1, row, rows[line])
			}
			line++
		}
		if line != len(rows) || good < len(puzzles)-12 {
			t.Fatalf("%d of %d lines, %d of %d puzzles", line, len(rows), good, len(puzzles))
		}
	}
}

// Puzzles at fault stay grids: their clues contradict each other, they have many solutions, or
// there is a foreign character in them.
func TestFaultyGridsBelowEachOther(t *testing.T) {
	puzzles := relabelled(50, rand.New(rand.NewPCG(3, 4)))
	puzzles[20] = "55" + puzzles[20][2:]
	puzzles[21] = strings.Repeat(".", 80) + "1"
	puzzles[40] = "5x" + puzzles[40][2:80] + "a"
	text := ""
	for _, p := range puzzles {
		text += nine(p)
	}
	out := rewritten(t, Grids([]byte(text), true, false), strings.NewReader(text))
	lines := strings.Split(out, "\n")
	for i, p := range puzzles {
		if got, want := lines[9*i], strings.ReplaceAll(p, "x", "."); got != want {
			t.Errorf("puzzle %d is %q, want %q", i, got, want)
		}
	}
}
