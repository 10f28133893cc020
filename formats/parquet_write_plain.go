package formats

import (
	"encoding/binary"
	"math"
	"slices"
)

// The encoder of PLAIN values:
// https://parquet.apache.org/docs/file-format/data-pages/encodings/#PLAIN

// numberBytes is the size of a 32-bit integer.
const numberBytes = 4

// appendPlain appends a byte array.
func appendPlain(dst, value []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(value)))
	return append(dst, value...)
}

// appendInt32s appends one or more integers, and returns the smallest and the largest.
func appendInt32s(dst []byte, numbers []int32) (appended []byte, least, most int32) {
	start := len(dst)
	dst = slices.Grow(dst, numberBytes*len(numbers))[:start+numberBytes*len(numbers)]
	least, most = numbers[0], numbers[0]
	for i, n := range numbers {
		least, most = min(least, n), max(most, n)
		at := start + numberBytes*i
		binary.LittleEndian.PutUint32(dst[at:at+numberBytes], uint32(n))
	}
	return dst, least, most
}

// plainExtremes returns the smallest and the largest of any number of integers, of four or
// eight bytes each.
func plainExtremes(values []byte, width int) (least, most int64) {
	least, most = math.MaxInt64, math.MinInt64
	for ; len(values) > 0; values = values[width:] {
		n := int64(int32(binary.LittleEndian.Uint32(values)))
		if width == 8 {
			n = int64(binary.LittleEndian.Uint64(values))
		}
		least, most = min(least, n), max(most, n)
	}
	return least, most
}

// appendBooleans packs bytes that are 0 or 1 into bits. They may start where dst ends.
func appendBooleans(dst, values []byte) []byte {
	for i, v := range values {
		if i%8 == 0 {
			dst = append(dst, 0)
		}
		dst[len(dst)-1] |= v << (i % 8)
	}
	return dst
}
