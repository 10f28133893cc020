package formats_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
)

// TestDamagedLinesOfGrids checks that damage to lines of two grids makes only these grids invalid,
// even if the lines no longer look like lines of a grid.
func TestDamagedLinesOfGrids(t *testing.T) {
	plain := func(row string) string { return row }
	sheet := func(row string) string {
		if strings.Trim(row, ".") == "" {
			return ".,,,,,,,," // not all nine fields of a row can be empty
		}
		return strings.Join(strings.Split(strings.ReplaceAll(row, ".", " "), ""), ",")
	}
	const rule, titled = "---------\n", "Puzzle\n"
	type damage struct {
		line int
		text string
	}
	for _, c := range []struct {
		name, before string
		row          func(string) string
		damage       []damage
	}{
		{"two letters", "", plain, []damage{{1, "12ab5.7.."}, {3, "ab......."}}},
		{"cut lines", "", plain, []damage{{4, "12.."}, {4, "3"}}},
		{"a remark in a grid", "\n", plain, []damage{{2, "see below"}, {8, "see above"}}},
		{"a letter in a sheet", "", sheet, []damage{{0, "a,,5,,,9,,,"}, {1, "1,!,5,,,9,,,"}}},
		{"a missing field of a sheet", "", sheet, []damage{{0, "1,,5,,,9,,"}, {5, "1,,5,,,9,,"}}},
		{"a letter in a titled sheet", titled, sheet, []damage{{3, "a,,5,,,9,,,"}, {0, "1,,5,,12,9,,,"}}},
		{"missing and extra lines between rules", rule, plain, []damage{{3, ""}, {6, "1.......2\n1.......2"}}},
	} {
		records := sampleRecords(40)
		var text strings.Builder
		damaged := map[int]damage{15: c.damage[0], 30: c.damage[1]}
		for i, r := range records {
			text.WriteString(c.before)
			for k, row := range slices.Collect(slices.Chunk([]byte(r.puzzle), 9)) {
				line := c.row(string(row)) + "\n"
				if d, is := damaged[i]; is && k == d.line {
					line = d.text + strings.Repeat("\n", min(len(d.text), 1))
				}
				text.WriteString(line)
			}
		}
		rows, _, err := readSample([]string{storeSample(t, t.TempDir(), "in.txt", text.String())}, formats.ReadOptions{}, 7)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got, want []string
		for _, row := range rows {
			got = append(got, row.Puzzle)
		}
		for i, r := range records {
			want = append(want, r.puzzle)
			if _, is := damaged[i]; is {
				want[i] = ""
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s", c.name, firstDifference(got, want))
		}
	}
}

func firstDifference(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("row %d is %q, want %q", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d rows, want %d", len(got), len(want))
}

// TestSectionsOfOtherGrids checks that the grid of a [State] section is left out, but not the grids
// that follow it.
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

// TestBlankRowsOfSheets checks that a row of nine fields that hold only spaces separates grids.
func TestBlankRowsOfSheets(t *testing.T) {
	text, records := "", sampleRecords(12)
	for _, r := range records {
		for row := range slices.Chunk([]byte(r.puzzle), 9) {
			text += strings.Join(strings.Split(strings.ReplaceAll(string(row), ".", " "), ""), ",") + "\n"
		}
		text += strings.Repeat(" ,", 8) + " \n"
	}
	rows, _, err := readSample([]string{storeSample(t, t.TempDir(), "in.csv", text)}, formats.ReadOptions{}, 7)
	if err != nil || len(rows) != len(records) {
		t.Errorf("%d rows, error %v", len(rows), err)
	}
}

// TestEmptyRowsOfCells checks that a row of empty fields is not a puzzle without clues.
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
