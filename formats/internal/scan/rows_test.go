package scan

import (
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
	b := &Block{Noted: noted}
	c := cutterOf(strings.NewReader(text), s.delimiter)
	for err := error(nil); err == nil; {
		err = c.Fill(b, 1000, MaxBlock)
	}
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
	p.puzzles, p.answers, p.fields = p.puzzles[:p.rows], p.answers[:p.rows], b.Fields[:p.rows*noted]
	return p
}

// checkSimple wants so many rows of a text to be simple, and the last to be left to
// parseOne where it is, as it ends too near the end of the block.
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

// With a delimiter that may stand in a grid, no row is simple.
func TestDelimitersOfNoSimpleRows(t *testing.T) {
	for _, delimiter := range []byte("0.-*_5\"") {
		s := NewRowShape([]Column{{Note: -1, Puzzle: true}}, delimiter)
		b := &Block{Bytes: []byte(testkit.Puzzle(0)), Rows: []Row{{Span: Span{0, solver.Cells}}}}
		if n := s.Parse(b, 0, 1, make([]solver.Grid, 1), nil); n != 0 {
			t.Errorf("%d rows were parsed where %q separates fields", n, delimiter)
		}
	}
}
