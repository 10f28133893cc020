// Values one after the other, byte arrays behind their lengths:
// https://github.com/apache/parquet-format/blob/master/Encodings.md#plain-plain--0

package parquet

import (
	"encoding/binary"
	"fmt"

	"github.com/apache/arrow/go/v15/parquet"
)

// lengthBytes is how long the length is that stands before a byte array.
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
	v.gap = lengthBytes
	if v.n > len(v.data)/v.gap {
		return errValuesShort
	}
	if v.width = v.equalLengths(); v.width > 0 {
		return nil
	}
	return v.findEnds()
}

// equalLengths returns the length that stands before each of the values, or 0 where
// they differ, are empty or do not all stand in data. Unlike findEnds it need not wait for
// one length to know where the next stands.
func (v *values) equalLengths() int {
	length := binary.LittleEndian.Uint32(v.data)
	if uint64(v.n) > uint64(len(v.data))/(lengthBytes+uint64(length)) {
		return 0
	}
	stride := lengthBytes + int(length)
	for i := 1; i < v.n; i++ {
		if binary.LittleEndian.Uint32(v.data[i*stride:]) != length {
			return 0
		}
	}
	return int(length)
}

// findEnds sets ends by going from length to length.
func (v *values) findEnds() error {
	v.ends = resize(v.ends, v.n+1)
	pos := 0
	for i := range v.n {
		v.ends[i] = uint32(pos)
		if len(v.data)-pos < lengthBytes {
			return errValuesShort
		}
		length := int(binary.LittleEndian.Uint32(v.data[pos:]))
		if length > len(v.data)-pos-lengthBytes {
			return fmt.Errorf("value %d claims %d bytes, more than the page has", i+1, length)
		}
		pos += lengthBytes + length
	}
	v.ends[v.n] = uint32(pos)
	return nil
}

// cutPrefixed cuts a piece off data that starts with its length.
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
