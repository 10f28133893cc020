package formats

import (
	"bytes"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// jsonRows formats each row as a JSON object whose keys are the names of the columns, in order. A
// missing value becomes null. An empty string in an input column becomes null only if the column is
// converted to numbers. Values from JSON keep their types.
type jsonRows struct {
	columns  []outputColumn
	elements bool     // rows are elements of an array
	keys     []string // text before the value of each column, with the key
	end      string   // text after the last value of a row
	raw      []bool   // for each column, whether its values are already JSON
}

var jsonValues = valueFormat{missing: "null", quote: `"`, appendText: jsontext.AppendString}

// newJSONRows returns a jsonRows for lines or, if elements is set, array elements.
func newJSONRows(s *Schema, o *WriteOptions, elements bool) (*jsonRows, error) {
	columns, err := columnsIn("JSON", s, o)
	if err != nil {
		return nil, err
	}
	rows := &jsonRows{columns: columns, elements: elements, end: "}\n", raw: make([]bool, len(columns))}
	before := "{"
	if elements {
		before, rows.end = "\n{", "}"
	}
	for i := range columns {
		output := &columns[i]
		if output.kept != nil {
			t, inLists := valueTypeOf(output.kept)
			rows.raw[i] = t != scan.Text || inLists
		}
		rows.keys = append(rows.keys, string(append(jsontext.AppendString([]byte(before), []byte(output.name)), ':')))
		before = ","
	}
	return rows, nil
}

// append appends rows [from, to) of a batch, as lines or as array elements. In an array, a comma
// precedes every row except the first of the data set.
func (r *jsonRows) append(dst []byte, b *Batch, from, to int) []byte {
	b.setNumbers(r.columns, from, to)
	for row := from; row < to; row++ {
		if r.elements && b.First+int64(row) > 0 {
			dst = append(dst, ',')
		}
		for k := range r.columns {
			dst = append(dst, r.keys[k]...)
			if output := &r.columns[k]; output.kept != nil {
				dst = r.appendKept(dst, b, row, k)
			} else {
				number := b.numbers[k*(to-from)+row-from]
				dst = jsonValues.appendValue(dst, b, row, output, number)
			}
		}
		dst = append(dst, r.end...)
	}
	return dst
}

// appendKept appends the value of row i in the input column r.columns[column].
func (r *jsonRows) appendKept(dst []byte, b *Batch, i, column int) []byte {
	f, k := r.columns[column].kept, r.columns[column].keptIndex
	before := len(dst)
	switch {
	case f.converted:
		dst = appendNumber(dst, f.values, b.keptText(f, i, k))
	case f.isText():
		text, kind := b.keptValue(f, i, k)
		switch kind {
		case scan.TextField:
			dst = jsontext.AppendString(dst, text)
		case scan.JSONField:
			dst = appendJSONValue(dst, text)
		}
		// U+FFFD replaces invalid bytes, but can also occur in valid text.
		if bytes.Contains(dst[before:], []byte("\ufffd")) && !utf8.Valid(text) {
			b.Events.Replaced++
		}
	case b.leaves[f.firstLeaf].IsNull(i):
	case r.raw[column]:
		dst = appendJSONValue(dst, b.keptText(f, i, k))
	default:
		dst = jsontext.AppendString(dst, b.keptText(f, i, k))
	}
	if len(dst) == before {
		dst = append(dst, "null"...)
	}
	return dst
}

// appendJSONValue appends a JSON value. It replaces invalid UTF-8 with U+FFFD, and omits NaN and
// infinities, which JSON cannot represent.
func appendJSONValue(dst, text []byte) []byte {
	if last := text[len(text)-1]; last == 'N' || last == 'f' {
		return dst
	}
	return append(dst, jsontext.ValidUTF8(text)...)
}
