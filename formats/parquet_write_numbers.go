package formats

import "slices"

// numberBytes is the size of a number in PLAIN encoding.
const numberBytes = 4

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
