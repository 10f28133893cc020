package formats

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/converted"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// valueType is what a kept column holds in formats that have numbers. Whatever
// is neither a number nor a truth value is text there, in the form that it has in CSV.
type valueType uint8

const (
	textValue valueType = iota
	boolValue
	int32Value
	uint32Value
	int64Value
	uint64Value
	float32Value
	float64Value
)

// String returns the name of the type as Apache Arrow has it, or text.
func (t valueType) String() string {
	return [...]string{
		textValue: "text", boolValue: "bool", int32Value: "int32", uint32Value: "uint32", int64Value: "int64",
		uint64Value: "uint64", float32Value: "float32", float64Value: "float64",
	}[t]
}

// typeLetters are what stands for the types in CSV that was made of another format.
var typeLetters = [...]converted.Type{
	textValue: converted.Text, boolValue: converted.Bool, int32Value: converted.Int32, uint32Value: converted.Uint32,
	int64Value: converted.Int64, uint64Value: converted.Uint64, float32Value: converted.Float32, float64Value: converted.Float64,
}

// valueTypeOf returns the type of a field's values, and whether these stand in lists.
func valueTypeOf(f *Field) (t valueType, inLists bool) {
	if f.isText() {
		return f.values, false
	}
	node := f.node
	for {
		inLists = inLists || node.RepetitionType() == parquet.Repetitions.Repeated
		group, ok := node.(*schema.GroupNode)
		if !ok {
			return leafType(node.(*schema.PrimitiveNode)), inLists
		}
		node = group.Field(0) // the only one, as the field has one leaf
	}
}

// leafType returns the type of single values.
func leafType(n *schema.PrimitiveNode) valueType {
	integer, ok := n.LogicalType().(*schema.IntLogicalType)
	other := !ok && n.LogicalType() != nil && !n.LogicalType().IsNone()
	unsigned := ok && !integer.IsSigned()
	switch t := n.PhysicalType(); {
	case other:
		return textValue
	case t == parquet.Types.Boolean:
		return boolValue
	case t == parquet.Types.Int32 && unsigned:
		return uint32Value
	case t == parquet.Types.Int32:
		return int32Value
	case t == parquet.Types.Int64 && unsigned:
		return uint64Value
	case t == parquet.Types.Int64:
		return int64Value
	case t == parquet.Types.Float:
		return float32Value
	case t == parquet.Types.Double:
		return float64Value
	}
	return textValue
}

// takeTypes takes the types of columns off the header of CSV that was made of another format.
// The kinds of values stay in its rows.
func (s *csvSource) takeTypes() {
	if s.converted == Auto {
		return
	}
	last := len(s.columns) - 1
	for _, letter := range []byte(s.columns[last]) {
		t := textValue
		if letter == byte(converted.Other) {
			s.losesType = append(s.losesType, len(s.types))
		} else {
			t = valueType(slices.Index(typeLetters[:], converted.Type(letter)))
		}
		s.types = append(s.types, t)
	}
	s.columns = s.columns[:last]
}

// kindBytes returns how many bytes the kinds of values take at the end of each row, with the
// delimiter before them.
func (s *csvSource) kindBytes() int {
	if s.types == nil {
		return 0
	}
	return 1 + len(s.types)
}

// isMixed reports whether a column that is stored as text has other values than texts.
func (s *csvSource) isMixed(rows sample, column int) bool {
	if slices.Contains(s.losesType, column) {
		return true
	}
	for _, row := range rows {
		if s.types[column] == textValue && len(row) == len(s.columns)+1 && row[len(row)-1][column] == converted.IsJSON {
			return true
		}
	}
	return false
}

// noteNulls makes fields absent that stand for no value, and not for an empty text.
func (s *csvSource) noteNulls(b *Batch, from, to int) {
	if s.types == nil {
		return
	}
	for i := from; i < to; i++ {
		for k := range s.info.Kept {
			if b.kindOf(i, &s.info.Kept[k]) == converted.IsNull {
				b.block.FieldsOf(i)[k] = scan.Absent
			}
		}
	}
}

// kindOf returns the kind of what a kept field of row i holds, which is text in formats that
// have no kinds. The field must be of the schema of the row's own source.
func (b *Batch) kindOf(i int, f *Field) byte {
	row := b.block.Rows[i]
	if f.kindAt == 0 || f.kindAt > row.End-row.Start {
		return converted.IsText
	}
	return b.block.Bytes[row.End-f.kindAt]
}

// losesTypeInArrow reports whether the values of a column of Parquet become text in Arrow, and are
// none in Parquet, as dates and decimals are.
func (f *Field) losesTypeInArrow() bool {
	t, _ := valueTypeOf(f)
	leaf := f.leaf()
	_, isDecimal := leaf.LogicalType().(*schema.DecimalLogicalType)
	return t == textValue && (isDecimal || leaf.PhysicalType() != parquet.Types.ByteArray)
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
