package jsonrows

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// Parse finds the fields of row i and stores their positions in b. It appends converted values,
// such as unescaped strings, to b.Bytes. line is the number of the row's line or record. If the row
// is invalid, Parse returns the reason.
func (r *Reader) Parse(b *scan.Block, i int, line int64) gridtext.Reason {
	b.Clear(i)
	text := b.Row(i)
	if len(text) > scan.MaxRow {
		return gridtext.Reason{Kind: gridtext.RowTooLong, A: scan.MaxRow}
	}
	column, repeats := 0, false // column is a guess: most objects have their keys in the same order
	end := eachMember(text, afterMark(text), func(name []byte, value, end int) {
		if end < 0 {
			return
		}
		if column >= len(r.keys) || r.keys[column] != string(name) {
			column = r.columnOf(name, b, line)
		}
		repeats = repeats || column >= 0 && !r.setField(b, i, r.FieldOf[column], text, value, end)
		column++
	})
	if end >= 0 {
		end = jsontext.SkipSpace(text, end)
	}
	if end == len(text) && !repeats {
		return gridtext.Reason{}
	}
	b.Clear(i)
	switch {
	case end < 0:
		return gridtext.Reason{Kind: gridtext.BadJSON, A: int32(^end + 1)}
	case end < len(text): // other text follows the object
		return gridtext.Reason{Kind: gridtext.BadJSON, A: int32(end + 1)}
	}
	return gridtext.Reason{Kind: gridtext.RepeatedKey}
}

// columnOf returns the column of a key, or -1 if the key has no column. name is the key as written.
func (r *Reader) columnOf(name []byte, b *scan.Block, line int64) int {
	if bytes.IndexByte(name, '\\') >= 0 {
		name = jsontext.AppendUnescaped(nil, name)
	}
	if column, known := r.index[string(name)]; known {
		return column
	}
	b.Omitted(name, line)
	return -1
}

// appendStandard appends a JSON value. It omits the newlines between tokens and replaces NaN,
// Infinity and -Infinity with null.
func appendStandard(dst, value []byte) []byte {
	for len(value) > 0 {
		end := 1
		switch value[0] {
		case '"':
			end = skipString(value, 0)
			dst = append(dst, value[:end]...)
		case 'N', 'I':
			end = skipValue(value, 0, 0)
			dst = append(bytes.TrimSuffix(dst, []byte("-")), "null"...)
		case '\r', '\n':
		default:
			dst = append(dst, value[0])
		}
		value = value[end:]
	}
	return dst
}

// setField sets field k of row i to text[from:to], or returns false if the field is already set.
func (r *Reader) setField(b *scan.Block, i, k int, text []byte, from, to int) bool {
	if b.Kinds[i*b.FieldsPerRow+k] != scan.NoField {
		return false
	}
	start := b.Rows[i].Start
	switch field, last := (scan.Span{Start: uint32(from), End: uint32(to)}).Moved(start), text[to-1]; {
	case last == 'l' || last == 'N' || last == 'y': // null, NaN, Infinity or -Infinity
		b.Set(i, k, scan.Absent, scan.NullField)
	case text[from] != '"':
		value := text[from:to]
		if slices.ContainsFunc([]byte("\r\nNI"), func(c byte) bool { return bytes.IndexByte(value, c) >= 0 }) {
			field.Start = uint32(len(b.Bytes))
			b.Bytes = appendStandard(b.Bytes, value)
			field.End = uint32(len(b.Bytes))
		}
		b.Set(i, k, field, scan.JSONField)
	case bytes.IndexByte(text[from:to], '\\') >= 0:
		field.Start = uint32(len(b.Bytes))
		b.Bytes = jsontext.AppendUnescaped(b.Bytes, text[from+1:to-1])
		field.End = uint32(len(b.Bytes))
		b.Set(i, k, field, scan.TextField)
	default:
		b.Set(i, k, scan.Span{Start: field.Start + 1, End: field.End - 1}, scan.TextField)
	}
	return true
}

// Damage returns the error for an invalid record in an array. Reading ends at this record, because
// later records cannot be trusted. position is the number of the damaged byte, counted from 1.
func Damage(record int64, position int32) error {
	return option.Errorf(option.InputFile, "the array is damaged at byte %d of record %d", position, record)
}
