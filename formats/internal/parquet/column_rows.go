package parquet

import (
	"encoding/binary"
	"errors"
)

// AppendRow appends a filled row of another Column. The values of both columns must have the same
// type.
func (c *Column) AppendRow(from *Column, row int) {
	c.SetType(from)
	c.encoded = from.EncodeRow(c.encoded[:0], row)
	_, _ = c.DecodeRow(c.encoded) // this cannot fail for a row that was just encoded
}

// SetType gives c the type of from.
func (c *Column) SetType(from *Column) {
	c.setColumn(from.column)
	c.limits = from.limits
}

// EncodeRow appends a filled row in a form that only DecodeRow of a Column of the same type can
// read.
func (c *Column) EncodeRow(dst []byte, row int) []byte {
	def, rep, entries, values := c.Levels(row, row+1)
	dst = binary.AppendUvarint(dst, uint64(entries))
	dst = binary.AppendUvarint(dst, uint64(values))
	for _, levels := range [][]int16{def, rep} {
		for _, level := range levels {
			dst = binary.AppendUvarint(dst, uint64(level))
		}
	}
	first := int(c.firstValue[row])
	for v := first; v < first+values; v++ {
		value := c.value(v)
		if c.width == 0 {
			dst = binary.AppendUvarint(dst, uint64(len(value)))
		}
		dst = append(dst, value...)
	}
	return dst
}

var errEncodedRow = errors.New("an encoded row ends too early")

// DecodeRow appends a row that EncodeRow encoded, and returns the remaining bytes. The type of the
// Column must be set.
func (c *Column) DecodeRow(encoded []byte) ([]byte, error) {
	entries, n := binary.Uvarint(encoded)
	values, m := binary.Uvarint(encoded[max(n, 0):])
	if n <= 0 || m <= 0 || entries > uint64(len(encoded))*2 || values > entries {
		return nil, errEncodedRow
	}
	encoded = encoded[n+m:]
	takeLevels := func(to *[]int16) bool {
		for range entries {
			level, n := binary.Uvarint(encoded)
			if n <= 0 {
				return false
			}
			*to = append(*to, int16(level))
			encoded = encoded[n:]
		}
		return true
	}
	if c.column.MaxDefinitionLevel() > 0 && !takeLevels(&c.def) || IsNested(c.column) && !takeLevels(&c.rep) {
		return nil, errEncodedRow
	}
	for range values {
		length, n := uint64(c.width), 0
		if c.width == 0 {
			length, n = binary.Uvarint(encoded)
		}
		if n < 0 || length > uint64(len(encoded)-n) {
			return nil, errEncodedRow
		}
		value := encoded[n : n+int(length)]
		c.addValue(value)
		encoded = encoded[n+int(length):]
	}
	last := len(c.firstEntry) - 1
	c.firstEntry = append(c.firstEntry, c.firstEntry[last]+int32(entries))
	c.firstValue = append(c.firstValue, c.firstValue[last]+int32(values))
	return encoded, nil
}
