package layout

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// cellFrames draws a frame around each cell of grids, with a line between each two of them.
func cellFrames(grids []string, blank string) string {
	rule := strings.Repeat("+---", 9) + "+\n"
	text := ""
	for _, grid := range grids {
		text += rule
		for row := range strings.Lines(nine(strings.ReplaceAll(grid, ".", blank))) {
			text += "| " + strings.Join(strings.Split(strings.TrimSuffix(row, "\n"), ""), " | ") + " |\n" + rule
		}
	}
	return text
}

// A line of framed grids that is missing, that comes twice or in which a character is missing or
// another costs the grid that it belongs to, and the next one at most; no grid is made of others.
func TestFaultyFrames(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, blank := range []string{" ", "."} {
		grids := relabelled(4, r)
		lines := strings.SplitAfter(cellFrames(grids, blank), "\n")
		for at := range len(lines) - 1 {
			for name, text := range map[string][]string{
				"missing": slices.Delete(slices.Clone(lines), at, at+1),
				"twice":   slices.Insert(slices.Clone(lines), at, lines[at]),
				"shorter": slices.Replace(slices.Clone(lines), at, at+1, lines[at][:10]+lines[at][11:]),
				"other":   slices.Replace(slices.Clone(lines), at, at+1, lines[at][:10]+"a"+lines[at][11:]),
			} {
				all := strings.Join(text, "")
				out := rewritten(t, Grids([]byte(all), true, false), strings.NewReader(all))
				good := 0
				for row := range strings.Lines(out) {
					row = strings.TrimSuffix(row, "\n")
					if slices.Contains(grids, row) {
						good++
					} else if len(row) == 81 && strings.Trim(row, ".123456789") == "" {
						t.Fatalf("line %d %s: a grid is made of others: %s", at, name, row)
					}
				}
				if good < 2 {
					t.Errorf("line %d %s: only %d of 4 grids are left", at, name, good)
				}
				if got, want := strings.Count(out, "\n"), len(text)-1; got != want {
					t.Errorf("line %d %s: %d lines, want %d", at, name, got, want)
				}
			}
		}
	}
}
