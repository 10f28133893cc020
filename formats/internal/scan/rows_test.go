package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// parsed is what a shape makes of rows.
type parsed struct {
	rows             int // that are parsed
	puzzles, answers []solver.Grid
	fields           []Span
}

// parseText cuts a text into rows and parses them, by parseMany or one by one.
func parseText(t *testing.T, s *RowShape, text string, noted int, many bool) (p parsed) {
	t.Helper()
	return parseBlock(s, cutText(s, text, noted), many)
}

// cutText cuts a text into rows of a shape.
func cutText(s *RowShape, text string, noted int) *Block {
	b := &Block{Noted: noted}
	c := cutterOf(strings.NewReader(text), s.delimiter)
	for err := error(nil); err == nil; {
		err = c.Fill(b, 1000, MaxBlock)
	}
	return b
}

// parseBlock parses rows by parseMany or one by one.
func parseBlock(s *RowShape, b *Block, many bool) (p parsed) {
	n := len(b.Rows)
	b.GrowFields(n)
	p.puzzles, p.answers = make([]solver.Grid, n), make([]solver.Grid, n)
	if many {
		p.rows = s.parseMany(b, 0, n, p.puzzles, p.answers)
	} else {
		for p.rows < n && s.parseOne(b, p.rows, p.puzzles, p.answers) {
			p.rows++
		}
	}
	p.puzzles, p.answers, p.fields = p.puzzles[:p.rows], p.answers[:p.rows], b.Fields[:p.rows*b.Noted]
	return p
}

// checkSimple checks that the given number of rows of a text are simple, and that the last is
// left to parseOne if it ends too near the end of the block.
func checkSimple(t *testing.T, s *RowShape, text string, noted, want int) {
	t.Helper()
	one := parseText(t, s, text, noted, false)
	if one.rows != want {
		t.Errorf("%d rows were parsed of %.199q, not %d", one.rows, text, want)
	}
	many := parseText(t, s, text, noted, true)
	if many.rows == 0 {
		return // this processor parses rows one by one
	}
	n := many.rows
	if n != want && n != want-1 || !slices.Equal(many.puzzles, one.puzzles[:n]) || !slices.Equal(many.fields, one.fields[:n*noted]) {
		t.Errorf("%d rows were parsed together of %.199q, which differ or are not %d", n, text, want)
	}
	if s.open {
		return
	}
	if !slices.Equal(many.answers, one.answers[:n]) {
		t.Errorf("the answers of %.199q differ", text)
	}
}

// Simple rows are parsed up to one that is not.
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

// So are lines.
func TestSimpleLines(t *testing.T) {
	puzzle := testkit.Puzzle(1)
	for _, line := range []string{puzzle, puzzle + " \"tail", puzzle + "\r", puzzle + "\x00", puzzle + "\x1b", puzzle + ",7"} {
		for stop, want := range map[string]int{"": 9, puzzle + "1": 9, puzzle + "é": 9, puzzle + "A": 9, puzzle + "?": 9, puzzle + ". x": 9, puzzle + puzzle: 9, puzzle[1:]: 9, " " + line: 9, `"` + puzzle + `"`: 9, line: 10, line[:81] + strings.Repeat("z", MaxRow): 9} {
			checkSimple(t, Lines, strings.Repeat(line+"\n", 9)+stop, 0, want)
		}
	}
}

// With a delimiter that can be in a grid, no row is simple.
func TestDelimitersOfNoSimpleRows(t *testing.T) {
	for _, delimiter := range []byte("0.-*_xX?5\"") {
		s := NewRowShape([]Column{{Note: -1, Puzzle: true}}, delimiter)
		b := &Block{Bytes: []byte(testkit.Puzzle(0)), Rows: []Row{{Span: Span{0, solver.Cells}}}}
		if n := s.Parse(b, 0, 1, make([]solver.Grid, 1), nil); n != 0 {
			t.Errorf("%d rows were parsed where %q separates fields", n, delimiter)
		}
	}
}

// Rows that are parsed together are those that are parsed one by one, for every byte in and
// right after a grid, and none has a space among its cells.
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
		"not at last": {NewRowShape(append([]Column{{Note: -1, Answer: true}}, columns...), ';'), testkit.Solution(1) + ";x;", "", 2},
	} {
		block := cutText(c.shape, strings.Repeat(c.before+puzzle+c.after+"\n", 6), c.noted)
		grid := block.Bytes[block.Rows[1].Start:][len(c.before):][:solver.Cells+1]
		for position, was := range grid {
			for b := range 256 {
				grid[position] = byte(b)
				checkByte(t, fmt.Sprintf("%s: %#x at %d", name, b, position), c.shape, block, position < solver.Cells, byte(b))
			}
			grid[position] = was
		}
	}
}

// checkByte parses a block whose second row has a certain byte in its grid, or right after.
func checkByte(t *testing.T, name string, s *RowShape, block *Block, inGrid bool, b byte) {
	t.Helper()
	one := parseBlock(s, block, false)
	one.fields = slices.Clone(one.fields)
	many := parseBlock(s, block, true)
	n := many.rows
	switch {
	case !slices.Equal(many.puzzles, one.puzzles[:n]) || !slices.Equal(many.fields, one.fields[:n*block.Noted]):
		t.Errorf("%s: rows that are parsed together differ", name)
	case inGrid && !solver.IsCell(b) && (one.rows != 1 || n > 1):
		t.Errorf("%s: a row with it was parsed", name)
	case inGrid && solver.IsCell(b) && (one.rows != 6 || n != 0 && n < 4):
		t.Errorf("%s: only %d and %d rows were parsed", name, one.rows, n)
	}
}
