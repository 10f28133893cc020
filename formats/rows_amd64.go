//go:build !purego

package formats

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/gridmill/gridmill/solver"
)

// hasTextKernels tells whether the processor has what the kernels of text need.
var hasTextKernels = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

// simpleRows is what parseRowsAVX2 is told. It knows the layout of this and of row,
// span and fieldUse.
type simpleRows struct {
	block    *byte
	lastLook int // where the last bytes of the block begin that are looked at together
	longest  int // length of a row
	rows     *row
	n        int // how many rows there are, one or more
	uses     *fieldUse
	columns  int // how many uses there are, one or more
	// Where the first row's grids and fields go; the next row's follow. Without a column
	// of answers, answers is nil, and counted on but never written to.
	puzzles, answers *solver.Grid
	fields           *span
	fieldBytes       int // of a row's fields
	delimiter        byte
	open             bool // whatever follows the last field does not matter
}

// lookBytes is how many bytes parseRowsAVX2 looks at together for the end of a field.
// It reads a grid only where the row holds all of it, and so nothing behind the block.
const lookBytes = 32

// parseSimpleRows parses rows [from, end) up to the first that is not simple, and returns
// the first that it did not parse.
func (s *csvSource) parseSimpleRows(b *Batch, from, end int) int {
	switch {
	case !s.safeDelimiter || from == end:
		return from
	case s.own != nil:
		return s.parseSimpleResults(b, from, end)
	}
	return s.parseSimpleFields(b, from, end, b.fields[from*s.kept:])
}

// parseSimpleFields is parseSimpleRows for one row or more, and stores where the noted
// fields of each stand.
func (s *csvSource) parseSimpleFields(b *Batch, from, end int, fields []span) int {
	r := simpleRows{
		uses: &s.noted[0], columns: len(s.noted), delimiter: s.delimiter,
		fields: unsafe.SliceData(fields), fieldBytes: s.notedFields() * int(unsafe.Sizeof(span{})),
	}
	if s.info.HasAnswers {
		r.answers = &b.answerGrids[from]
	}
	done := r.parse(b, from, end)
	if s.info.HasAnswers {
		b.answersReadable(from, done)
	}
	return done
}

// parseSimpleRows is the same for lines that begin with their puzzle.
func (s *lineSource) parseSimpleRows(b *Batch, from, end int) int {
	if s.word > 0 || from == end {
		return from
	}
	r := simpleRows{uses: &lineUse, columns: 1, open: true}
	return r.parse(b, from, end)
}

// lineUse is what becomes of a line.
var lineUse = fieldUse{kept: -1, puzzle: true}

// parse completes what all kinds of rows have in common, and parses them.
func (r *simpleRows) parse(b *Batch, from, end int) int {
	if !hasTextKernels {
		return from
	}
	r.block, r.lastLook, r.longest = unsafe.SliceData(b.block), len(b.block)-lookBytes, maxRow
	r.rows, r.n, r.puzzles = &b.rows[from], end-from, &b.Puzzles[from]
	done := from + parseRowsAVX2(r)
	clear(b.Reasons[from:done])
	return done
}

// parseRowsAVX2 returns how many rows it parsed. What it left of the next one is void.
//
//go:noescape
func parseRowsAVX2(r *simpleRows) int
