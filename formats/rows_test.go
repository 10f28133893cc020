package formats

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// unparsed reads up to a hundred rows of text without parsing them.
func unparsed(t openTB, text string, format Format, keep string) *Batch {
	t.Helper()
	r := mustOpenWith(t, files.StdStream, ReadOptions{Stdin: strings.NewReader(text), Format: format, Keep: ParseKeep(keep)})
	b := NewBatch(100)
	if err := r.Read(b); err != nil {
		t.Fatal(err)
	}
	return b
}

// checkAlone parses each line of a parsed batch again with the parser for lines that are not
// simple. Puzzles and reasons must stay the same.
func checkAlone(t rapid.TB, b *Batch) {
	t.Helper()
	puzzles, reasons := slices.Clone(b.Puzzles), slices.Clone(b.Reasons)
	for i := range b.Len() {
		b.Puzzles[i], b.Reasons[i] = solver.Grid{'x'}, Reason{Kind: gridtext.Empty}
		b.segments[0].source.(*lineSource).parseLine(b, i)
		if b.Puzzles[i] != puzzles[i] || b.Reasons[i] != reasons[i] {
			t.Fatalf("%q gives\n%v %v, separately\n%v %v", b.block.Row(i), &puzzles[i], reasons[i], &b.Puzzles[i], b.Reasons[i])
		}
	}
}

// isSimple returns a function that reports whether the fast parser of a source accepts row i.
func isSimple(b *Batch) func(i int) bool {
	b.block.GrowFields(b.Len())
	if s, isLines := b.segments[0].source.(*lineSource); isLines {
		return func(i int) bool { return s.parseSimple(b, i) }
	}
	s := b.segments[0].source.(*csvSource)
	if s.info.HasAnswers {
		b.makeAnswers(b.Len())
	}
	return func(i int) bool { return s.parseSimple(b, i) }
}

// TestSimpleRows checks which rows of CSV count as simple.
func TestSimpleRows(t *testing.T) {
	puzzle, solution := puzzle(1), solution(1)
	simple := "x," + puzzle + "," + solution + "," + strings.Repeat("y", 70) + ",\r\n"
	long := strings.Replace(simple, "\r", strings.Repeat("z", scan.MaxRow), 1)
	quoted := `"x ""y"", z","` + puzzle + `","` + solution + `","` + strings.Repeat("y", 70) + "\",\"\"\r\n"
	for row, want := range map[string]bool{
		simple: true, quoted: true, `"x"` + simple[1:]: true, strings.Replace(simple, ",\r", ",\"two\nlines\"\r", 1): true,
		"," + simple: false, simple[2:]: false, long: false,
		strings.Replace(simple, puzzle, puzzle[1:], 1):     false,
		strings.Replace(simple, solution, solution+"1", 1): false,
		`"x"y` + simple[1:]: false, `"x` + simple[1:]: false, strings.Replace(simple, ",\r", ",\"\r", 1): false,
		strings.Replace(quoted, puzzle, puzzle[1:], 1):     false,
		strings.Replace(quoted, puzzle, puzzle+"1", 1):     false,
		strings.Replace(quoted, solution+`"`, solution, 1): false,
		strings.Replace(quoted, `"`+solution, solution, 1): false,
	} {
		for _, keep := range []string{"all", "none"} {
			b := unparsed(t, "a,puzzle,solution,b,c\n"+strings.Repeat(simple, 9)+row+simple, CSV, keep)
			if got := isSimple(b)(9); got != want {
				t.Errorf("%.199q is simple: %t, want %t", row, got, want)
			}
		}
	}
}

// TestSimpleLines checks which lines count as simple. The fast parser for simple lines must return
// the same as the parser for other lines. A simple line can have text after its puzzle.
func TestSimpleLines(t *testing.T) {
	puzzle := puzzle(1)
	for line, want := range map[string]bool{
		puzzle: true, puzzle + " \"tail": true, puzzle + "\x00": true, puzzle + "\x1b": true, puzzle + ",7": true, puzzle + "é": true,
		puzzle + "1": false, puzzle + "A": false, puzzle + "?": false, puzzle + ". x": false, puzzle + puzzle: false, puzzle[1:]: false,
		puzzle + "- x": false, puzzle + " x": true, puzzle + "\r": true, puzzle[:80] + "é": false, "x" + puzzle[1:]: true, puzzle[:80] + ",": false, nested(puzzle): false, "7": false,
		" " + puzzle: false, `"` + puzzle + `"`: false, puzzle + " " + puzzle: false, puzzle + strings.Repeat("z", scan.MaxRow): false,
	} {
		b := unparsed(t, strings.Repeat(puzzle+"\n", 9)+line, Text, "")
		if got := isSimple(b)(9); got != want {
			t.Errorf("%.199q is simple: %t, want %t", line, got, want)
		}
		if err := b.Parse(); err != nil {
			t.Fatal(err)
		}
		checkAlone(t, b)
	}
}

// TestEveryByteInGrids puts every byte at each position in a grid. The row must be simple if and
// only if the byte represents a cell. A space does not represent a cell.
func TestEveryByteInGrids(t *testing.T) {
	for name, test := range map[string]struct{ header, before, after string }{
		"line":        {"", "", ""},
		"line, rest":  {"", "", " rest"},
		"comma":       {"x,puzzle\n", "x,", ""},
		"quoted":      {"x,puzzle\n", `x,"`, `"`},
		"space":       {"x puzzle\n", "x ", ""},
		"spaces":      {"x  puzzle\n", "x ", ""},
		"not at last": {"solution;x;puzzle\n", solution(1) + ";x;", ""},
	} {
		format := CSV
		if test.header == "" {
			format = Text
		}
		b := unparsed(t, test.header+strings.Repeat(test.before+puzzle(1)+test.after+"\n", 6), format, "all")
		simple := isSimple(b)
		grid := b.block.Row(1)[len(test.before):][:solver.Cells]
		for position, was := range grid {
			for c := range 256 {
				grid[position] = byte(c)
				if got := simple(1); got != solver.IsCell(byte(c)) {
					t.Errorf("%s: %#x at %d is simple: %t", name, c, position, got)
				}
			}
			grid[position] = was
		}
	}
}

// TestRowsAfterLongComments checks that rows after comments longer than a batch are not lost.
func TestRowsAfterLongComments(t *testing.T) {
	comment := "#" + strings.Repeat("x", 99) + "\n"
	text := strings.Repeat(comment, 6*scan.MaxRow/len(comment)) + puzzle(0) + "\n" + "#" + strings.Repeat("y", 9*scan.MaxRow) + "\n" + puzzle(1)
	rows, err := outcomes([]string{store(t, "a.txt", text)}, ReadOptions{}, 10)
	if err != nil || len(rows) != 2 || rows[1].Puzzle != puzzle(1) {
		t.Fatalf("rows %v, error %v", rows, err)
	}
}
