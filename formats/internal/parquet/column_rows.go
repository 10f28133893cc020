package parquet

import (
	"encoding/binary"
	"errors"
)

// AppendRow appends a row of source to c. Call source.Fill for the row first. If c already has
// rows, c and source must have the same type.
func (c *Column) AppendRow(source *Column, row int) {
	c.SetType(source)
	c.encoded = source.EncodeRow(c.encoded[:0], row)
	_, _ = c.DecodeRow(c.encoded) // this cannot fail for a row that was just encoded
}

// SetType gives c the same type as another Column.
func (c *Column) SetType(from *Column) { c.setColumn(from.column, from.limits) }

// EncodeRow appends an encoded row to dst. Call Fill for the row first. To decode the row, call
// DecodeRow on a Column of the same type.
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

// DecodeRow decodes a row encoded by EncodeRow, appends it to c, and returns the remaining bytes.
// The type of c must be set.
func (c *Column) DecodeRow(encoded []byte) ([]byte, error) {
	good := true
	number := func() uint64 {
		v, n := binary.Uvarint(encoded)
		good = good && n > 0
		encoded = encoded[max(n, 0):]
		return v
	}
	entries, values := number(), number()
	good = good && entries <= maxEntries && values <= entries
	for i := uint64(0); good && i < entries && c.column.MaxDefinitionLevel() > 0; i++ {
		c.def = append(c.def, int16(number()))
	}
	for i := uint64(0); good && i < entries && IsNested(c.column); i++ {
		c.rep = append(c.rep, int16(number()))
	}
	for i := uint64(0); good && i < values; i++ {
		length := uint64(c.width)
		if c.width == 0 {
			length = number()
		}
		if good = good && length <= uint64(len(encoded)); good {
			c.addValue(encoded[:length])
			encoded = encoded[length:]
		}
	}
	if !good {
		return nil, errors.New("an encoded row ends too early")
	}
	last := len(c.firstEntry) - 1
	c.firstEntry = append(c.firstEntry, c.firstEntry[last]+int32(entries))
	c.firstValue = append(c.firstValue, c.firstValue[last]+int32(values))
	return encoded, nil
}
