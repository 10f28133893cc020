package solver

import (
	"strings"
	"testing"
)

// wikipedia is the puzzle in Wikipedia's article on Sudoku.
const (
	wikipedia         = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	wikipediaSolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// grid parses text, and stops the test if text is not a grid.
func grid(tb testing.TB, text string) Grid {
	tb.Helper()
	var g Grid
	if len(text) != Cells || Parse(&g, []byte(text)) >= 0 {
		tb.Fatalf("not a grid: %q", text)
	}
	return g
}

func TestParseReadsEveryBlank(t *testing.T) {
	want := grid(t, wikipedia)
	for _, blank := range []string{".", "0", "*", "_", "-", "x", "X", "?", " "} {
		var g Grid
		text := strings.ReplaceAll(wikipedia, ".", blank)
		if at := Parse(&g, []byte(text)); at != -1 || g != want {
			t.Errorf("blank %q: Parse returned %d and read %v", blank, at, &g)
		}
	}
}

// TestParseAcceptsSpacesOnlyIn81Bytes checks that Parse accepts a space as a blank only if the text
// has exactly 81 bytes. It also checks that ParseWord never accepts a space.
func TestParseAcceptsSpacesOnlyIn81Bytes(t *testing.T) {
	text := []byte(strings.ReplaceAll(wikipedia, ".", " "))
	want, first := grid(t, wikipedia), strings.IndexByte(wikipedia, '.')
	var g Grid
	if at := Parse(&g, text); at != -1 || g != want {
		t.Errorf("Parse returned %d and read %v", at, &g)
	}
	if at := Parse(&g, append(text, ' ')); at != first || g != (Grid{}) {
		t.Errorf("longer text: Parse returned %d and read %q", at, g[:])
	}
	if at := ParseWord(&g, text); at != first || g != (Grid{}) {
		t.Errorf("ParseWord returned %d and read %q", at, g[:])
	}
}

func TestParseIgnoresTrailingText(t *testing.T) {
	var g Grid
	if at := Parse(&g, []byte(wikipedia+"x,")); at != -1 || g.String() != wikipedia {
		t.Errorf("Parse returned %d and read %v", at, &g)
	}
}

func TestParseFindsTheFirstInvalidByte(t *testing.T) {
	for position := range Cells {
		for _, foreign := range []byte{0, '\t', '\n', '/', ':', 'a', 0x80, 0xff} {
			text := []byte(wikipedia)
			text[position], text[Cells-1] = foreign, foreign
			g := grid(t, wikipediaSolution)
			if at := Parse(&g, text); at != position || g != (Grid{}) {
				t.Fatalf("%q at %d: Parse returned %d and left %q", foreign, position, at, g[:])
			}
		}
	}
}

func TestClues(t *testing.T) {
	for text, want := range map[string]int{
		wikipedia:                 30,
		wikipediaSolution:         81,
		strings.Repeat(".", 81):   0,
		strings.Repeat(".9.", 27): 27,
	} {
		g := grid(t, text)
		if got := g.Clues(); got != want {
			t.Errorf("%s has %d clues, not %d", text, want, got)
		}
	}
	var zero Grid
	if zero.Clues() != 0 {
		t.Errorf("the zero Grid has %d clues", zero.Clues())
	}
	for cell := range Cells {
		var one Grid
		if one[cell] = '9'; one.Clues() != 1 {
			t.Errorf("a clue in cell %d is counted %d times", cell, one.Clues())
		}
	}
}

func TestComplete(t *testing.T) {
	solved := grid(t, wikipediaSolution)
	if !solved.complete() {
		t.Error("a solution is not complete")
	}
	for cell := range Cells {
		for _, c := range []byte("123456789.\x000:") {
			g := solved
			if g[cell] = c; g != solved && g.complete() {
				t.Errorf("a grid with %q in cell %d is complete", c, cell)
			}
		}
	}
	for name, text := range map[string]string{
		"only the rows":        strings.Repeat("123456789", 9),
		"only the columns":     columnsOnly(),
		"all except the boxes": latinSquare(),
	} {
		if g := grid(t, text); g.complete() {
			t.Errorf("a grid is complete, although %s hold each digit once", name)
		}
	}
}

// columnsOnly returns a grid in which only the columns hold each digit once.
func columnsOnly() string {
	var text strings.Builder
	for digit := '1'; digit <= '9'; digit++ {
		text.WriteString(strings.Repeat(string(digit), 9))
	}
	return text.String()
}

// latinSquare returns a grid in which every row and column, but no box, holds each digit once.
func latinSquare() string {
	var text strings.Builder
	for row := range 9 {
		text.WriteString("123456789"[row:] + "123456789"[:row])
	}
	return text.String()
}

func TestSolutionOf(t *testing.T) {
	puzzle, solution := grid(t, wikipedia), grid(t, wikipediaSolution)
	if !solution.SolutionOf(&puzzle) || !solution.SolutionOf(&solution) {
		t.Error("a solution is rejected")
	}
	if puzzle.SolutionOf(&puzzle) {
		t.Error("a puzzle is accepted as its own solution")
	}
	other := transposed(&solution)
	if other.SolutionOf(&puzzle) {
		t.Error("the solution of another puzzle is accepted")
	}
	var zero Grid
	if solution.SolutionOf(&zero) || zero.SolutionOf(&puzzle) {
		t.Error("the zero Grid is accepted as a puzzle or a solution")
	}
}

func TestFindRepeat(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells map[int]byte
		want  string // empty if no house repeats a digit
	}{
		{"empty grid", nil, ""},
		{"different digits", map[int]byte{0: '1', 8: '2', 72: '3'}, ""},
		{"one digit in nine places", map[int]byte{0: '1', 12: '1', 24: '1', 28: '1', 40: '1', 52: '1', 56: '1', 68: '1', 80: '1'}, ""},
		{"row", map[int]byte{18: '5', 26: '5'}, "5 in row 3"},
		{"column", map[int]byte{8: '9', 80: '9'}, "9 in column 9"},
		{"box", map[int]byte{60: '1', 80: '1'}, "1 in box 9"},
		{"rows before columns before boxes", map[int]byte{0: '3', 10: '3', 31: '4', 76: '4', 54: '2', 62: '2'}, "2 in row 7"},
	} {
		g := grid(t, strings.Repeat(".", Cells))
		for cell, digit := range c.cells {
			g[cell] = digit
		}
		got := ""
		if repeat, found := g.FindRepeat(); found {
			got = string('0'+repeat.Digit) + " in " + repeat.House.String()
		}
		if got != c.want {
			t.Errorf("%s: found %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHouseString(t *testing.T) {
	for house, want := range map[House]string{
		0: "row 1", 8: "row 9", 9: "column 1", 17: "column 9", 18: "box 1", 26: "box 9",
	} {
		if got := house.String(); got != want {
			t.Errorf("house %d is called %q, not %q", house, got, want)
		}
	}
}
