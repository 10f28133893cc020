package formats

import (
	"slices"

	"github.com/apache/arrow/go/v15/parquet"
)

// addNumbers adds rows [from, to), of which there are some, of a column of numbers, and
// notes the smallest and the largest.
func (p *page) addNumbers(c *ownColumn, b *Batch, from, to int) {
	numbers, start := b.columnNumbers(c, from, to), len(p.values)
	p.values = slices.Grow(p.values, (SectionRows-p.rows)*numberBytes)[:start+len(numbers)*numberBytes]
	least, most := putNumbers(p.values[start:], numbers)
	if p.rows == 0 {
		p.min, p.max = int64(least), int64(most)
	}
	p.min, p.max = min(p.min, int64(least)), max(p.max, int64(most))
}

// encodeNumbers gives a column of gridmill's own numbers the encoding that its codec
// wants.
func (p *page) encodeNumbers() {
	p.encoding = p.codec.numbers
	if p.encoding == parquet.Encodings.DeltaBinaryPacked {
		p.packed = append(p.packed[:0], p.values[:levelRoom]...)
		p.packed = appendDeltas(p.packed, p.values[levelRoom:])
		p.values, p.packed = p.packed, p.values
	}
}
