//go:build !purego

package formats

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/gridmill/gridmill/solver"
)

// plainRows is what parseRowsAVX2 is told. It knows the layout of this and of row,
// span and fieldUse.
type plainRows struct {
	block    *byte
	lastLook int // where the last 32 bytes of the block begin
	longest  int // length of a row
	rows     *row
	n        int // how many rows there are, one or more
	uses     *fieldUse
	columns  int // how many uses there are, one or more
	// Where the first row's grids and fields go; the next row's follow.
	puzzles, answers *solver.Grid
	fields           *span
	fieldBytes       int // of a row's fields
	delimiter        byte
}

// lookBytes is how many bytes parseRowsAVX2 looks at together.
const lookBytes = 32

// parsePlainRows parses rows from and those that follow, as long as they are what
// parsePlain takes for plain and up to to, and returns the first that is not parsed.
// It may leave plain rows to parsePlain.
func (s *csvSource) parsePlainRows(b *Batch, from, to int) int {
	if !cpu.X86.HasAVX2 || !cpu.X86.HasBMI1 || !s.plain || s.own != nil || from == to {
		return from
	}
	r := plainRows{
		block: unsafe.SliceData(b.block), lastLook: len(b.block) - lookBytes, longest: maxRow,
		rows: &b.rows[from], n: to - from, uses: &s.uses[0], columns: len(s.uses),
		puzzles: &b.Puzzles[from], fields: unsafe.SliceData(b.fields[from*s.kept:]),
		fieldBytes: s.kept * int(unsafe.Sizeof(span{})), delimiter: s.delimiter,
	}
	if s.info.HasAnswers {
		r.answers = &b.answerGrids[from]
	}
	done := from + parseRowsAVX2(&r)
	clear(b.Reasons[from:done])
	if s.info.HasAnswers {
		for i := from; i < done; i++ {
			b.setAnswer(i, Reason{})
		}
	}
	return done
}

// parseRowsAVX2 returns how many rows it parsed. What it left of the next one is void.
//
//go:noescape
func parseRowsAVX2(r *plainRows) int
