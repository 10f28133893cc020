package parquet

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/jsontext"
)

// AppendText appends the text of a row that Fill has copied. Null becomes "". Lists become JSON.
func (c *Column) AppendText(dst []byte, row int) []byte {
	if IsNested(c.column) {
		return c.appendList(dst, row)
	}
	if v := c.firstValue[row]; v < c.firstValue[row+1] {
		return appendValue(dst, c.column, c.value(int(v)))
	}
	return dst
}

// appendList appends a row of a column of lists. Before each entry, it closes lists that are deeper
// than the repetition level. It then opens the lists that the definition level reaches.
func (c *Column) appendList(dst []byte, i int) []byte {
	v, open := int(c.firstValue[i]), 0
	for e := c.firstEntry[i]; e < c.firstEntry[i+1]; e++ {
		def, rep := c.def[e], int(c.rep[e])
		for ; open > rep; open-- {
			dst = append(dst, ']')
		}
		if e > c.firstEntry[i] {
			dst = append(dst, ", "...)
		}
		for open < len(c.listLevels) && def >= c.listLevels[open]-1 {
			dst = append(dst, '[')
			open++
			if def < c.listLevels[open-1] {
				break // an empty list
			}
		}
		switch {
		case def == c.column.MaxDefinitionLevel():
			dst = c.appendElement(dst, c.value(v))
			v++
			var n int32
			dst, n = c.appendDigits(dst, e+1, c.firstEntry[i+1], v)
			e, v = e+n, v+int(n)
		case open == 0: // null becomes the empty string
		case def >= c.listLevels[open-1]:
			dst = append(dst, "null"...)
		}
	}
	for ; open > 0; open-- {
		dst = append(dst, ']')
	}
	return dst
}

// appendElement appends an element of a list as JSON. A floating-point number gets a decimal point
// or an exponent, so that it is not read as a cell.
func (c *Column) appendElement(dst, value []byte) []byte {
	start := len(dst)
	dst = appendValue(dst, c.column, value)
	switch t := c.column.PhysicalType(); {
	case c.digits, t == parquet.Types.Boolean:
	case t != parquet.Types.Float && t != parquet.Types.Double: // make the text a string, and move it to its place
		end := len(dst)
		dst = jsontext.AppendString(dst, dst[start:])
		return dst[:start+copy(dst[start:], dst[end:])]
	case bytes.ContainsAny(dst[start:], "NI"): // JSON has neither NaN nor infinity
		return append(dst[:start], "null"...)
	case !bytes.ContainsAny(dst[start:], ".e"):
		return append(dst, ".0"...)
	}
	return dst
}

// appendDigits appends the values of entries [e, end), and returns how many values it appended. It
// stops before an entry that is null, starts a list or is not a single digit. v is the index of the
// first value.
func (c *Column) appendDigits(dst []byte, e, end int32, v int) ([]byte, int32) {
	if !c.digits {
		return dst, 0
	}
	inner, full := int16(len(c.listLevels)), c.column.MaxDefinitionLevel()
	rep, def, data := c.rep[e:end], c.def[e:end], c.data[v*c.width:]
	for i, level := range rep {
		if level != inner || def[i] != full {
			return dst, int32(i)
		}
		n := LittleEndian(data, c.width)
		if n > 9 {
			return dst, int32(i)
		}
		dst = append(dst, ',', ' ', '0'+byte(n))
		data = data[c.width:]
	}
	return dst, end - e
}

// appendValue appends a value of a column as text, in the form of its logical type.
func appendValue(dst []byte, c *schema.Column, value []byte) []byte {
	switch c.PhysicalType() {
	case parquet.Types.Boolean:
		return strconv.AppendBool(dst, value[0] != 0)
	case parquet.Types.Int32:
		return appendInteger(dst, c, int64(int32(binary.LittleEndian.Uint32(value))))
	case parquet.Types.Int64:
		return appendInteger(dst, c, int64(binary.LittleEndian.Uint64(value)))
	case parquet.Types.Float:
		return strconv.AppendFloat(dst, float64(math.Float32frombits(binary.LittleEndian.Uint32(value))), 'g', -1, 32)
	case parquet.Types.Double:
		return strconv.AppendFloat(dst, math.Float64frombits(binary.LittleEndian.Uint64(value)), 'g', -1, 64)
	case parquet.Types.Int96:
		return appendInt96(dst, value)
	}
	return appendBytes(dst, c, value)
}

// timestampLayout is the layout of timestamps without a time zone.
const timestampLayout = "2006-01-02T15:04:05.999999999"

// appendInteger appends an integer, a decimal, a date or a time.
func appendInteger(dst []byte, c *schema.Column, n int64) []byte {
	switch t := c.LogicalType().(type) {
	case *schema.DecimalLogicalType:
		return setPoint(strconv.AppendInt(dst, n, 10), len(dst), int(t.Scale()))
	case schema.DateLogicalType:
		return time.Unix(n*24*60*60, 0).UTC().AppendFormat(dst, time.DateOnly)
	case *schema.TimestampLogicalType:
		layout := timestampLayout
		if t.IsAdjustedToUTC() {
			layout += "Z"
		}
		return inUnit(t.TimeUnit(), n).AppendFormat(dst, layout)
	case *schema.TimeLogicalType:
		return inUnit(t.TimeUnit(), n).AppendFormat(dst, "15:04:05.999999999")
	case *schema.IntLogicalType:
		if !t.IsSigned() {
			return strconv.AppendUint(dst, uint64(n)&(1<<(8*width(c))-1), 10)
		}
	}
	return strconv.AppendInt(dst, n, 10)
}

// inUnit returns the UTC time that is n units after the start of 1970.
func inUnit(u schema.TimeUnitType, n int64) time.Time {
	switch u {
	case schema.TimeUnitMillis:
		return time.UnixMilli(n).UTC()
	case schema.TimeUnitMicros:
		return time.UnixMicro(n).UTC()
	}
	return time.Unix(0, n).UTC()
}

// appendInt96 appends the text of a timestamp in the INT96 format of older programs. value holds
// the nanoseconds of the day, followed by the Julian day.
func appendInt96(dst, value []byte) []byte {
	const julianEpoch = 2440588 // 1970-01-01
	nanos := int64(binary.LittleEndian.Uint64(value))
	days := int64(binary.LittleEndian.Uint32(value[8:])) - julianEpoch
	return time.Unix(days*24*60*60, nanos).UTC().AppendFormat(dst, timestampLayout)
}

// appendBytes appends decimals, UUIDs and intervals in their usual form. It appends other values as
// text or, if they are not UTF-8, as hexadecimal digits.
func appendBytes(dst []byte, c *schema.Column, value []byte) []byte {
	switch t := c.LogicalType().(type) {
	case *schema.DecimalLogicalType:
		return appendDecimalBytes(dst, value, t.Scale())
	case schema.UUIDLogicalType:
		if len(value) == 16 {
			return fmt.Appendf(dst, "%x-%x-%x-%x-%x", value[:4], value[4:6], value[6:8], value[8:10], value[10:])
		}
	case schema.IntervalLogicalType:
		if len(value) == 12 {
			part := func(i int) uint32 { return binary.LittleEndian.Uint32(value[i:]) }
			return fmt.Appendf(dst, "%d months %d days %d milliseconds", part(0), part(4), part(8))
		}
	}
	if utf8.Valid(value) {
		return append(dst, value...)
	}
	return hex.AppendEncode(append(dst, "0x"...), value)
}

// bigEndian reads a two's complement integer.
func bigEndian(value []byte) *big.Int {
	n := new(big.Int).SetBytes(value)
	if len(value) > 0 && value[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(value))))
	}
	return n
}

// appendDecimalBytes appends a decimal of any length. A decimal of more than maxDecimalBytes bytes
// is written in hexadecimal, because conversion to decimal digits would be slow.
func appendDecimalBytes(dst, value []byte, scale int32) []byte {
	for len(value) > 1 && (value[0] == 0 && value[1] < 0x80 || value[0] == 0xff && value[1] >= 0x80) {
		value = value[1:] // the first byte only repeats the sign of the next byte
	}
	if len(value) > maxDecimalBytes {
		return hex.AppendEncode(append(dst, "0x"...), value)
	}
	return setPoint(bigEndian(value).Append(dst, 10), len(dst), int(scale))
}

// zeros holds the zeros that setPoint inserts.
var zeros = bytes.Repeat([]byte{'0'}, maxPrecision+1)

// setPoint turns the integer in dst[start:] into a decimal. scale is the number of decimal places.
func setPoint(dst []byte, start, scale int) []byte {
	if scale == 0 {
		return dst
	}
	if dst[start] == '-' {
		start++
	}
	if lacking := scale + 1 - (len(dst) - start); lacking > 0 {
		dst = slices.Insert(dst, start, zeros[:lacking]...)
	}
	return slices.Insert(dst, len(dst)-scale, '.')
}
