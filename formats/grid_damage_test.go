package formats_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
)

// TestRulesBetweenGrids puts a rule (a line of dashes) before each grid. It checks that a missing
// or extra line invalidates only the grid that it belongs to.
func TestRulesBetweenGrids(t *testing.T) {
	records := sampleRecords(40)
	text := ""
	for i, r := range records {
		lines := strings.SplitAfter(linesOfGrid(r.puzzle), "\n")
		switch i {
		case 15:
			lines[3] = ""
		case 20:
			lines = lines[:6]
		case 25:
			lines = append(lines, lines[6:9]...)
		case 30:
			lines[3] += lines[3]
		}
		text += "---------\n" + strings.Join(lines, "")
	}
	rows, _, err := readSample([]string{storeSample(t, t.TempDir(), "in.txt", text)}, formats.ReadOptions{}, 7)
	if err != nil || len(rows) != len(records) {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	for i, r := range records {
		want := r.puzzle
		if i >= 15 && i <= 30 && i%5 == 0 {
			want = ""
		}
		if rows[i].Puzzle != want {
			t.Errorf("row %d is %q, want %q", i, rows[i].Puzzle, want)
		}
	}
}

// TestSectionsOfOtherGrids checks that the grid of a [State] section is left out, and that the
// grids around it are read.
func TestSectionsOfOtherGrids(t *testing.T) {
	records := sampleRecords(3)
	text := linesOfGrid(records[0].puzzle) + "[State]\n" + linesOfGrid(records[1].puzzle) + "\n" + linesOfGrid(records[2].puzzle)
	rows, _, err := readSample([]string{storeSample(t, t.TempDir(), "in.txt", text)}, formats.ReadOptions{}, 7)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || rows[0].Puzzle != records[0].puzzle || rows[1].Puzzle != records[2].puzzle {
		t.Errorf("rows %+v", rows)
	}
}

func linesOfGrid(puzzle string) (text string) {
	for row := range slices.Chunk([]byte(puzzle), 9) {
		text += string(row) + "\n"
	}
	return text
}

// TestBlankRowsOfSheets checks that rows of nine empty fields between grids are not read as part of
// a grid. Such a row follows each grid, every second grid or every third grid.
func TestBlankRowsOfSheets(t *testing.T) {
	for _, group := range []int{1, 2, 3} {
		text, records := "", sampleRecords(12)
		for i, r := range records {
			for row := range slices.Chunk([]byte(r.puzzle), 9) {
				text += strings.Join(strings.Split(string(row), ""), ",") + "\n"
			}
			if i%group == group-1 {
				text += ",,,,,,,,\n"
			}
		}
		rows, _, err := readSample([]string{storeSample(t, t.TempDir(), "in.csv", text)}, formats.ReadOptions{}, 7)
		if err != nil || len(rows) != len(records) {
			t.Fatalf("%d rows, error %v", len(rows), err)
		}
		for i, r := range records {
			if rows[i].Puzzle != r.puzzle {
				t.Errorf("in groups of %d, row %d is %q, want %q", group, i, rows[i].Puzzle, r.puzzle)
			}
		}
	}
}

// TestEmptyRowsOfCells checks that a row of empty fields is invalid, not a puzzle without clues.
func TestEmptyRowsOfCells(t *testing.T) {
	text := ""
	for _, r := range sampleRecords(20) {
		text += strings.Join(strings.Split(r.puzzle, ""), ",") + "\n"
	}
	text += strings.Repeat(",", 80) + "\n"
	rows, _, err := readSample([]string{storeSample(t, t.TempDir(), "in.csv", text)}, formats.ReadOptions{}, 7)
	if err != nil || len(rows) != 21 || rows[20].Reason != "empty" || rows[19].Reason != "" {
		t.Errorf("%d rows, the last is %+v, error %v", len(rows), rows[len(rows)-1], err)
	}
}

// TestMissingCell checks that a row that lacks a cell is invalid, even if the level in the next
// column could be mistaken for the last cell.
func TestMissingCell(t *testing.T) {
	text := strings.Repeat("c,", 81) + "level\n"
	for i, r := range sampleRecords(20) {
		cells := strings.Split(r.puzzle, "")
		if i == 15 {
			cells = cells[1:]
		}
		text += strings.Join(cells, ",") + ",7\n"
	}
	rows, _, err := readSample([]string{storeSample(t, t.TempDir(), "in.csv", text)}, formats.ReadOptions{}, 7)
	if err != nil || len(rows) != 20 || rows[15].Reason != "81 fields; expected 82" || rows[14].Reason != "" || rows[16].Reason != "" {
		t.Errorf("%d rows, row 15 is %+v, error %v", len(rows), rows[15], err)
	}
}
