package formats

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// invalid tells checkRead that a row must be invalid, for any reason.
const invalid = "invalid"

// checkRead checks the rows of a text: the puzzle of each valid row, and the reason why a row is
// invalid. left is the number of lines that must be left out. All of them must be of one kind. If
// left is -1, any lines can be left out.
func checkRead(t *testing.T, o ReadOptions, file, text string, left int, want ...string) {
	t.Helper()
	o.LeftOut = new(LeftOut)
	rows, _, err := readSample([]string{store(t, file, text)}, o, 7)
	got := mapped(rows, func(r sampleRow) string { return r.Puzzle + r.Reason })
	for i := range min(len(rows), len(want)) {
		if want[i] == invalid && rows[i].Reason != "" {
			got[i] = invalid
		}
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%.99q: error %v, rows differ (-want +got):\n%s", text, err, diff)
	}
	counts := mapped(o.LeftOut.Lines(), func(l LeftOutLines) int { return int(l.Count) })
	if left >= 0 && !slices.Equal(counts, []int{left}[:min(left, 1)]) {
		t.Errorf("%.99q: %v lines are left out, want %d", text, counts, left)
	}
}

// samplePuzzles returns the puzzles of sampleRecords(n).
func samplePuzzles(n int) []string {
	return mapped(sampleRecords(n), func(r record) string { return r.puzzle })
}

// cellsOfLines returns a grid as nine lines of nine cells with commas between them.
func cellsOfLines(grid string) (text string) {
	for row := range slices.Chunk(strings.Split(grid, ""), 9) {
		text += strings.Join(row, ",") + "\n"
	}
	return text
}

// TestRulesBetweenGrids checks that rules (lines of dashes) are left out wherever they occur. If
// lines of a grid are missing or repeated, only this grid is lost. However, rules that also occur
// between bands do not show where a grid starts, so a file with such rules is rejected if a line is
// missing.
func TestRulesBetweenGrids(t *testing.T) {
	text := ""
	for _, p := range samplePuzzles(40) {
		text += "---------\n---------\n" + linesOf(p)
	}
	text += strings.Repeat(".--", 27) + "\n" // as long as a puzzle
	checkRead(t, ReadOptions{}, "in.txt", text, 0, samplePuzzles(40)...)
	rows := append([]string{invalid}, samplePuzzles(40)[1:]...)
	checkRead(t, ReadOptions{}, "in.txt", text[:22]+text[32:], 0, rows...)
	checkRead(t, ReadOptions{}, "in.txt", text[:22]+text[42:], 0, rows...)
	rows[20] = invalid
	again := strings.Index(text, linesOf(samplePuzzles(21)[20]))
	checkRead(t, ReadOptions{}, "in.txt", text[:22]+text[32:again]+text[again:again+10]+text[again:], 0, rows...)
	blanks := strings.ReplaceAll(strings.ReplaceAll(text[:len(text)-82], "---------\n", ""), ".", "_")
	split := strings.Index(blanks[2000:], "\n__") + 2003 // after the first blank of a line
	rows = slices.Insert(slices.Delete(samplePuzzles(40), split/90, split/90+1), split/90, invalid)
	checkRead(t, ReadOptions{}, "in.txt", blanks[:split-1]+"_\n"+blanks[split:], 0, rows...)
	banded := ""
	for band := range slices.Chunk(strings.SplitAfter(strings.ReplaceAll(text, "---------\n", ""), "\n"), 3) {
		banded += strings.Join(band, "") + "---------\n"
	}
	_, err := Inspect(store(t, "in.txt", banded[:20]+banded[30:]), ReadOptions{})
	wantError(t, err, "not a multiple of nine")
	rows = samplePuzzles(2)
	pages := strings.ReplaceAll(text[:len(text)-82], "---------\n", "")
	for i := len(pages) / 200; i > 0; i-- { // a rule after every 20 lines
		pages = pages[:200*i] + "---------\n" + pages[200*i:]
	}
	checkRead(t, ReadOptions{}, "in.txt", pages, 0, samplePuzzles(40)...)
	plain, one := strings.Repeat(linesOf(rows[0]), 5), linesOf(rows[1])
	checkRead(t, ReadOptions{}, "in.txt", plain+one[:30]+"---+---+---\n"+one[30:60]+"---+---+---\n"+one[60:], 0, append(slices.Repeat(rows[:1], 5), rows[1])...)
}

// TestDividersOfBlanks checks files in which the lines between grids consist of the mark for
// blanks. A file with six or more such grids is rejected. If it were read, the grids would be
// shifted when their number is one more than a multiple of nine. A row without clues is still read
// as a row of a grid.
func TestDividersOfBlanks(t *testing.T) {
	p := samplePuzzles(30)
	for _, divider := range []string{"---------\n", "-,-,-,-,-,-,-,-,-\n", "- - -|- - -|- - -\r\n"} {
		lines := mapped(p, func(grid string) string {
			if strings.Contains(divider, ",") {
				return strings.ReplaceAll(cellsOfLines(grid), ".", "-")
			}
			return strings.ReplaceAll(linesOf(grid), ".", "-")
		})
		for n := 6; n <= len(p); n++ {
			text := strings.Join(lines[:n], divider)
			for _, divided := range []string{text, text + divider, divider + text, "Title\n" + divider + text} {
				_, err := Inspect(store(t, "in.txt", divided), ReadOptions{})
				wantError(t, err, "such lines may divide grids, or be rows without clues")
			}
			checkRead(t, ReadOptions{}, "in.txt", strings.Join(lines[:n], ""), 0, p[:n]...)
		}
		checkRead(t, ReadOptions{}, "in.txt", strings.Join(lines, "\n"), 0, p...)
	}
	for i := range 4 {
		p[i] = p[i][:9+9*i] + "........." + p[i][18+9*i:]
	}
	checkRead(t, ReadOptions{}, "in.txt", strings.ReplaceAll(strings.Join(mapped(p, linesOf), ""), ".", "-"), 0, p...)
	for i := range 9 {
		p[i] = p[i][:9*i] + "........." + p[i][9+9*i:]
	}
	for _, between := range []string{"\n", "Title\n"} { // each tenth grid line is such a row, but the grids are separate
		lines := mapped(p[:9], func(grid string) string { return strings.ReplaceAll(linesOf(grid), ".", "-") + between })
		checkRead(t, ReadOptions{}, "in.txt", strings.Join(lines, ""), -1, p[:9]...)
	}
	empty := strings.Repeat("_________\n", 90)
	checkRead(t, ReadOptions{Format: Grids, Blanks: "_"}, "in.txt", empty, 0, slices.Repeat([]string{strings.Repeat(".", 81)}, 10)...)
}

// TestTitlesOfAboutNineCells puts dates and numbers above grids, with and without empty lines
// between the grids. The dates and numbers must not become part of a grid. If a line of a grid is
// missing or damaged, only that grid may be lost.
func TestTitlesOfAboutNineCells(t *testing.T) {
	p := samplePuzzles(12)
	for _, title := range []string{
		"%02d.12.2024", "%d.3.2024", "2024/12/%02d:", "2024-12-%02d", "2024-9-%d", "1/12/19%d", // dates
		"11.%d.24\n", "31.12.19%d\n", "202412%02d\n", "56673%02d\n", "No 56673%02d\n", "56673%02d\n\n", // only with empty lines between grids
	} {
		name, onlyEmpty := strings.CutSuffix(title, "\n")
		for _, end := range []string{"\n", ""} {
			if end == "" && onlyEmpty {
				continue
			}
			var grids []string
			for i := range p {
				grids = append(grids, fmt.Sprintf(name, i+10)+"\n"+linesOf(p[i])+end)
			}
			checkRead(t, ReadOptions{}, "in.txt", strings.Join(grids, ""), 12, p...)
			for i, damaged := range map[int]string{0: "", 2: "", 5: p[5][9:17] + "\n"} {
				text := strings.Replace(strings.Join(grids, ""), p[i][9:18]+"\n", damaged, 1)
				checkRead(t, ReadOptions{}, "in.txt", text, -1, slices.Concat(p[:i], []string{invalid}, p[i+1:])...)
			}
		}
	}
	for _, header := range []string{"0,1,2,3,4,5,6,7,8\n", "\"0\";\"1\";\"2\";\"3\";\"4\";\"5\";\"6\";\"7\";\"8\"\r\n"} {
		text := header + strings.Join(mapped(p[:9], cellsOfLines), header)
		checkRead(t, ReadOptions{}, "in.csv", text, 9, p[:9]...)
		checkRead(t, ReadOptions{}, "in.csv", text[:60]+text[78:], 9, append([]string{invalid}, p[1:9]...)...)
	}
}

// TestGridsWithAnotherMark checks that a grid with an unknown mark for blanks is an invalid row.
// The grid can follow a title, an empty line or another grid.
func TestGridsWithAnotherMark(t *testing.T) {
	p := samplePuzzles(3)
	for _, mark := range []string{"O", "~", "\u2013", "\u00b7"} {
		for _, between := range []string{"", "\n", "Grid 01\n", "^^^^^^^^^\n"} {
			for _, bar := range []string{"", "|", "\u2502"} {
				text := ""
				for _, grid := range []string{p[0], p[1], strings.ReplaceAll(p[1], ".", mark), p[2]} {
					text += between + groups.ReplaceAllString(grid, "$1"+bar+"$2"+bar+"$3\n")
				}
				checkRead(t, ReadOptions{}, "in.txt", text, -1, p[0], p[1], invalid, p[2])
			}
		}
		// A row without clues is read as a title. Good grids before and after it are read unchanged.
		marked := strings.ReplaceAll(linesOf(p[1][:27]+strings.Repeat(".", 9)+p[1][36:]), ".", mark)
		good := linesOf(p[0] + p[2] + p[0])
		full := strings.Repeat("123456789\n", 8)
		checkRead(t, ReadOptions{}, "in.txt", good+strings.Repeat("12"+mark, 3)+"\n"+full+good, 0, p[0], p[2], p[0], invalid, p[0], p[2], p[0])
		checkRead(t, ReadOptions{}, "in.txt", good+marked+good+marked, 2, p[0], p[2], p[0], invalid, invalid, p[0], p[2], p[0], invalid, invalid)
	}
}

// groups matches the three groups of characters in a row of a grid.
var groups = regexp.MustCompile("(...)(...)(...)")

// TestContradictoryGrids checks that a line that repeats a digit belongs to its grid, even if lines
// of the following grids also repeat digits.
func TestContradictoryGrids(t *testing.T) {
	text, want := "", []string(nil)
	for i, p := range samplePuzzles(9) {
		p = p[:9*i] + "77" + p[9*i+2:]
		text += linesOf(p)
		want = append(want, fmt.Sprintf("%sclue 7 repeats in row %d", p, i+1))
	}
	checkRead(t, ReadOptions{}, "in.txt", text, 0, want...)
}

// TestTablesOfNumbers checks that lines with nine digits in groups of different sizes, such as the
// clauses of a SAT problem, are not read as grids.
func TestTablesOfNumbers(t *testing.T) {
	_, err := Inspect(store(t, "in.txt", "p cnf 729 18\n"+strings.Repeat("-111 -112 0\n", 18)), ReadOptions{})
	wantError(t, err, "the format is not recognized")
}

// TestLinesWithinGrids puts a line into a grid. An empty line or a title must divide the grid into
// two invalid rows. A damaged line must make the grid invalid. A frame must do neither.
func TestLinesWithinGrids(t *testing.T) {
	p := samplePuzzles(6)
	two := []string{invalid, invalid}
	for _, test := range []struct {
		line string
		want []string
		left int
	}{
		{"", two, 0}, {" ", two, 0}, {"a remark", two, 1}, {"---+---+---", p[2:3], 0}, {"---------\n=========", p[2:3], 0}, {"12345678", []string{invalid}, 0},
	} {
		for _, at := range []int{3, 9} {
			if at == 9 && len(test.want) == 2 {
				continue // a line after the grid does not divide it
			}
			if test.line == "12345678" {
				test.want = []string{fmt.Sprintf("line %d is a row of a grid, but does not consist of nine cells", 21+at)}
			}
			grids := mapped(p, func(p string) string { return linesOf(p) + "\n" })
			grids[2] = grids[2][:10*at] + test.line + "\n" + grids[2][10*at:]
			checkRead(t, ReadOptions{}, "in.txt", strings.Join(grids, ""), test.left, slices.Concat(p[:2], test.want, p[3:])...)
		}
	}
}

// TestLinesWithOtherText puts nine lines between two grids. Each line holds nine cells and other
// text. Such lines are not grid lines, so they must be left out like titles.
func TestLinesWithOtherText(t *testing.T) {
	p := samplePuzzles(3)
	for _, line := range []string{"on 24/12/2024 7\n", "53..7.... // row\n", "[5, 3, 0, 0, 7, 0, 0, 0, 0],\n"} {
		checkRead(t, ReadOptions{}, "in.txt", linesOf(p[0])+"\n"+strings.Repeat(line, 9)+linesOf(p[1])+"\n"+linesOf(p[2]), 9, p...)
	}
}

// TestSectionsOfOtherGrids checks that the lines of a [State] section are left out, whatever they
// hold, and that the grids around it are read.
func TestSectionsOfOtherGrids(t *testing.T) {
	p := samplePuzzles(3)
	state := linesOf(p[1])
	marks := strings.Repeat("123456789 ", 8) + "123456789\n" // nine candidates for each cell of a row
	for section, left := range map[string]int{
		state: 10, strings.ReplaceAll(state, "\n", "  ok\n"): 10, "# a comment\n" + state: 11, strings.Repeat(marks, 9): 10, "\n" + state: 10, p[1] + "\n": 2,
	} {
		checkRead(t, ReadOptions{}, "in.txt", linesOf(p[0])+"[State]\n"+section+"\n"+linesOf(p[2]), left, p[0], p[2])
	}
}

// TestBlankRowsOfSheets puts rows of nine empty fields after every grid, every second grid or every
// third grid. The empty rows must not be read as part of a grid.
func TestBlankRowsOfSheets(t *testing.T) {
	for group := 1; group <= 3; group++ {
		text := ""
		for i, p := range samplePuzzles(12) {
			text += cellsOfLines(p)
			if i%group == group-1 {
				text += ",,,,,,,,\n"
			}
		}
		checkRead(t, ReadOptions{}, "in.csv", text, 12/group, samplePuzzles(12)...)
	}
}

// TestDamagedRowsOfCells checks two invalid rows. A row of empty fields is invalid, and not a
// puzzle without clues. A row that lacks a cell is invalid even if the level in the next column
// could be mistaken for the last cell.
func TestDamagedRowsOfCells(t *testing.T) {
	text, p := strings.Repeat("c,", 81)+"level\n", samplePuzzles(20)
	for i := range p {
		row := strings.Join(strings.Split(p[i], ""), ",") + ",7\n"
		switch i {
		case 15:
			row, p[i] = row[2:], "81 fields; expected 82"
		case 18:
			row, p[i] = strings.Repeat(",", 81)+"\n", "empty"
		}
		text += row
	}
	checkRead(t, ReadOptions{Column: "1", AnswerColumn: "none"}, "in.csv", text, 0, p...)
}
