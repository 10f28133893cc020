package formats

import (
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// FindExtrasOf finds extras of puzzles that are not in the batch, which must hold no rows.
func (b *Batch) FindExtrasOf(puzzles []solver.Grid, results []solver.Result, e Extras) {
	b.Puzzles, b.Results, b.rows = puzzles, results, len(puzzles)
	b.Minlex, b.Classes, b.Symmetries, b.Ratings = b.Minlex[:0], b.Classes[:0], b.Symmetries[:0], b.Ratings[:0]
	b.FindExtras(e)
}

// AppendExtra appends, as text, the value of row i in a column of extras that were found or
// read back from a result.
func (b *Batch) AppendExtra(dst []byte, i int, c Column) []byte {
	column := &outputColumns[c]
	switch {
	case column.steps && len(b.Readback.Damaged) > 0:
		return b.segmentOf(i).source.appendReadback(dst, b, i, c)
	case column.steps:
		return b.steps.appendArray(dst, i)
	case column.cells:
		return b.appendRedundant(dst, i)
	case column.grid != ofNothing:
		return append(dst, b.grid(column.grid, i)...)
	}
	var n [1]int32
	column.numbers(n[:], b, i)
	switch {
	case column.words != nil:
		return append(dst, column.words[n[0]]...)
	case !column.thousandths:
		return strconv.AppendInt(dst, int64(n[0]), 10)
	case n[0] == 0:
		return dst
	}
	return appendThousandths(dst, n[0])
}

// Columns returns the columns of the extras.
func (e Extras) Columns() ColumnSet { return e.columns }

// As returns the extras e with the number of morphs and the kind of steps of o.
func (e Extras) As(o Extras) Extras {
	e.morphs, e.search = o.morphs, o.search
	return e
}
