//go:build !purego

package formats

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/gridmill/gridmill/solver"
)

// TestSimpleCSVLayout holds the Go types to the offsets and sizes that
// ../solver/asm/csv.go gives to the assembly.
func TestSimpleCSVLayout(t *testing.T) {
	var r simpleCSV
	var g gridColumn
	var c shortColumn
	for _, f := range []struct {
		name      string
		got, want uintptr
	}{
		{"simpleCSV.dst", unsafe.Offsetof(r.dst), 0},
		{"simpleCSV.last", unsafe.Offsetof(r.last), 8},
		{"simpleCSV.block", unsafe.Offsetof(r.block), 16},
		{"simpleCSV.lastEnd", unsafe.Offsetof(r.lastEnd), 24},
		{"simpleCSV.pieces", unsafe.Offsetof(r.pieces), 32},
		{"simpleCSV.piecesOf", unsafe.Offsetof(r.piecesOf), 40},
		{"simpleCSV.piecesStep", unsafe.Offsetof(r.piecesStep), 48},
		{"simpleCSV.reasons", unsafe.Offsetof(r.reasons), 56},
		{"simpleCSV.n", unsafe.Offsetof(r.n), 64},
		{"simpleCSV.numbers", unsafe.Offsetof(r.numbers), 72},
		{"simpleCSV.shorts", unsafe.Offsetof(r.shorts), 80},
		{"simpleCSV.shortsOf", unsafe.Offsetof(r.shortsOf), 88},
		{"simpleCSV.gridsOf", unsafe.Offsetof(r.gridsOf), 96},
		{"simpleCSV.delimiter", unsafe.Offsetof(r.delimiter), 104},
		{"simpleCSV.grids", unsafe.Offsetof(r.grids), 112},
		{"gridColumn.first", unsafe.Offsetof(g.first), 0},
		{"gridColumn.mark", unsafe.Offsetof(g.mark), 8},
		{"gridColumn.step", unsafe.Offsetof(g.step), 16},
		{"size of gridColumn", unsafe.Sizeof(g), 24},
		{"shortColumn.fields", unsafe.Offsetof(c.fields), 8},
		{"size of shortColumn", unsafe.Sizeof(c), 32},
		{"short.bytes", unsafe.Offsetof(short{}.bytes), 0},
		{"short.size", unsafe.Offsetof(short{}.size), 16},
		{"size of short", unsafe.Sizeof(short{}), 24},
		{"size of Reason", unsafe.Sizeof(Reason{}), 12},
		{"Reason.kind", unsafe.Offsetof(Reason{}.kind), 0},
		{"size of reasonKind", unsafe.Sizeof(noReason), 1},
		{"size of span", unsafe.Sizeof(span{}), 8},
		{"span.end", unsafe.Offsetof(span{}.end), 4},
		{"stripRows", stripRows, 64},
		{"copyBytes", copyBytes, 32},
	} {
		if f.got != f.want {
			t.Errorf("%s is %d, the assembly has %d", f.name, f.got, f.want)
		}
	}
}

// Simple rows are formatted together, up to one that is not.
func TestSimpleRowsAreFormattedTogether(t *testing.T) {
	if !hasTextKernels {
		t.Skip("this processor formats rows one by one")
	}
	for name, test := range map[string]struct {
		change func(b *Batch) // of row 9
		want   int
	}{
		"simple":                {func(*Batch) {}, 19},
		"no solution":           {func(b *Batch) { b.Results[9].Count = 0 }, 19},
		"256 solutions":         {func(b *Batch) { b.Results[9].Count = 256 }, 19},
		"a reason":              {func(b *Batch) { b.Reasons[9] = repeats(solver.Repeat{Digit: 1}) }, 9},
		"a large number":        {func(b *Batch) { b.Results[9].Guesses = smallNumbers }, 9},
		"a number below zero":   {func(b *Batch) { b.Results[9].Passes = -1 }, 9},
		"a number below others": {func(b *Batch) { b.Results[9].MaxDepth = -1 << 31 }, 9},
	} {
		for _, keep := range []string{"all", "none", "note"} {
			// The last row is too near the end of the block, unless nothing is kept.
			b := solvedRows(t, "id,puzzle,note\n"+strings.Repeat("17,"+puzzle(1)+",x\n", 20), CSV, keep)
			test.change(b)
			want := test.want
			if keep == "none" && want == 19 {
				want = 20
			}
			c := rowsFor(t, b, CSV)
			s := c.stripOf(&b.segments[0])
			s.to = b.Len()
			c.setNumbers(b, &s)
			got, next := c.appendSimple(make([]byte, 3, 3+c.roomFor(b, &s)), b, &s, 0)
			if next != want || string(got[3:]) != string(appendedAlone(nil, c, b, 0, next)) {
				t.Errorf("%s, %s kept: %d rows were formatted, not %d:\n%s", name, keep, next, want, got)
			}
		}
	}
}
