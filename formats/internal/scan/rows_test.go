package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// cutText cuts text into rows of the given shape. noted is the number of fields to note in each row
// (see Block).
func cutText(s *RowShape, text string, noted int) *Block {
	b := &Block{FieldsPerRow: noted}
	c := cutterOf(strings.NewReader(text), s.delimiter)
	for err := error(nil); err == nil; {
		err = c.Fill(b, 1000, MaxBlock)
	}
	return b
}

// parseBlock parses a block and returns the number of rows that RowShape.Parse accepts.
func parseBlock(s *RowShape, b *Block) int {
	n := len(b.Rows)
	b.GrowFields(n)
	return s.Parse(b, 0, n, make([]solver.Grid, n), make([]solver.Grid, n))
}

// checkSimple checks that Parse stops after the wanted number of rows.
func checkSimple(t *testing.T, s *RowShape, text string, noted, want int) {
	t.Helper()
	if rows := parseBlock(s, cutText(s, text, noted)); rows != want {
		t.Errorf("parsed %d rows of %.199q, want %d", rows, text, want)
	}
}

// TestSimpleRows checks that simple rows are parsed up to the first row that is not simple.
func TestSimpleRows(t *testing.T) {
	puzzle, solution := testkit.Puzzle(1), testkit.Solution(1)
	simple := "x," + puzzle + "," + solution + "," + strings.Repeat("y", 70) + ",\r\n"
	long := strings.Replace(simple, "\r", strings.Repeat("z", MaxRow), 1)
	quoted := `"x ""y"", z","` + puzzle + `","` + solution + `","` + strings.Repeat("y", 70) + "\",\"\"\r\n"
	columns := []Column{{Note: 0}, {Note: 2, Puzzle: true}, {Note: 1, Answer: true}, {Note: -1}, {Note: 3}}
	none := slices.Clone(columns)
	for i := range none {
		none[i].Note = -1
	}
	for stop, want := range map[string]int{
		simple: 12, quoted: 12, `"x"` + simple[1:]: 12, strings.Replace(simple, ",\r", ",\"two\nlines\"\r", 1): 12,
		"," + simple: 9, simple[2:]: 9, long: 9,
		strings.Replace(simple, puzzle, puzzle[1:], 1):     9,
		strings.Replace(simple, solution, solution+"1", 1): 9,
		`"x"y` + simple[1:]: 9, `"x` + simple[1:]: 9, strings.Replace(simple, ",\r", ",\"\r", 1): 9,
		strings.Replace(quoted, puzzle, puzzle[1:], 1):     9,
		strings.Replace(quoted, puzzle, puzzle+"1", 1):     9,
		strings.Replace(quoted, solution+`"`, solution, 1): 9,
		strings.Replace(quoted, `"`+solution, solution, 1): 9,
	} {
		for _, row := range []string{simple, quoted} {
			text := strings.Repeat(row, 9) + stop + simple + simple
			checkSimple(t, NewRowShape(columns, ','), text, 4, want)
			checkSimple(t, NewRowShape(none, ','), text, 0, want)
		}
	}
}

// TestSimpleLines checks that simple lines are parsed up to the first line that is not simple.
func TestSimpleLines(t *testing.T) {
	puzzle := testkit.Puzzle(1)
	for _, line := range []string{puzzle, puzzle + " \"tail", puzzle + "\r", puzzle + "\x00", puzzle + "\x1b", puzzle + ",7"} {
		for stop, want := range map[string]int{"": 9, puzzle + "1": 9, puzzle + "é": 10, puzzle + "A": 9, puzzle + "?": 9, puzzle + ". x": 9, puzzle + puzzle: 9, puzzle[1:]: 9, " " + line: 9, `"` + puzzle + `"`: 9, line: 10, line[:81] + strings.Repeat("z", MaxRow): 9} {
			checkSimple(t, Lines, strings.Repeat(line+"\n", 9)+stop, 0, want)
		}
	}
}

// TestDelimitersWithoutSimpleRows checks that no row is simple if the delimiter is a cell or a
// quote.
func TestDelimitersWithoutSimpleRows(t *testing.T) {
	for _, delimiter := range []byte("0.-*_xX?5\"") {
		s := NewRowShape([]Column{{Note: -1, Puzzle: true}}, delimiter)
		b := &Block{Bytes: []byte(testkit.Puzzle(0)), Rows: []Row{{Span: Span{0, solver.Cells}}}}
		if n := s.Parse(b, 0, 1, make([]solver.Grid, 1), nil); n != 0 {
			t.Errorf("parsed %d rows with the delimiter %q, want none", n, delimiter)
		}
	}
}

// TestEveryByteInGrids puts every byte at each position in a grid. The row must be simple if and
// only if the byte is a cell. A space is not a cell.
func TestEveryByteInGrids(t *testing.T) {
	puzzle := testkit.Puzzle(1)
	columns := []Column{{Note: 0}, {Note: 1, Puzzle: true}}
	for name, c := range map[string]struct {
		shape         *RowShape
		before, after string
		noted         int
	}{
		"line":        {Lines, "", "", 0},
		"line, rest":  {Lines, "", " rest", 0},
		"comma":       {NewRowShape(columns, ','), "x,", "", 2},
		"quoted":      {NewRowShape(columns, ','), `x,"`, `"`, 2},
		"space":       {NewRowShape(columns, ' '), "x ", "", 2},
		"spaces":      {NewRowShape(columns, Spaces), "x ", "", 2},
		"not at last": {NewRowShape(append([]Column{{Note: -1, Answer: true}}, columns...), ';'), testkit.Solution(1) + ";x;", "", 2},
	} {
		block := cutText(c.shape, strings.Repeat(c.before+puzzle+c.after+"\n", 6), c.noted)
		grid := block.Bytes[block.Rows[1].Start:][len(c.before):][:solver.Cells]
		for position, was := range grid {
			for b := range 256 {
				grid[position] = byte(b)
				checkByte(t, fmt.Sprintf("%s: %#x at %d", name, b, position), c.shape, block, byte(b))
			}
			grid[position] = was
		}
	}
}

// checkByte parses six rows. The second row has b in its grid. If b is a cell, Parse must accept
// all rows. Otherwise, Parse must stop before the second row.
func checkByte(t *testing.T, name string, s *RowShape, block *Block, b byte) {
	t.Helper()
	want := 1
	if solver.IsCell(b) {
		want = 6
	}
	if rows := parseBlock(s, block); rows != want {
		t.Errorf("%s: parsed %d rows, want %d", name, rows, want)
	}
}
