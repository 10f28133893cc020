package formats_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
)

// TestGapsBetweenGrids checks that a damaged grid does not affect other grids. Two empty lines or
// two rules separate the grids. One empty line or one rule separates the bands of a grid.
func TestGapsBetweenGrids(t *testing.T) {
	const rule = "+---+---+---+"
	for name, style := range map[string]struct{ top, between, bottom, side string }{
		"bands":  {"", "", "\n\n", ""},
		"frames": {rule + "\n", rule, rule + "\n", "|"},
	} {
		records := sampleRecords(20)
		var lines []string
		for i, r := range records {
			grid := style.top
			for band := range slices.Chunk(slices.Collect(slices.Chunk([]byte(r.puzzle), 9)), 3) {
				for _, row := range band {
					grid += style.side + string(row[:3]) + style.side + string(row[3:6]) + style.side + string(row[6:]) + style.side + "\n"
				}
				grid += style.between + "\n"
			}
			grid = strings.TrimSuffix(grid, style.between+"\n") + style.bottom
			if i == 3 || i == 4 {
				damaged := strings.SplitAfter(grid, "\n")
				damaged[2] = "a remark\n"
				grid = strings.Join(damaged, "")
			}
			lines = append(lines, grid)
		}
		file := storeSample(t, t.TempDir(), "in.txt", strings.Join(lines, ""))
		rows, _, err := readSample([]string{file}, formats.ReadOptions{}, 7)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range records {
			isRead := slices.ContainsFunc(rows, func(row sampleRow) bool { return row.Puzzle == r.puzzle })
			if damaged := i == 3 || i == 4; isRead == damaged {
				t.Errorf("%s: grid %d: read %t, damaged %t", name, i, isRead, damaged)
			}
		}
		if len(rows) != 22 {
			t.Errorf("%s: %d rows, want 18 grids, and two invalid rows for each damaged grid", name, len(rows))
		}
	}
}
