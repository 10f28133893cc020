package formats

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// valueTypeOf returns the type of a field's values, and whether they are in lists.
func valueTypeOf(f *Field) (t scan.Type, inLists bool) {
	if f.isText() || f.isConverted() {
		return f.values, false
	}
	node := f.node
	for {
		inLists = inLists || node.RepetitionType() == parquet.Repetitions.Repeated
		group, ok := node.(*schema.GroupNode)
		if !ok {
			return leafType(node.(*schema.PrimitiveNode)), inLists
		}
		node = group.Field(0) // the only one, since the field has one leaf
	}
}

// leafType returns the type of single values.
func leafType(n *schema.PrimitiveNode) scan.Type {
	integer, ok := n.LogicalType().(*schema.IntLogicalType)
	other := !ok && n.LogicalType() != nil && !n.LogicalType().IsNone()
	unsigned := ok && !integer.IsSigned()
	switch t := n.PhysicalType(); {
	case other:
		return scan.Text
	case t == parquet.Types.Boolean:
		return scan.Bool
	case t == parquet.Types.Int32 && unsigned:
		return scan.Uint32
	case t == parquet.Types.Int32:
		return scan.Int32
	case t == parquet.Types.Int64 && unsigned:
		return scan.Uint64
	case t == parquet.Types.Int64:
		return scan.Int64
	case t == parquet.Types.Float:
		return scan.Float32
	case t == parquet.Types.Double:
		return scan.Float64
	}
	return scan.Text
}

// losesTypeInArrow reports whether the values of a Parquet column become text in Arrow although
// they are not text in Parquet, such as dates and decimals.
func (f *Field) losesTypeInArrow() bool {
	t, _ := valueTypeOf(f)
	leaf := f.leaf()
	_, isDecimal := leaf.LogicalType().(*schema.DecimalLogicalType)
	return t == scan.Text && (isDecimal || leaf.PhysicalType() != parquet.Types.ByteArray)
}

// leaf returns the type of the only leaf of a column of Parquet.
func (f *Field) leaf() *schema.PrimitiveNode {
	node := f.node
	for {
		group, isGroup := node.(*schema.GroupNode)
		if !isGroup {
			return node.(*schema.PrimitiveNode)
		}
		node = group.Field(0)
	}
}

// typedValues returns the values of rows [from, to) in kept column k as bytes: little-endian
// numbers, one byte for a boolean, and nil for null. The values are stored as text. It is an
// error if a value does not have the type, which happens if the column of another input has
// text.
func (b *Batch) typedValues(k int, f *Field, from, to int) ([][]byte, error) {
	values, _ := b.fieldValues(k, f, true, from, to)
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
			return nil, option.Errorf(option.Keep, "%s:%d: column %q holds %.40q, which is not of the type %s as in the inputs before it", file, line, f.Name, text, f.values)
		}
		values[i] = b.encoded[start:]
	}
	return values, nil
}

// appendEncoded appends the bytes of a value that is given as text.
func appendEncoded(dst []byte, t scan.Type, text string) ([]byte, error) {
	switch t {
	case scan.Bool:
		switch text {
		case "false":
			return append(dst, 0), nil
		case "true":
			return append(dst, 1), nil
		}
	case scan.Int32:
		n, err := strconv.ParseInt(text, 10, 32)
		return binary.LittleEndian.AppendUint32(dst, uint32(n)), err
	case scan.Uint32:
		n, err := strconv.ParseUint(text, 10, 32)
		return binary.LittleEndian.AppendUint32(dst, uint32(n)), err
	case scan.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		return binary.LittleEndian.AppendUint64(dst, uint64(n)), err
	case scan.Uint64:
		n, err := strconv.ParseUint(text, 10, 64)
		return binary.LittleEndian.AppendUint64(dst, n), err
	case scan.Float32:
		n, err := strconv.ParseFloat(text, 32)
		return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(n))), err
	case scan.Float64:
		n, err := strconv.ParseFloat(text, 64)
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(n)), err
	}
	return dst, fmt.Errorf("%q is not of the type %s", text, t)
}
