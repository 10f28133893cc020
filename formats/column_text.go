package formats

import (
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// A valueFormat determines how a text format writes values of gridmill's columns.
type valueFormat struct {
	missing string // written if a row has no value
	quote   string // quotation mark around grids and words
	// appendText appends text that is neither a grid nor a word, with quotes and escapes if needed.
	appendText func(dst, text []byte) []byte
}

var plainText = valueFormat{appendText: func(dst, text []byte) []byte { return append(dst, text...) }}

// appendValue appends the value of row i in c, one of gridmill's columns. If c.numbers is not nil,
// number must be the number that represents this value (see columnKind).
func (f *valueFormat) appendValue(dst []byte, b *Batch, i int, c *outputColumn, number int32) []byte {
	switch c.kind {
	case kindWord, kindBoolean, kindDecimal:
		switch word := c.words[number]; {
		case word == "":
			return append(dst, f.missing...)
		case c.literal:
			return append(dst, word...)
		default:
			return appendBetween(dst, f.quote, word)
		}
	case kindInteger:
		return strconv.AppendInt(dst, int64(number), 10)
	case kindGrid:
		if grid := b.grid(c.grid, i); grid != nil {
			return appendBetween(dst, f.quote, grid)
		}
	case kindThousandths:
		if number == 0 && !c.always {
			return append(dst, f.missing...)
		}
		return strconv.AppendFloat(dst, float64(number-1)/1000, 'f', -1, 64)
	case kindLine:
		_, line := b.Origin(i)
		return strconv.AppendInt(dst, line, 10)
	}
	b.scratch = slices.Grow(b.scratch[:0], 1) // so that empty text is not nil
	text := b.columnText(c, i)
	switch {
	case text == nil:
		return append(dst, f.missing...)
	case c.kind == kindSteps && f.quote != "": // only jsonValues sets quote, and JSON holds steps as an array
		return append(dst, text...)
	}
	return f.appendText(dst, text)
}

func appendBetween[T string | []byte](dst []byte, quote string, text T) []byte {
	return append(append(append(dst, quote...), text...), quote...)
}

// columnText returns the value of row i in a text column whose values vary in length, or nil if the
// row has no value. It appends the value to b.scratch.
func (b *Batch) columnText(c *outputColumn, i int) []byte {
	start, found := len(b.scratch), false
	switch c.kind {
	case kindGrid:
		if c.grid != ofPuzzle {
			break
		}
		// If the row has no puzzle, use the text found in its place, unless the line is too long.
		if s, isLine := b.segmentOf(i).source.(*lineSource); isLine && len(b.block.Row(i)) <= scan.MaxRow {
			b.scratch = s.appendPuzzle(b.scratch, b, i)
		}
	case kindFile:
		b.scratch = append(b.scratch, b.segmentOf(i).source.name()...)
	case kindCells: // the list can be empty
		b.scratch, found = b.rating(i).Redundant.append(b.scratch), b.rating(i).Redundant.known
	case kindSteps:
		b.scratch = b.steps.appendArray(b.scratch, i)
	case kindReason:
		b.scratch = b.Reasons[i].AppendCode(b.scratch)
	}
	if value := b.scratch[start:]; found || len(value) > 0 {
		return value
	}
	return nil
}

// AppendExtra appends the value of row i in column c as text. FindExtras must have computed the
// column, unless it was read back from a result.
func (b *Batch) AppendExtra(dst []byte, i int, c Column) []byte {
	column, number := &outputColumns[c], int32(0)
	if column.kind == kindSteps && len(b.Readback) > 0 {
		return b.segmentOf(i).source.(resultParser).appendReadback(dst, b, i, c)
	}
	if column.numbers != nil {
		number = b.columnNumbers(column, i, i+1)[0]
	}
	return plainText.appendValue(dst, b, i, column, number)
}
