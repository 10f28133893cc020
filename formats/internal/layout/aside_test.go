package layout

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Each line between grids is known to be no row, or becomes one.
func TestLinesAside(t *testing.T) {
	for kind, lines := range map[asideKind][]string{
		empty: {"", " \t", "-----------", "+---+---+---+", "╔═══╦═══╗", "------+-------+------"},
		words: {
			"Grid 01", "Puzzle 1234567 (rated 7.2, of 2024-01-01)", "# 53..7....", "no. 12", "Nr. 3/2024", "12:30:00 2024/01/01", "3", "17)", "[code]", "[/code]",
			"Generated 2024-01-01T12:30:00Z", "9x9 (3x3) SUDOKU PUZZLE", "Rätsel 12...", "数独数 12", "];", "// 81 cells", `\begin{sudoku}`, "Posted by bob - 3 of 9 - 2024", "gridgen v1.2.3",
		},
		number: {"123", "49151"},
		lost: {
			clued, "53..7....", "53..7...", "53007000", "O05609200", "053", "000", "012", "123456", "53..7....1", "5 3 . . 7 . . .", "5,3,0,0,7,0,0,0", "A 53..7....", "A 5 3 . . 7",
			"row 53..7....", "row A 5 3 . . 7 . . . .", "123456789ABCDEFG", "1..4ABCD..G.....", "A.BCD.E.F", "ABC......", "53--7---", "--5--", "53xx7xxx", "1..4", "５３０", "53007000 60019500",
			strings.Repeat("53..7....", 3), "Puzzle: " + clued, "see http://x.y/?bd=" + clued, "p,q," + clued,
		},
	} {
		for _, line := range lines {
			if got := asideOf([]byte(line)); got != kind {
				t.Errorf("%q is %d, want %d", line, got, kind)
			}
		}
	}
}

// A number alone is a title where a grid follows, and a row of its own anywhere else.
func TestNumbersAside(t *testing.T) {
	grid := nine(clued)
	text := "100\n" + grid + "101\n\n" + grid + "102\n103\n" + grid + "\n104\n\n"
	rows := "\n" + clued + strings.Repeat("\n", 11) + clued + strings.Repeat("\n", 9) + "102\n\n" + clued + strings.Repeat("\n", 10) + "104\n\n"
	if out := rewritten(t, Grids([]byte(text), true, false), strings.NewReader(text)); out != rows {
		t.Errorf("rows are %q, want %q", out, rows)
	}
}

// writtenAs writes a grid in one of all styles, or what is a grid in none.
var writtenAs = []func(grid string) string{
	func(g string) string { return nine(g) + "\n" },
	nine,
	func(g string) string { return "Grid 01\n" + nine(g) },
	func(g string) string { return spread(g, " ") + "\n" },
	func(g string) string { return spread(g, ",") + "\n" },
	func(g string) string { return "+---+---+---+\n" + nine(g) + "+---+---+---+\n" },
	func(g string) string { return cellFrames([]string{g}, " ") + "\n" },
	func(g string) string { return nine(strings.ReplaceAll(g, ".", "0")) },
	func(g string) string { return nine(strings.ReplaceAll(g, ".", "x")) + "\n" },
	func(g string) string { return g + "\n" },
	func(g string) string { return `"` + g + `"` + "\n" + g + "," + g + "\n" },
	func(g string) string { return g[:27] + "\n" + g[27:54] + "\n" + g[54:] + "\n\n" },
	func(g string) string { return eachRow(g, func(row string) string { return row[:8] }) + "\n" },
	func(g string) string { return eachRow(g, func(row string) string { return row + "1" }) },
	func(g string) string { return eachRow(g, func(row string) string { return "A " + row }) + "\n" },
	func(g string) string { return eachRow(g, func(string) string { return "123456789ABCDEFG" }) + "\n" },
	func(g string) string {
		return eachRow(g, func(row string) string { return strings.ReplaceAll(row[:6], ".", "0") }) + "\n"
	},
	func(g string) string { return strings.Join(strings.SplitAfter(nine(g), "\n")[:7], "") + "\n" },
	func(g string) string { return strings.ReplaceAll(nine(g), "53", "5 3 . .") },
}

func spread(grid, by string) string {
	return eachRow(grid, func(row string) string { return strings.Join(strings.Split(row, ""), by) })
}

func eachRow(grid string, change func(string) string) (text string) {
	for row := range strings.Lines(nine(grid)) {
		text += change(strings.TrimSuffix(row, "\n")) + "\n"
	}
	return text
}

// However grids and other lines are mixed, each line with digits is part of a row, which stands
// where the first of its lines did: none is lost.
func TestNoLineIsLost(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	texts := 200
	if testing.Short() {
		texts = 40
	}
	for range texts {
		text := ""
		for range 2 + r.IntN(3) {
			written := writtenAs[r.IntN(len(writtenAs))]
			for _, grid := range relabelled(1+r.IntN(4), r) {
				text += written(grid)
			}
		}
		l := Grids([]byte(text), true, false)
		if l == nil {
			continue
		}
		lines, rows := strings.SplitAfter(text, "\n"), strings.SplitAfter(rewritten(t, l, strings.NewReader(text)), "\n")
		if len(rows) != len(lines) {
			t.Fatalf("%d lines of %q, want %d", len(rows), text, len(lines))
		}
		held, given := 0, 0
		for i, line := range lines {
			if held, given = held+clues(line), given+clues(rows[i]); given < held {
				t.Fatalf("line %d of %q is lost: rows are %q", i+1, text, rows)
			}
		}
		if given != held {
			t.Fatalf("%q becomes %q", text, rows)
		}
	}
}

// clues counts the digits of a line that is no title.
func clues(line string) (n int) {
	if strings.HasPrefix(line, "Grid") {
		return 0
	}
	for _, c := range line {
		if c >= '1' && c <= '9' {
			n++
		}
	}
	return n
}
