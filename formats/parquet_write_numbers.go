package formats

import (
	"encoding/binary"
	"slices"

	"github.com/apache/arrow/go/v15/parquet"
)

// encodeNumbers appends a column of gridmill's own numbers to the values and notes
// the smallest and the largest.
func (p *page) encodeNumbers() {
	var least, most int32
	if p.encoding == parquet.Encodings.DeltaBinaryPacked {
		least, most = slices.Min(p.numbers), slices.Max(p.numbers)
		p.values = appendDeltas(p.values, p.numbers)
	} else {
		start, size := len(p.values), 4*len(p.numbers)
		p.values = slices.Grow(p.values, size)[:start+size]
		least, most = putNumbers(p.values[start:], p.numbers)
	}
	p.min, p.max = int64(least), int64(most)
}

// putNumbers stores numbers in PLAIN encoding and returns the smallest and the largest.
func putNumbers(dst []byte, numbers []int32) (least, most int32) {
	least, most = numbers[0], numbers[0]
	span := uint32(0)
	for i, n := range numbers {
		// Few numbers lie outside of what is known, so this branch costs less than two
		// comparisons that each wait for the one before.
		if uint32(n-least) > span {
			least, most = min(least, n), max(most, n)
			span = uint32(most - least)
		}
		binary.LittleEndian.PutUint32(dst[4*i:], uint32(n))
	}
	return least, most
}
