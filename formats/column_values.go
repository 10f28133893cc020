package formats

import (
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// Several methods below return values of rows [from, to). The next call to one of these methods can
// overwrite the values.

func (b *Batch) columnNumbers(c *outputColumn, from, to int) []int32 {
	b.numbers = slices.Grow(b.numbers[:0], to-from)[:to-from]
	c.numbers(b.numbers, b, from)
	return b.numbers
}

// wordIndices returns the dictionary index of each row's word, or -1 for rows without a word.
func (b *Batch) wordIndices(c *outputColumn, from, to int) []int32 {
	numbers := b.columnNumbers(c, from, to)
	if !c.always {
		for i := range numbers {
			numbers[i]--
		}
	}
	return numbers
}

// doubleValues returns each fractional number as eight bytes, or nil for rows without a value.
func (b *Batch) doubleValues(c *outputColumn, from, to int) [][]byte {
	b.values, b.encoded = b.values[:0], b.encoded[:0]
	for _, n := range b.columnNumbers(c, from, to) {
		switch {
		case n == 0 && !c.always:
			b.values = append(b.values, nil)
		case c.kind == kindThousandths:
			b.addEncoded(math.Float64bits(float64(n-1) / 1000))
		default:
			b.addEncoded(math.Float64bits(c.values[n]))
		}
	}
	return b.values
}

// addEncoded appends an eight-byte value to b.values.
func (b *Batch) addEncoded(value uint64) {
	b.encoded = binary.LittleEndian.AppendUint64(b.encoded, value)
	b.values = append(b.values, b.encoded[len(b.encoded)-8:])
}

// textValues returns the values of a text column as valid UTF-8, or nil for rows without a value.
func (b *Batch) textValues(c *outputColumn, from, to int) [][]byte {
	b.values = slices.Grow(b.values[:0], to-from)[:to-from]
	b.scratch = slices.Grow(b.scratch[:0], 1) // so that empty text is not nil
	for i := from; i < to; i++ {
		value := b.grid(c.grid, i)
		if value == nil && (c.kind != kindReason || b.Reasons[i].Kind != gridtext.NoReason) { // skip the many rows without a reason
			value = jsontext.ValidUTF8(b.columnText(c, i))
		}
		b.values[i-from] = value
	}
	return b.values
}

// lineNumbers returns the line of each row (see Batch.Origin) as eight bytes.
func (b *Batch) lineNumbers(from, to int) [][]byte {
	b.values, b.encoded = b.values[:0], b.encoded[:0]
	for i := from; i < to; i++ {
		_, line := b.Origin(i)
		b.addEncoded(uint64(line))
	}
	return b.values
}

// fieldValues returns the values of kept field k, with nil for rows without a value. The field must
// hold text. Invalid UTF-8 is replaced, because other programs reject it.
func (b *Batch) fieldValues(k int, f *Field, from, to int) [][]byte {
	plain := b.isPlain(f)
	// If the text of all rows is valid UTF-8, all fields are valid, and one check suffices.
	valid := utf8.Valid(b.block.Bytes[b.block.Rows[from].Start:b.block.Rows[to-1].End])
	b.values = slices.Grow(b.values[:0], to-from)[:to-from]
	b.scratch = slices.Grow(b.scratch[:0], 1) // so that empty text is not nil
	for i := range b.values {
		field := b.block.Field(from+i, k)
		if field == scan.Absent {
			b.values[i] = nil
			continue
		}
		value := b.block.Text(field)
		if !plain && len(value) > 1 && value[0] == '"' {
			start := len(b.scratch)
			b.scratch = scan.AppendUnquoted(b.scratch, value)
			value = b.scratch[start:]
		}
		if !valid && !utf8.Valid(value) {
			value = jsontext.ValidUTF8(value)
			b.Events.Replaced++
		}
		b.values[i] = value
	}
	return b.values
}

// truthTexts and truthBytes represent three values: missing, false and true.
var (
	truthTexts = []string{"", "false", "true"}
	truthBytes = [][]byte{nil, {0}, {1}}
)

// truthValues returns each boolean as one byte, or nil for rows without a value.
func (b *Batch) truthValues(c *outputColumn, from, to int) [][]byte {
	b.values = b.values[:0]
	for _, n := range b.wordIndices(c, from, to) {
		b.values = append(b.values, truthBytes[n+1])
	}
	return b.values
}

// A gridKind identifies a value of fixed length in a row: one of its grids, or its ClassText.
type gridKind uint8

const (
	ofPuzzle gridKind = iota + 1
	ofSolution
	ofMinlex
	ofClass
)

// grid returns the grid of the given kind for row i, or nil if the row does not have one. It uses a
// switch, because calls to functions in a table would not be inlined.
func (b *Batch) grid(kind gridKind, i int) []byte {
	switch kind {
	case ofSolution:
		if b.Results[i].Count > 0 {
			return b.Results[i].Solution[:]
		}
	case ofPuzzle:
		if b.Puzzles[i][0] != 0 {
			return b.Puzzles[i][:]
		}
	case ofMinlex:
		if b.Minlex[i][0] != 0 {
			return b.Minlex[i][:]
		}
	case ofClass:
		if b.Classes[i][0] != 0 {
			return b.Classes[i][:]
		}
	}
	return nil
}
