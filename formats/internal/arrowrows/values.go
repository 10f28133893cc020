package arrowrows

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// appendValue appends the value in row i of a column as text and returns its kind. Lists and
// structs become JSON. For null, it appends nothing.
func appendValue(dst []byte, column arrow.Array, i int) (_ []byte, kind byte) {
	if column.IsNull(i) || column.DataType().ID() == arrow.NULL { // IsNull is false for type NULL
		return dst, scan.NullField
	}
	switch c := column.(type) {
	case interface{ Value(i int) string }:
		return append(dst, clipped(c.Value(i))...), scan.TextField
	case interface{ Value(i int) []byte }:
		return append(dst, clipped(c.Value(i))...), scan.TextField
	case *array.Dictionary:
		return appendValue(dst, c.Dictionary(), c.GetValueIndex(i))
	case array.ListLike:
		return appendList(dst, c, i), scan.JSONField
	case *array.Struct:
		return appendStruct(dst, c, i), scan.JSONField
	case *array.Uint64:
		return strconv.AppendUint(dst, c.Value(i), 10), scan.JSONField
	case *array.Float32:
		return strconv.AppendFloat(dst, float64(c.Value(i)), 'g', -1, 32), scan.JSONField
	case *array.Float64:
		return strconv.AppendFloat(dst, c.Value(i), 'g', -1, 64), scan.JSONField
	case *array.Boolean, *array.Float16:
		return append(dst, column.ValueStr(i)...), scan.JSONField
	}
	if number, is := appendIntegers(dst, column, int64(i), int64(i)+1); is {
		return number, scan.JSONField
	}
	return append(dst, column.ValueStr(i)...), scan.TextField
}

// clipped truncates text to MaxRow+1 bytes. Parse rejects rows of more than MaxRow bytes.
func clipped[T string | []byte](text T) T { return text[:min(len(text), scan.MaxRow+1)] }

// numbers maps the Arrow types of numbers and booleans to the types of columns in typed outputs.
var numbers = map[arrow.Type]scan.Type{
	arrow.INT8: scan.Int32, arrow.INT16: scan.Int32, arrow.INT32: scan.Int32, arrow.INT64: scan.Int64,
	arrow.UINT8: scan.Uint32, arrow.UINT16: scan.Uint32, arrow.UINT32: scan.Uint32, arrow.UINT64: scan.Uint64,
	arrow.FLOAT16: scan.Float32, arrow.FLOAT32: scan.Float32, arrow.FLOAT64: scan.Float64, arrow.BOOL: scan.Bool,
}

// texts lists the Arrow types whose values can be stored as text without loss.
var texts = []arrow.Type{
	arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW, arrow.BINARY, arrow.LARGE_BINARY, arrow.BINARY_VIEW, arrow.FIXED_SIZE_BINARY, arrow.NULL,
}

// typeOf returns the Type and Mixed fields of the scan.TypedColumn for a column of type t.
func typeOf(t arrow.DataType) (_ scan.Type, mixed bool) {
	if dictionary, is := t.(*arrow.DictionaryType); is {
		return typeOf(dictionary.ValueType)
	}
	number, isNumber := numbers[t.ID()]
	return number, !isNumber && !slices.Contains(texts, t.ID())
}

// appendJSON appends the value in row i as JSON. Each floating-point number gets a decimal point or
// an exponent, so that a list of floating-point numbers does not count as a grid.
func appendJSON(dst []byte, column arrow.Array, i int) []byte {
	value, kind := appendValue(dst, column, i)
	last := value[len(value)-1]
	switch {
	case kind == scan.TextField:
		return jsontext.AppendString(dst, bytes.Clone(value[len(dst):]))
	case kind == scan.NullField, last == 'N', last == 'f': // JSON has neither NaN nor infinity
		return append(dst, "null"...)
	case arrow.IsFloating(column.DataType().ID()) && !bytes.ContainsAny(value[len(dst):], ".e"):
		return append(value, ".0"...)
	}
	return value
}

// appendList appends the list in row i as JSON. It stops once the text is too long for a row,
// because a damaged list can repeat the same values many times.
func appendList(dst []byte, lists array.ListLike, i int) []byte {
	start, end := lists.ValueOffsets(i)
	values := lists.ListValues()
	dst = append(dst, '[')
	if end-start <= scan.MaxRow && values.NullN() == 0 {
		if list, are := appendIntegers(dst, values, start, end); are {
			return append(list, ']')
		}
	}
	for at := start; at < end && len(dst) <= scan.MaxRow; at++ {
		if at > start {
			dst = append(dst, ',')
		}
		dst = appendJSON(dst, values, int(at))
	}
	return append(dst, ']')
}

// appendStruct appends the struct in row i as JSON. Like appendList, it truncates long text.
func appendStruct(dst []byte, structs *array.Struct, i int) []byte {
	dst = append(dst, '{')
	for f, field := range structs.DataType().(*arrow.StructType).Fields() {
		if f > 0 {
			dst = append(dst, ',')
		}
		dst = append(jsontext.AppendString(dst, []byte(field.Name)), ':')
		if dst = appendJSON(dst, structs.Field(f), i); len(dst) > scan.MaxRow {
			break
		}
	}
	return append(dst, '}')
}

// appendIntegers appends the text of values[start:end], separated by commas. It returns false if
// the values are not integers or can exceed the range of int64. The caller must not pass nulls.
func appendIntegers(dst []byte, values arrow.Array, start, end int64) (_ []byte, are bool) {
	switch v := values.(type) {
	case *array.Int8:
		return appendNumbers(dst, v.Int8Values()[start:end]), true
	case *array.Uint8:
		return appendNumbers(dst, v.Uint8Values()[start:end]), true
	case *array.Int16:
		return appendNumbers(dst, v.Int16Values()[start:end]), true
	case *array.Uint16:
		return appendNumbers(dst, v.Uint16Values()[start:end]), true
	case *array.Int32:
		return appendNumbers(dst, v.Int32Values()[start:end]), true
	case *array.Uint32:
		return appendNumbers(dst, v.Uint32Values()[start:end]), true
	case *array.Int64:
		return appendNumbers(dst, v.Int64Values()[start:end]), true
	}
	return dst, false
}

func appendNumbers[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64](dst []byte, list []T) []byte {
	for i, n := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if n >= 0 && n < 10 {
			dst = append(dst, '0'+byte(n))
		} else {
			dst = strconv.AppendInt(dst, int64(n), 10)
		}
	}
	return dst
}
