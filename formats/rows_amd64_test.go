//go:build !purego

package formats

import (
	"strings"
	"testing"
	"unsafe"
)

// TestRowsLayout holds the Go types to the offsets and sizes that
// ../solver/asm/rows.go gives to the assembly.
func TestRowsLayout(t *testing.T) {
	var r plainRows
	var u fieldUse
	for _, f := range []struct {
		name      string
		got, want uintptr
	}{
		{"plainRows.block", unsafe.Offsetof(r.block), 0},
		{"plainRows.lastLook", unsafe.Offsetof(r.lastLook), 8},
		{"plainRows.longest", unsafe.Offsetof(r.longest), 16},
		{"plainRows.rows", unsafe.Offsetof(r.rows), 24},
		{"plainRows.n", unsafe.Offsetof(r.n), 32},
		{"plainRows.uses", unsafe.Offsetof(r.uses), 40},
		{"plainRows.columns", unsafe.Offsetof(r.columns), 48},
		{"plainRows.puzzles", unsafe.Offsetof(r.puzzles), 56},
		{"plainRows.answers", unsafe.Offsetof(r.answers), 64},
		{"plainRows.fields", unsafe.Offsetof(r.fields), 72},
		{"plainRows.fieldBytes", unsafe.Offsetof(r.fieldBytes), 80},
		{"plainRows.delimiter", unsafe.Offsetof(r.delimiter), 88},
		{"plainRows.open", unsafe.Offsetof(r.open), 89},
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

// Plain rows are parsed together, up to one that is not, or up to the last, whose end
// is too near the end of the block.
func TestPlainRowsAreParsedTogether(t *testing.T) {
	if !hasTextKernels {
		t.Skip("this processor parses rows one by one")
	}
	plain := "x," + puzzle(1) + "," + solution(1) + "," + strings.Repeat("y", 70) + ",\r\n"
	long := strings.Replace(plain, "\r", strings.Repeat("z", maxRow), 1)
	quoted := `"x ""y"", z","` + puzzle(1) + `","` + solution(1) + `","` + strings.Repeat("y", 70) + "\",\"\"\r\n"
	for stop, want := range map[string]int{
		plain: 11, quoted: 11, `"x"` + plain[1:]: 11, strings.Replace(plain, ",\r", ",\"two\nlines\"\r", 1): 11,
		"," + plain: 9, plain[2:]: 9, long: 9,
		strings.Replace(plain, puzzle(1), puzzle(1)[1:], 1):     9,
		strings.Replace(plain, solution(1), solution(1)+"1", 1): 9,
		`"x"y` + plain[1:]: 9, `"x` + plain[1:]: 9, strings.Replace(plain, ",\r", ",\"\r", 1): 9,
		strings.Replace(quoted, puzzle(1), puzzle(1)[1:], 1):     9,
		strings.Replace(quoted, puzzle(1), puzzle(1)+"1", 1):     9,
		strings.Replace(quoted, solution(1)+`"`, solution(1), 1): 9,
		strings.Replace(quoted, `"`+solution(1), solution(1), 1): 9,
	} {
		for _, keep := range []string{"all", "none"} {
			for _, row := range []string{plain, quoted} {
				b := unparsed(t, "id,puzzle,solution,note,end\n"+strings.Repeat(row, 9)+stop+plain+plain, CSV, keep)
				s := b.segments[0].source.(*csvSource)
				s.makeRoom(b, b.Len())
				if got := s.parsePlainRows(b, 0, b.Len()); got != want {
					t.Errorf("%d rows were parsed before %.199q, not %d", got, stop, want)
				}
			}
		}
	}
}

// So are lines, up to the last.
func TestPlainLinesAreParsedTogether(t *testing.T) {
	if !hasTextKernels {
		t.Skip("this processor parses lines one by one")
	}
	for _, line := range []string{puzzle(1), puzzle(1) + " \"tail", puzzle(1) + "\r", puzzle(1) + "1"} {
		for stop, want := range map[string]int{"": 9, puzzle(1)[1:]: 9, " " + line: 9, `"` + puzzle(1) + `"`: 9, line: 10, line[:81] + strings.Repeat("z", maxRow): 9} {
			b := unparsed(t, strings.Repeat(line+"\n", 9)+stop, Text, "")
			if got := b.segments[0].source.(*lineSource).parsePlainRows(b, 0, b.Len()); got != want {
				t.Errorf("%d rows were parsed of 9 like %q and %.99q, not %d", got, line, stop, want)
			}
		}
	}
}
