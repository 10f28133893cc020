// The PLAIN encoding stores values one after another. The length of a byte array precedes the
// array: https://github.com/apache/parquet-format/blob/master/Encodings.md#plain-plain--0

package parquet

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/apache/arrow/go/v15/parquet"
)

// lengthBytes is the size of the length that precedes a byte array.
const lengthBytes = 4

func (v *values) decodePlain(t parquet.Type) error {
	if t == parquet.Types.Boolean {
		if v.n > 8*len(v.data) {
			return errValuesShort
		}
		v.dict = booleans
		v.index.reset(v.data, 1, 1, noKey)
		return v.index.addPacked(0, v.n)
	}
	if v.width > 0 {
		if v.n > len(v.data)/v.width {
			return errValuesShort
		}
		return nil
	}
	return v.findEnds()
}

// findEnds finds the ends of byte arrays by following their lengths.
func (v *values) findEnds() error {
	if v.gap = lengthBytes; v.n > len(v.data)/v.gap {
		return errValuesShort
	}
	v.ends = make([]uint32, v.n+1)
	pos := 0
	for i := range v.n {
		v.ends[i] = uint32(pos)
		if len(v.data)-pos < lengthBytes {
			return errValuesShort
		}
		length := int(binary.LittleEndian.Uint32(v.data[pos:]))
		if length > len(v.data)-pos-lengthBytes {
			return fmt.Errorf("the declared size of value %d (%d bytes) exceeds the rest of the page", i+1, length)
		}
		pos += lengthBytes + length
	}
	v.ends[v.n] = uint32(pos)
	return nil
}

// cutPrefixed cuts off a piece whose length is stored at the start of data.
func cutPrefixed(data []byte) (piece, rest []byte, err error) {
	if len(data) < lengthBytes {
		return nil, nil, errRunsShort
	}
	length := binary.LittleEndian.Uint32(data)
	if uint64(length) > uint64(len(data)-lengthBytes) {
		return nil, nil, errRunsShort
	}
	return data[lengthBytes : lengthBytes+length], data[lengthBytes+length:], nil
}

// appendPlain appends a byte array in PLAIN encoding.
func appendPlain(dst, value []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(value))), value...)
}

// plainExtremes returns the minimum and maximum of the integers in values. width is the size of
// each integer, 4 or 8 bytes.
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

// packBooleans packs values (0 or 1) into bits, in place.
func packBooleans(values []byte) []byte {
	packed := values[:0]
	for i, v := range values {
		if i%8 == 0 {
			packed = append(packed, 0) // overwrites a value that has been read
		}
		packed[i/8] |= v << (i % 8)
	}
	return packed
}
