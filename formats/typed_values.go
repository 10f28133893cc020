package formats

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/formats/option"
)

// typedValues returns the bytes of what column k of the kept ones holds in rows [from, to):
// numbers with the little end first, a byte for a truth value, and nil for null. They are stored
// as text, which another input may have that has no such type.
func (b *Batch) typedValues(k int, f *Field, from, to int) ([][]byte, error) {
	values, _ := b.fieldValues(k, f.plain, true, from, to)
	b.encoded = slices.Grow(b.encoded[:0], 8*len(values))
	for i, text := range values {
		if len(text) == 0 {
			values[i] = nil
			continue
		}
		start := len(b.encoded)
		var err error
		if b.encoded, err = appendEncoded(b.encoded, f.values, string(text)); err != nil {
			file, line := b.Origin(from + i)
			return nil, option.Errorf(option.Keep, "%s:%d: column %q holds %.40q, which is no %s as in the inputs before", file, line, f.Name, text, f.values)
		}
		values[i] = b.encoded[start:]
	}
	return values, nil
}

// appendEncoded appends the bytes of a value that is given as text.
func appendEncoded(dst []byte, t valueType, text string) ([]byte, error) {
	switch t {
	case boolValue:
		switch text {
		case "false":
			return append(dst, 0), nil
		case "true":
			return append(dst, 1), nil
		}
	case int32Value:
		n, err := strconv.ParseInt(text, 10, 32)
		return binary.LittleEndian.AppendUint32(dst, uint32(n)), err
	case uint32Value:
		n, err := strconv.ParseUint(text, 10, 32)
		return binary.LittleEndian.AppendUint32(dst, uint32(n)), err
	case int64Value:
		n, err := strconv.ParseInt(text, 10, 64)
		return binary.LittleEndian.AppendUint64(dst, uint64(n)), err
	case uint64Value:
		n, err := strconv.ParseUint(text, 10, 64)
		return binary.LittleEndian.AppendUint64(dst, n), err
	case float32Value:
		n, err := strconv.ParseFloat(text, 32)
		return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(n))), err
	case float64Value:
		n, err := strconv.ParseFloat(text, 64)
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(n)), err
	}
	return dst, fmt.Errorf("%q is no %s", text, t)
}
