//go:build !purego

package scan

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/gridmill/gridmill/solver"
)

// hasRowKernel reports whether the processor has what the kernel needs.
var hasRowKernel = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

// simpleRows are the arguments of parseRowsAVX2. It knows the layout of this and of Row,
// Span and Column.
type simpleRows struct {
	block    *byte
	lastLook int // where the last bytes of the block start that are looked at together
	longest  int // length of a row
	rows     *Row
	n        int // how many rows there are, one or more
	columns  *Column
	width    int // how many columns there are, one or more
	// Where the first row's grids and fields go; the next row's follow. answers is nil
	// without a column of answers; the kernel advances it, but does not write there.
	puzzles, answers *solver.Grid
	fields           *Span
	fieldBytes       int // of a row's fields
	delimiter        byte
	open             bool // anything but a cell may follow the grid
}

// lookBytes is how many bytes parseRowsAVX2 looks at together for the end of a field. It reads a
// grid only if the row holds all of it, so it never reads past the block.
const lookBytes = 32

// parseMany parses rows [from, to), one or more, up to one that is not simple, or ends too
// near the end of the block, and returns that.
func (s *RowShape) parseMany(b *Block, from, to int, puzzles, answers []solver.Grid) int {
	if !hasRowKernel {
		return from
	}
	r := simpleRows{
		block: unsafe.SliceData(b.Bytes), lastLook: len(b.Bytes) - lookBytes, longest: MaxRow,
		rows: &b.Rows[from:to][0], n: to - from,
		columns: &s.columns[0], width: len(s.columns), delimiter: s.delimiter, open: s.open,
		puzzles: &puzzles[from:to][0],
		fields:  unsafe.SliceData(b.Fields[from*b.Noted:]), fieldBytes: b.Noted * int(unsafe.Sizeof(Span{})),
	}
	if answers != nil {
		r.answers = &answers[from:to][0]
	}
	return from + parseRowsAVX2(&r)
}

// parseRowsAVX2 returns how many rows it parsed. It may have changed what belongs to the next.
//
//go:noescape
func parseRowsAVX2(r *simpleRows) int
