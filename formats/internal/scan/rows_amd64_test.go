//go:build !purego

package scan

import (
	"testing"
	"unsafe"
)

// TestRowsLayout holds the Go types to the offsets and sizes that
// ../asm/rows.go gives to the assembly.
func TestRowsLayout(t *testing.T) {
	var r simpleRows
	var c Column
	for _, f := range []struct {
		name      string
		got, want uintptr
	}{
		{"simpleRows.block", unsafe.Offsetof(r.block), 0},
		{"simpleRows.lastLook", unsafe.Offsetof(r.lastLook), 8},
		{"simpleRows.longest", unsafe.Offsetof(r.longest), 16},
		{"simpleRows.rows", unsafe.Offsetof(r.rows), 24},
		{"simpleRows.n", unsafe.Offsetof(r.n), 32},
		{"simpleRows.columns", unsafe.Offsetof(r.columns), 40},
		{"simpleRows.width", unsafe.Offsetof(r.width), 48},
		{"simpleRows.puzzles", unsafe.Offsetof(r.puzzles), 56},
		{"simpleRows.answers", unsafe.Offsetof(r.answers), 64},
		{"simpleRows.fields", unsafe.Offsetof(r.fields), 72},
		{"simpleRows.fieldBytes", unsafe.Offsetof(r.fieldBytes), 80},
		{"simpleRows.delimiter", unsafe.Offsetof(r.delimiter), 88},
		{"simpleRows.open", unsafe.Offsetof(r.open), 89},
		{"size of Row", unsafe.Sizeof(Row{}), 12},
		{"Row.Span", unsafe.Offsetof(Row{}.Span), 0},
		{"size of Span", unsafe.Sizeof(Span{}), 8},
		{"Span.Start", unsafe.Offsetof(Span{}.Start), 0},
		{"Span.End", unsafe.Offsetof(Span{}.End), 4},
		{"Column.Note", unsafe.Offsetof(c.Note), 0},
		{"Column.Puzzle", unsafe.Offsetof(c.Puzzle), 8},
		{"Column.Answer", unsafe.Offsetof(c.Answer), 9},
		{"size of Column", unsafe.Sizeof(c), 16},
	} {
		if f.got != f.want {
			t.Errorf("%s is %d, the assembly has %d", f.name, f.got, f.want)
		}
	}
}
