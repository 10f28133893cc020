//go:build !purego

package formats

import (
	"strings"
	"testing"
	"unsafe"
)

// TestRowsLayout holds the Go types to the offsets and sizes that
// internal/asm/rows.go gives to the assembly.
func TestRowsLayout(t *testing.T) {
	var r simpleRows
	var u fieldUse
	for _, f := range []struct {
		name      string
		got, want uintptr
	}{
		{"simpleRows.block", unsafe.Offsetof(r.block), 0},
		{"simpleRows.lastLook", unsafe.Offsetof(r.lastLook), 8},
		{"simpleRows.longest", unsafe.Offsetof(r.longest), 16},
		{"simpleRows.rows", unsafe.Offsetof(r.rows), 24},
		{"simpleRows.n", unsafe.Offsetof(r.n), 32},
		{"simpleRows.uses", unsafe.Offsetof(r.uses), 40},
		{"simpleRows.columns", unsafe.Offsetof(r.columns), 48},
		{"simpleRows.puzzles", unsafe.Offsetof(r.puzzles), 56},
		{"simpleRows.answers", unsafe.Offsetof(r.answers), 64},
		{"simpleRows.fields", unsafe.Offsetof(r.fields), 72},
		{"simpleRows.fieldBytes", unsafe.Offsetof(r.fieldBytes), 80},
		{"simpleRows.delimiter", unsafe.Offsetof(r.delimiter), 88},
		{"simpleRows.open", unsafe.Offsetof(r.open), 89},
		{"size of row", unsafe.Sizeof(row{}), 12},
		{"row.span", unsafe.Offsetof(row{}.span), 0},
		{"size of span", unsafe.Sizeof(span{}), 8},
		{"span.start", unsafe.Offsetof(span{}.start), 0},
		{"span.end", unsafe.Offsetof(span{}.end), 4},
		{"fieldUse.kept", unsafe.Offsetof(u.kept), 0},
		{"fieldUse.puzzle", unsafe.Offsetof(u.puzzle), 8},
		{"fieldUse.answer", unsafe.Offsetof(u.answer), 9},
		{"size of fieldUse", unsafe.Sizeof(u), 16},
	} {
		if f.got != f.want {
			t.Errorf("%s is %d, the assembly has %d", f.name, f.got, f.want)
		}
	}
}

// Simple rows are parsed together, up to one that is not, or up to the last, whose end
// is too near the end of the block.
func TestSimpleRowsAreParsedTogether(t *testing.T) {
	if !hasTextKernels {
		t.Skip("this processor parses rows one by one")
	}
	simple := "x," + puzzle(1) + "," + solution(1) + "," + strings.Repeat("y", 70) + ",\r\n"
	long := strings.Replace(simple, "\r", strings.Repeat("z", maxRow), 1)
	quoted := `"x ""y"", z","` + puzzle(1) + `","` + solution(1) + `","` + strings.Repeat("y", 70) + "\",\"\"\r\n"
	for stop, want := range map[string]int{
		simple: 11, quoted: 11, `"x"` + simple[1:]: 11, strings.Replace(simple, ",\r", ",\"two\nlines\"\r", 1): 11,
		"," + simple: 9, simple[2:]: 9, long: 9,
		strings.Replace(simple, puzzle(1), puzzle(1)[1:], 1):     9,
		strings.Replace(simple, solution(1), solution(1)+"1", 1): 9,
		`"x"y` + simple[1:]: 9, `"x` + simple[1:]: 9, strings.Replace(simple, ",\r", ",\"\r", 1): 9,
		strings.Replace(quoted, puzzle(1), puzzle(1)[1:], 1):     9,
		strings.Replace(quoted, puzzle(1), puzzle(1)+"1", 1):     9,
		strings.Replace(quoted, solution(1)+`"`, solution(1), 1): 9,
		strings.Replace(quoted, `"`+solution(1), solution(1), 1): 9,
	} {
		for _, keep := range []string{"all", "none"} {
			for _, row := range []string{simple, quoted} {
				b := unparsed(t, "id,puzzle,solution,note,end\n"+strings.Repeat(row, 9)+stop+simple+simple, CSV, keep)
				s := b.segments[0].source.(*csvSource)
				s.makeRoom(b, b.Len())
				if got := s.parseSimpleRows(b, 0, b.Len()); got != want {
					t.Errorf("%d rows were parsed before %.199q, not %d", got, stop, want)
				}
			}
		}
	}
}

// So are rows of a result, in any number of strips.
func TestSimpleResultsAreParsedTogether(t *testing.T) {
	if !hasTextKernels {
		t.Skip("this processor parses rows one by one")
	}
	simple := puzzle(1) + "," + solution(1) + ",unique,1,30,x," + strings.Repeat("y", 32) + "\n"
	for _, n := range []int{1, stripRows - 1, stripRows, stripRows + 1, 3 * stripRows} {
		for stop, want := range map[string]int{"": n, simple: n + 1, "1" + simple: n, simple[1:]: n} {
			b := batchOf(t, "puzzle,solution,verdict,solution_count,clues,guesses,reason\n"+strings.Repeat(simple, n)+stop+simple, ReadOptions{Results: CheckResults}, 300)
			if got := b.segments[0].source.(textParser).parseSimpleRows(b, 0, b.Len()-1); got != want {
				t.Errorf("%d of %d rows before %q were parsed, want %d", got, n, stop, want)
			}
		}
	}
}

// So are lines, up to the last.
func TestSimpleLinesAreParsedTogether(t *testing.T) {
	if !hasTextKernels {
		t.Skip("this processor parses lines one by one")
	}
	for _, line := range []string{puzzle(1), puzzle(1) + " \"tail", puzzle(1) + "\r", puzzle(1) + "1"} {
		for stop, want := range map[string]int{"": 9, puzzle(1)[1:]: 9, " " + line: 9, `"` + puzzle(1) + `"`: 9, line: 10, line[:81] + strings.Repeat("z", maxRow): 9} {
			b := unparsed(t, strings.Repeat(line+"\n", 9)+stop, Text, "")
			if got := b.segments[0].source.(*lineSource).parseSimpleRows(b, 0, b.Len()); got != want {
				t.Errorf("%d rows were parsed of 9 like %q and %.99q, not %d", got, line, stop, want)
			}
		}
	}
}
