package layout

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridmill/gridmill/solver"
)

const clued = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// nine returns a grid over nine lines.
func nine(grid string) string {
	var text strings.Builder
	for i := 0; i < len(grid); i += 9 {
		text.WriteString(grid[i:i+9] + "\n")
	}
	return text.String()
}

// rewritten returns a text as a layout has it, or fails.
func rewritten(t *testing.T, l *Layout, in io.Reader) string {
	t.Helper()
	if l == nil {
		t.Fatal("the layout is not recognized")
	}
	out, err := io.ReadAll(l.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// A grid with a fault is never taken for a good one, does not spoil those that something
// sets apart from it, and stays in its line.
func TestFaultyGrids(t *testing.T) {
	good := nine(clued)
	lines := strings.SplitAfter(strings.TrimSuffix(good, "\n"), "\n")
	for name, bad := range map[string]string{
		"a row is missing":          strings.Join(lines[:8], ""),
		"two rows too many":         good + lines[7] + lines[8] + "\n",
		"a row is short":            strings.Replace(good, "53..7....", "53..7...", 1),
		"a short and a long row":    strings.Replace(strings.Replace(good, "53..7....", "53..7...", 1), "6..195...", "6..195....", 1),
		"a foreign character":       strings.Replace(good, "53..7....", "53..a....", 1),
		"more behind the last cell": strings.TrimSuffix(good, "\n") + "x\n",
	} {
		t.Run(name, func(t *testing.T) {
			text := "Grid 1\n" + good + "Grid 2\n" + bad + "Grid 3\n" + good + "Grid 4\n" + good
			out := rewritten(t, Grids([]byte(text), true, false), strings.NewReader(text))
			if got, want := strings.Count(out, "\n"), strings.Count(text, "\n"); got != want {
				t.Errorf("%d lines, want %d", got, want)
			}
			var rows []string
			for i, line := range strings.Split(out, "\n") {
				if len(line) == 0 {
					continue
				}
				rows = append(rows, line)
				if original := strings.Split(text, "\n")[i]; !strings.HasPrefix(line, original) && !strings.HasPrefix(line, original[:8]) {
					t.Errorf("line %d is %s, and was %s", i+1, line, original)
				}
			}
			if name == "a short and a long row" && len(rows) == 5 && rows[1] == "6..195...." {
				rows = slices.Delete(rows, 1, 2) // which stands before the first good row, by itself
			}
			if len(rows) != 4 || rows[0] != clued || rows[2] != clued || rows[3] != clued {
				t.Fatalf("rows are %q", rows)
			}
			var grid solver.Grid
			if row := rows[1]; len(row) >= 81 && solver.Parse(&grid, []byte(row)) < 0 && (len(row) == 81 || !solver.IsCell(row[81])) {
				t.Errorf("it is taken for a good grid: %s", row)
			}
		})
	}
}

// A row that does not belong to the grid before or behind it is a row of its own, unless it is not
// certain which one that is.
func TestOneRowTooMany(t *testing.T) {
	lines := strings.SplitAfter(nine(clued), "\n")[:9]
	similar := strings.Replace(lines[8], "8", ".", 1) // with which the puzzle has one solution, too
	for at := range 10 {
		for _, row := range []string{"12.......\n", lines[0], lines[8], similar} {
			text := "1\n" + nine(clued) + "2\n" + strings.Join(slices.Insert(slices.Clone(lines), at, row), "") + "3\n" + nine(clued) + "\n"
			out := rewritten(t, Grids([]byte(text), true, false), strings.NewReader(text))
			good, alone, all := 0, 0, 0
			for i, got := range strings.Split(out, "\n") {
				switch {
				case got == "":
				case got == clued:
					good++
				case got+"\n" == row && strings.Split(text, "\n")[i] == got:
					alone++
				case len(got) == 90 && i == 11:
					all++
				default:
					t.Errorf("%q at %d: line %d is %q", row, at, i+1, got)
				}
			}
			if good != 2+alone || all+alone != 1 {
				t.Errorf("%q at %d: %d good grids, %d rows alone, %d with ten", row, at, good, alone, all)
			}
			if ends := at == 0 || at == 9; ends && (alone == 1) != (at == 0 || row != similar) {
				t.Errorf("%q at %d: %d rows alone", row, at, alone)
			}
		}
	}
}

// What is no layout of grids stays as it is.
func TestOtherTextsAreNotRecognized(t *testing.T) {
	for _, text := range []string{
		"", "\n", "x", clued + "\n", "# a comment\n" + clued + "\n", "puzzle,solution\n" + clued + ",\n",
		strings.Repeat("123456789\n", 8), "[Puzzle]\n", strings.Repeat("-----------\n", 40), strings.Repeat("a,b,c\n", 40),
	} {
		if l := Grids([]byte(text), true, false); l != nil {
			t.Errorf("%q is taken for %s", text, l.Name)
		}
		if l := Columns([]byte(text), ',', false, false); l != nil {
			t.Errorf("%q is taken for %s", text, l.Name)
		}
		if l := Values([]byte(text), ',', false); l != nil {
			t.Errorf("the values of %q are to be rewritten", text)
		}
	}
}

// Lines that are longer than any row pass in bounded memory, and no other line is moved.
func TestLongLinesPass(t *testing.T) {
	text := nine(clued) + strings.Repeat("9", 3<<20) + "\n" + nine(clued)
	out := rewritten(t, Grids([]byte(nine(clued)), true, false), strings.NewReader(text))
	lines := strings.Split(out, "\n")
	if len(lines) != 20 || lines[0] != clued || len(lines[9]) != 3<<20 || lines[10] != clued {
		t.Errorf("%d lines", len(lines))
	}
}

// FuzzLayouts rewrites any text: a line stays a line, however the text arrives.
func FuzzLayouts(f *testing.F) {
	f.Add("Grid 01\n"+nine(clued)+"\n"+nine(clued), byte(','))
	f.Add("puzzle,solution\n"+strings.ReplaceAll(clued, ".", "x")+",\"=\"\"1\"\"\"\n", byte(','))
	f.Add(strings.Join(strings.Split(clued, ""), ";")+"\n", byte(';'))
	f.Add(clued+"\n"+"534678912672195348198342567859761423426853791713924856961537284287419635345286179"+"\n# \n"+clued, byte(0))
	f.Add(":0000:x:"+clued+":::\n", byte(0))
	f.Add(cellFrames([]string{clued, clued}, " ")+"╔═══╦\n║123║\n", byte(0))
	f.Add("Easy 1\n"+clued+"\n\nHard\n2\n"+clued+"\nHard\n", byte(0))
	f.Add("x = [\n('"+clued+"','"+solved+"'),\n(1),\n];\n", byte(0))
	f.Add("\ufeffsep=;\n*---*\n|53.|.7.|...|\n[State]\n", byte(';'))
	f.Fuzz(func(t *testing.T, text string, delimiter byte) {
		head := []byte(text)
		for _, l := range []*Layout{Grids(head, true, false), Grids(head, false, false), Columns(head, delimiter, false, false), Columns(head, delimiter, true, false), Values(head, delimiter, true), Pairs(head), Embedded(head)} {
			if l == nil {
				continue
			}
			out := rewritten(t, l, strings.NewReader(text))
			lines := strings.Count(text, "\n")
			if got := strings.Count(out, "\n"); got != lines && (got != lines+1 || strings.HasSuffix(text, "\n")) {
				t.Fatalf("%q becomes %q, of %d lines", text, out, got)
			}
			if slowly := rewritten(t, l, iotest.OneByteReader(strings.NewReader(text))); slowly != out {
				t.Fatalf("%q becomes %q, and byte after byte %q", text, out, slowly)
			}
		}
		if !bytes.Equal(head, []byte(text)) {
			t.Fatal("what was looked at has changed")
		}
	})
}

// Lines behind grids over nine lines that are no rows of such grids are rows of their own, good or
// bad, and titles are none.
func TestLinesBehindGrids(t *testing.T) {
	grid := nine(clued)
	text := strings.Repeat("Grid 2024-01-01\n"+grid, 3)
	for behind, kept := range map[string]bool{
		clued: true, clued + "," + clued: true, strings.ReplaceAll(clued, ".", "-"): true, "53..7....1": true, "5 3 . . 7 . . . . 1": true,
		"A 53..7....": true, "no. 12 of 2024-01-01": false, "+---+---+---+": false, "# 53..7....6": false, "12:30:00 2024/01/01": false,
	} {
		out := rewritten(t, Grids([]byte(text), false, false), strings.NewReader(text+"\n"+behind+"\n"))
		if strings.Contains(out, behind+"\n") != kept || strings.Count(out, clued) < 3 {
			t.Errorf("%q: rows are %q", behind, strings.Fields(out))
		}
	}
}
