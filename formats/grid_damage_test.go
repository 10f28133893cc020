package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRulesBetweenGrids checks that rules (lines of dashes) are left out wherever they occur. Rules
// do not show where a grid starts, so the file is rejected if a line of a grid is missing.
func TestRulesBetweenGrids(t *testing.T) {
	records := sampleRecords(40)
	text := ""
	for _, r := range records {
		text += "---------\n---------\n" + linesOf(r.puzzle)
	}
	text += strings.Repeat(".--", 27) + "\n" // as long as a puzzle
	rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
	if err != nil || len(rows) != len(records) {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	for i, r := range records {
		if rows[i].Puzzle != r.puzzle {
			t.Errorf("row %d is %q, want %q", i, rows[i].Puzzle, r.puzzle)
		}
	}
	text = text[:22] + text[32:]
	if _, _, err = readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7); err == nil || !strings.Contains(err.Error(), "not a multiple of nine") {
		t.Errorf("without a line, the error is %v", err)
	}
}

// TestDatesAboveGrids checks that dates do not become part of a grid, with and without empty lines
// between the grids. If a line of the first grid is missing, only that grid is lost.
func TestDatesAboveGrids(t *testing.T) {
	records := sampleRecords(12)
	for _, title := range []string{"%02d.12.2024", "%d.3.2024", "2024/12/%02d:", "2024-12-%02d", "2024-9-%d"} {
		for _, end := range []string{"", "\n"} {
			text, want := "", []string(nil)
			for i, r := range records {
				text += fmt.Sprintf(title, i+1) + "\n" + linesOf(r.puzzle) + end
				want = append(want, r.puzzle)
			}
			left := new(LeftOut)
			rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{LeftOut: left}, 7)
			got := mapped(rows, func(r sampleRow) string { return r.Puzzle })
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %q: rows %+v, error %v", title, end, rows, err)
			}
			if lines := left.Lines(); len(lines) != 1 || lines[0].Count != 12 {
				t.Errorf("%s, %q: %+v are left out, want twelve titles", title, end, lines)
			}
			text = strings.Replace(text, records[0].puzzle[:9]+"\n", "", 1)
			rows, _, err = readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
			got = mapped(rows, func(r sampleRow) string { return r.Puzzle })
			if err != nil || len(got) != 12 || rows[0].Reason == "" || !slices.Equal(got[1:], want[1:]) {
				t.Errorf("%s, %q: without a line: rows %+v, error %v", title, end, rows, err)
			}
			text = strings.Replace(text, records[5].puzzle[9:18], records[5].puzzle[9:17], 1)
			rows, _, err = readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
			got = mapped(rows, func(r sampleRow) string { return r.Puzzle })
			if err != nil || !slices.Equal(got[len(got)-6:], want[6:]) {
				t.Errorf("%s, %q: with a damaged line: rows %+v, error %v", title, end, rows, err)
			}
		}
	}
}

// TestTitlesOfAboutNineCells checks that a line without nine cells is a title if it is above a grid
// between empty lines, and that no line of a grid is taken for a title.
func TestTitlesOfAboutNineCells(t *testing.T) {
	records := sampleRecords(5)
	for _, title := range []string{"11.%d.24", "31.12.199%d", "2024123%d", "566730%d", "No 566730%d", "566730%d\n"} {
		text, want := "", []string(nil)
		for i, r := range records {
			text += fmt.Sprintf(title, i) + "\n" + linesOf(r.puzzle) + "\n"
			want = append(want, r.puzzle)
		}
		left := new(LeftOut)
		rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{LeftOut: left}, 7)
		if got := mapped(rows, func(r sampleRow) string { return r.Puzzle }); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: rows %+v, error %v", title, rows, err)
		}
		if lines := left.Lines(); len(lines) != 1 || lines[0].Count != int64(len(records)) {
			t.Errorf("%s: %+v are left out, want a title for each grid", title, lines)
		}
		lost := strings.Replace(text, records[2].puzzle[:9]+"\n", "", 1)
		rows, _, err = readSample([]string{storeIn(t, t.TempDir(), "in.txt", lost)}, ReadOptions{}, 7)
		got := mapped(rows, func(r sampleRow) string { return r.Puzzle })
		if err != nil || len(rows) != len(want) || rows[2].Reason == "" || !slices.Equal(got[:2], want[:2]) || !slices.Equal(got[3:], want[3:]) {
			t.Errorf("%s: without a line: rows %+v, error %v", title, rows, err)
		}
	}
}

// TestTitledRun checks that a run of grids that have titles of about nine cells is not divided into
// grids, even if the number of its lines is a multiple of nine.
func TestTitledRun(t *testing.T) {
	records := sampleRecords(10)
	text := ""
	for _, r := range records[:9] {
		text += "5661111\n" + linesOf(r.puzzle)
	}
	_, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
	wantError(t, err, "most grids up to line 90 have a damaged line (line 1 is the first without nine cells)")
	text += "\n" + linesOf(records[9].puzzle)
	rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
	if err != nil || len(rows) != 2 || rows[0].Reason == "" || rows[1].Puzzle != records[9].puzzle {
		t.Errorf("rows %+v, error %v; want an invalid row and a grid", rows, err)
	}
}

// TestGridsWithAnotherMark checks that a grid whose mark for blanks is not known is an invalid row,
// whether a title or an empty line precedes it or it follows another grid.
func TestGridsWithAnotherMark(t *testing.T) {
	records := sampleRecords(4)
	for _, mark := range []string{"O", "~", "\u2013", "\u00b7"} {
		for _, between := range []string{"", "\n", "Grid 01\n"} {
			text := ""
			for i, r := range records {
				text += between + linesOf(r.puzzle)
				if i == 1 {
					text += between + strings.ReplaceAll(linesOf(r.puzzle), ".", mark)
				}
			}
			rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
			if err != nil || len(rows) != 5 || !strings.Contains(rows[2].Reason, "nine cells") || rows[4].Puzzle != records[3].puzzle {
				t.Errorf("%s after %q: rows %+v, error %v", mark, between, rows, err)
			}
		}
	}
}

// TestContradictoryGrids checks that a line that repeats a digit belongs to its grid, even if lines
// of the following grids also repeat digits.
func TestContradictoryGrids(t *testing.T) {
	text, want := "", []string(nil)
	for i, r := range sampleRecords(9) {
		p := []byte(r.puzzle)
		for j := range p[9*i : 9*i+2] {
			p[9*i+j] = '7'
		}
		text += linesOf(string(p))
		want = append(want, string(p))
	}
	rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
	if got := mapped(rows, func(r sampleRow) string { return r.Puzzle }); err != nil || !slices.Equal(got, want) {
		t.Errorf("rows %+v, error %v", rows, err)
	}
}

// TestTablesOfNumbers checks that lines with nine digits in groups of different sizes, such as the
// clauses of a SAT problem, are not read as grids.
func TestTablesOfNumbers(t *testing.T) {
	_, err := Inspect(storeIn(t, t.TempDir(), "in.txt", "p cnf 729 18\n"+strings.Repeat("-111 -112 0\n", 18)), ReadOptions{})
	wantError(t, err, "the format is not recognized")
}

// TestLinesWithinGrids puts a line into the third of six grids. An empty line or a title must
// divide the grid into two invalid rows. A frame must not.
func TestLinesWithinGrids(t *testing.T) {
	records := sampleRecords(6)
	for line, invalid := range map[string]int{"": 2, " ": 2, "a remark": 2, "---+---+---": 0, "---------\n=========": 0} {
		text := ""
		for i, r := range records {
			grid := linesOf(r.puzzle)
			if i == 2 {
				grid = grid[:30] + line + "\n" + grid[30:]
			}
			text += grid + "\n"
		}
		rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
		found := 0
		for _, row := range rows {
			if row.Reason != "" {
				found++
			}
		}
		if err != nil || found != invalid || len(rows) != 6+invalid/2 {
			t.Errorf("%q: rows %+v, error %v", line, rows, err)
		}
	}
}

// TestLinesWithOtherText replaces a grid by lines that also hold other text. They are not grid lines,
// so they must be left out like titles.
func TestLinesWithOtherText(t *testing.T) {
	records := sampleRecords(3)
	for _, line := range []string{"on 24/12/2024 7\n", "53..7.... // row\n", "[5, 3, 0, 0, 7, 0, 0, 0, 0],\n"} {
		text := linesOf(records[0].puzzle) + "\n" + strings.Repeat(line, 9) + linesOf(records[1].puzzle) + "\n" + linesOf(records[2].puzzle)
		left := new(LeftOut)
		rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{LeftOut: left}, 7)
		if err != nil || len(rows) != 3 || rows[0].Reason+rows[1].Reason+rows[2].Reason != "" {
			t.Errorf("%q: rows %+v, error %v; want three grids", line, rows, err)
		}
		if lines := left.Lines(); len(lines) != 1 || lines[0].Count != 9 {
			t.Errorf("%q: %+v are left out, want nine lines between grids", line, lines)
		}
	}
}

// TestDamagedLinesOfGrids puts a damaged line after or into a whole grid. The grid must be invalid,
// because the line may belong to it. The other grids must be read.
func TestDamagedLinesOfGrids(t *testing.T) {
	p := mapped(sampleRecords(4), func(r record) string { return r.puzzle })
	grid := func(i int) string { return linesOf(p[i]) + "\n" }
	const damaged = "12345678\n"
	want := []string{p[0], "10 rows of a grid on lines 11 to 20; a grid must have 9 rows, without empty lines between them", p[2], p[3]}
	for name, text := range map[string]string{
		"after":  grid(0) + linesOf(p[1]) + damaged + "\n" + grid(2) + grid(3),
		"inside": grid(0) + linesOf(p[1][:27]) + damaged + linesOf(p[1][27:]) + "\n" + grid(2) + grid(3),
	} {
		rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
		got := mapped(rows, func(r sampleRow) string { return r.Puzzle + r.Reason })
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: rows %q, error %v, want %q", name, got, err, want)
		}
	}
}

// TestSectionsOfOtherGrids checks that the lines of a [State] section are left out, whatever they
// hold, and that the grids around it are read.
func TestSectionsOfOtherGrids(t *testing.T) {
	records := sampleRecords(3)
	state := linesOf(records[1].puzzle)
	marks := strings.Repeat("123456789 ", 8) + "123456789\n" // nine candidates for each cell of a row
	for _, section := range []string{
		state, strings.ReplaceAll(state, "\n", "  ok\n"), "# a comment\n" + state, strings.Repeat(marks, 9), "\n" + state, records[1].puzzle + "\n",
	} {
		text := linesOf(records[0].puzzle) + "[State]\n" + section + "\n" + linesOf(records[2].puzzle)
		rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.txt", text)}, ReadOptions{}, 7)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 2 || rows[0].Puzzle != records[0].puzzle || rows[1].Puzzle != records[2].puzzle {
			t.Errorf("%q: rows %+v", section, rows)
		}
	}
}

// TestBlankRowsOfSheets puts rows of nine empty fields after every grid, every second grid or every
// third grid. The empty rows must not be read as part of a grid.
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
		rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.csv", text)}, ReadOptions{}, 7)
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
	rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.csv", text)}, ReadOptions{}, 7)
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
	rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.csv", text)}, ReadOptions{Column: "1", AnswerColumn: "none"}, 7)
	if err != nil || len(rows) != 20 || rows[15].Reason != "81 fields; expected 82" || rows[14].Reason != "" || rows[16].Reason != "" {
		t.Errorf("%d rows, row 15 is %+v, error %v", len(rows), rows[15], err)
	}
}
