//go:build !purego

package formats

import (
	"unsafe"

	"github.com/gridmill/gridmill/solver"
)

// simpleCSV is what appendCSVAVX2 is told. It knows the layout of this and of gridColumn,
// span, Reason, shortColumn and short.
type simpleCSV struct {
	dst *byte // where the first row goes
	// The last place where a row, or what follows one of its pieces, may begin. There is
	// room for more than copyBytes behind it.
	last *byte
	// The pieces of the block that stand before gridmill's columns. lastEnd is where the
	// last of them may end.
	block      *byte
	lastEnd    int
	pieces     *span
	piecesOf   int // how many pieces a row has
	piecesStep int // how many bytes the next row's are away
	reasons    *Reason
	n          int    // how many rows there are, one or more
	numbers    *int32 // of the first column; the next column's are stripRows away
	shorts     *shortColumn
	shortsOf   int // how many short fields a row has, one or more
	gridsOf    int // how many grids
	delimiter  byte
	grids      [numGrids]gridColumn
}

// gridColumn says where the grids of a column stand: the first, and step bytes further
// the next. A row has one where the four bytes at its mark are not all zero.
type gridColumn struct {
	first *solver.Grid
	mark  unsafe.Pointer
	step  int
}

// copyBytes is how many bytes of a piece appendCSVAVX2 copies together.
const copyBytes = 32

// appendSimple appends the rows of a strip from row from on, up to the first that is not
// simple, and returns the first that it did not append. The numbers of the strip are set.
func (c *csvRows) appendSimple(dst []byte, b *Batch, s *csvStrip, from int) ([]byte, int) {
	place := dst[len(dst):cap(dst)]
	if !hasTextKernels || from == s.to || len(place) < c.room {
		return dst, from
	}
	r := simpleCSV{
		dst: &place[0], last: &place[len(place)-c.room], n: s.to - from,
		reasons: &b.Reasons[from:s.to][0], numbers: &b.numbers[from-s.from],
		shorts: &c.shorts[0], shortsOf: len(c.shorts), gridsOf: len(c.grids), delimiter: c.delimiter,
	}
	if !r.setPieces(c, b, s, from) {
		return dst, from
	}
	for i, kind := range c.grids {
		r.grids[i] = b.columnOfGrids(kind, from, s.to)
	}
	rows, length := appendCSVAVX2(&r)
	return dst[:len(dst)+length], from + rows
}

// setPieces sets what becomes of the input's own columns, and reports whether that is
// simple.
func (r *simpleCSV) setPieces(c *csvRows, b *Batch, s *csvStrip, from int) bool {
	kept := len(c.schema.Kept)
	switch {
	case s.whole:
		r.pieces, r.piecesOf, r.piecesStep = &b.rows[from:s.to][0].span, 1, int(unsafe.Sizeof(row{}))
	case kept == 0:
		return true
	case s.verbatim:
		r.pieces, r.piecesOf, r.piecesStep = &b.fields[from*kept : s.to*kept][0], kept, kept*int(unsafe.Sizeof(span{}))
	default:
		return false
	}
	r.block, r.lastEnd = unsafe.SliceData(b.block), len(b.block)-copyBytes
	return true
}

// columnOfGrids says where the grids of rows [from, to) stand. A row has one where Batch.grid
// says so: where its count is not zero, or its puzzle is not the zero Grid.
func (b *Batch) columnOfGrids(kind gridKind, from, to int) gridColumn {
	if kind == ofSolution {
		first := &b.Results[from:to][0]
		return gridColumn{&first.Solution, unsafe.Pointer(&first.Count), int(unsafe.Sizeof(*first))}
	}
	first := &b.Puzzles[from:to][0]
	return gridColumn{first, unsafe.Pointer(first), int(unsafe.Sizeof(*first))}
}

// appendCSVAVX2 returns how many rows it appended, and how many bytes they take. What it
// left behind them is void.
//
//go:noescape
func appendCSVAVX2(r *simpleCSV) (rows, length int)
