package formats

import "strconv"

// appendOther appends, as text, the value of row i in one of gridmill's columns that holds neither
// grids nor numbers. It appends nothing if the row has no value.
func (b *Batch) appendOther(dst []byte, c *outputColumn, g *segment, i int) []byte {
	switch {
	case c.origin == ofFile:
		return append(dst, g.source.name()...)
	case c.origin == ofLine:
		return strconv.AppendInt(dst, g.source.lineOf(b, g, i), 10)
	case c.cells:
		return b.rating(i).Redundant.append(dst)
	case c.steps:
		return b.steps.appendArray(dst, i)
	}
	return b.Reasons[i].AppendCode(dst)
}

// appendThousandths appends the decimal number (n-1)/1000. If n is 0, the row has no value. Then
// appendThousandths appends nothing, unless the column always has a value.
func appendThousandths(dst []byte, c *outputColumn, n int32) []byte {
	if n == 0 && !c.always {
		return dst
	}
	return strconv.AppendFloat(dst, float64(n-1)/1000, 'f', -1, 64)
}

// AppendExtra appends the value of row i in column c as text. c must be a column of extras that
// FindExtras computed or that were read back from a result.
func (b *Batch) AppendExtra(dst []byte, i int, c Column) []byte {
	column := &outputColumns[c]
	switch {
	case column.steps && len(b.Readback.Damaged) > 0:
		return b.segmentOf(i).source.(resultParser).appendReadback(dst, b, i, c)
	case column.grid != ofNothing:
		return append(dst, b.grid(column.grid, i)...)
	case column.numbers == nil:
		return b.appendOther(dst, column, nil, i)
	}
	n := b.columnNumbers(column, i, i+1)[0]
	switch {
	case column.words != nil:
		return append(dst, column.words[n]...)
	case column.thousandths:
		return appendThousandths(dst, column, n)
	}
	return strconv.AppendInt(dst, int64(n), 10)
}
