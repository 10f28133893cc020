package formats

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// jsonRows formats batches as JSON lines: one object per row, whose keys are the columns in
// order. What is empty in CSV is null, except that an empty text of an input column stays an
// empty string. JSON values are unchanged.
type jsonRows struct {
	schema *Schema
	added  []outputColumn
	keys   []string   // what precedes the value of each column
	raw    []bool     // whether the text of each kept column's values is already JSON
	words  [][]string // of each added column that has words, as JSON

	replaced *atomic.Int64 // as in WriteOptions
}

// newJSONRows returns a formatter of rows as JSON lines.
func newJSONRows(s *Schema, o *WriteOptions) (*jsonRows, error) {
	rows := &jsonRows{schema: s, added: columnsFor(s, o), replaced: o.Replaced}
	names, err := keptNames(s, "JSON")
	if err != nil {
		return nil, err
	}
	for k := range s.Kept {
		if err := printable(s.Kept[k]); err != nil {
			return nil, err
		}
		t, inLists := valueTypeOf(&s.Kept[k])
		isFloat := t == scan.Float32 || t == scan.Float64
		asText := t == scan.Text || isFloat && inLists
		rows.raw = append(rows.raw, !asText)
	}
	for i := range rows.added {
		output := &rows.added[i]
		names = append(names, output.name)
		var words []string
		for _, word := range output.words {
			text := word
			switch {
			case word == "":
				text = "null"
			case !output.literal:
				text = strconv.Quote(word)
			}
			words = append(words, text)
		}
		rows.words = append(rows.words, words)
	}
	before := byte('{')
	for _, name := range names {
		rows.keys = append(rows.keys, string(append(appendJSONText([]byte{before}, []byte(name)), ':')))
		before = ','
	}
	return rows, nil
}

// keptNames returns the names of the kept columns as UTF-8. It returns an error if two are
// equal, since the format finds values by name.
func keptNames(s *Schema, format string) (names []string, err error) {
	for _, f := range s.Kept {
		name := strings.ToValidUTF8(f.Name, "\ufffd")
		if slices.Contains(names, name) {
			return nil, option.Errorf(option.Keep, "two columns are called %q, which %s does not allow", name, format)
		}
		names = append(names, name)
	}
	return names, nil
}

// append appends rows [from, to) of a batch.
func (r *jsonRows) append(dst []byte, b *Batch, from, to int) []byte {
	for s := range b.segments {
		g := &b.segments[s]
		first, end := max(from, g.from), min(to, g.to)
		b.setNumbers(r.added, first, end)
		for row := first; row < end; row++ {
			dst = r.appendKept(dst, b, row)
			dst = r.appendAdded(dst, b, g, row, row-first, end-first)
			dst = append(dst, '}', '\n')
		}
	}
	return dst
}

// appendKept appends the input's columns of row i.
func (r *jsonRows) appendKept(dst []byte, b *Batch, i int) []byte {
	for k := range r.schema.Kept {
		f := &r.schema.Kept[k]
		dst = append(dst, r.keys[k]...)
		if !f.isText() {
			dst = r.appendTyped(dst, b, i, k)
			continue
		}
		var replaced int64
		switch text, kind := b.keptValue(f, i, k); kind {
		case scan.TextField:
			dst, replaced = appendCounted(dst, text)
		case scan.JSONField:
			dst, replaced = appendJSONValue(dst, text)
		default:
			dst = append(dst, "null"...)
		}
		countReplaced(r.replaced, replaced)
	}
	return dst
}

// appendJSONValue appends a JSON value on one line, or null for a number that JSON does not
// have. It returns 1 if bytes that are not UTF-8 were replaced.
func appendJSONValue(dst, text []byte) (_ []byte, replaced int64) {
	switch {
	case isInfinite(text):
		return append(dst, "null"...), 0
	case text[0] != '[' && text[0] != '{':
		return append(dst, text...), 0
	case !utf8.Valid(text):
		text, replaced = bytes.ToValidUTF8(text, []byte("\ufffd")), 1
	}
	return appendOnOneLine(dst, text), replaced
}

// appendOnOneLine appends a JSON value without the line ends between its parts.
func appendOnOneLine(dst, text []byte) []byte {
	for len(text) > 0 {
		line := bytes.IndexAny(text, "\r\n")
		if line < 0 {
			line = len(text)
		}
		dst = append(dst, text[:line]...)
		text = text[min(line+1, len(text)):]
	}
	return dst
}

// appendTyped appends the value of row i in kept column k, which is from Parquet.
func (r *jsonRows) appendTyped(dst []byte, b *Batch, i, k int) []byte {
	leaf := &b.leaves[r.schema.Kept[k].firstLeaf]
	b.scratch = leaf.AppendText(b.scratch[:0], i)
	switch {
	case leaf.IsNull(i):
		return append(dst, "null"...)
	case !r.raw[k]:
		return appendJSONText(dst, b.scratch)
	case isInfinite(b.scratch):
		return append(dst, "null"...)
	}
	return append(dst, b.scratch...)
}

// isInfinite reports whether a number's text is NaN or an infinity, which JSON does not have.
func isInfinite(text []byte) bool {
	last := text[len(text)-1]
	return last == 'N' || last == 'f'
}

// appendAdded appends gridmill's columns of row i of a segment. The row has the given index
// among the n rows whose numbers are set.
func (r *jsonRows) appendAdded(dst []byte, b *Batch, g *segment, i, index, n int) []byte {
	for k := range r.added {
		dst = append(dst, r.keys[len(r.raw)+k]...)
		switch output := &r.added[k]; {
		case output.grid != ofNothing:
			if grid := b.grid(output.grid, i); grid != nil {
				dst = append(append(append(dst, '"'), grid...), '"')
			} else {
				dst = append(dst, "null"...)
			}
		case output.words != nil:
			dst = append(dst, r.words[k][b.numbers[k*n+index]]...)
		case output.thousandths && !output.always && b.numbers[k*n+index] == 0:
			dst = append(dst, "null"...)
		case output.thousandths:
			dst = appendThousandths(dst, b.numbers[k*n+index])
		case output.numbers != nil:
			dst = strconv.AppendInt(dst, int64(b.numbers[k*n+index]), 10)
		case output.origin == ofFile:
			b.scratch = append(b.scratch[:0], g.source.name()...)
			dst = appendJSONText(dst, b.scratch)
		case output.origin == ofLine:
			dst = strconv.AppendInt(dst, g.source.lineOf(b, g, i), 10)
		case output.steps:
			start := len(dst)
			if dst = b.steps.appendArray(dst, i); len(dst) == start {
				dst = append(dst, "null"...)
			}
		case b.Reasons[i].Kind != gridtext.NoReason:
			b.scratch = b.Reasons[i].AppendCode(b.scratch[:0])
			dst = appendJSONText(dst, b.scratch)
		default:
			dst = append(dst, "null"...)
		}
	}
	return dst
}

// appendJSONText appends text as a JSON string. Bytes that are not UTF-8 are replaced,
// since JSON cannot hold them.
func appendJSONText(dst, text []byte) []byte {
	dst, _ = appendCounted(dst, text)
	return dst
}

// appendCounted is like appendJSONText, and returns 1 if something was replaced.
func appendCounted(dst, text []byte) (_ []byte, replaced int64) {
	dst = append(dst, '"')
	done := 0 // bytes that are appended or replaced
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		size := 1
		if c >= utf8.RuneSelf {
			var char rune
			if char, size = utf8.DecodeRune(text[i:]); char != utf8.RuneError || size > 1 {
				i += size
				continue
			}
			replaced = 1
		}
		dst = append(dst, text[done:i]...)
		dst = appendEscaped(dst, c)
		i += size
		done = i
	}
	return append(append(dst, text[done:]...), '"'), replaced
}

// appendEscaped appends a character that must be escaped in a JSON string, or U+FFFD for a
// byte that is not part of a character.
func appendEscaped(dst []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	switch {
	case c >= utf8.RuneSelf:
		return utf8.AppendRune(dst, utf8.RuneError)
	case c == '"' || c == '\\':
		return append(dst, '\\', c)
	case c == '\t':
		return append(dst, '\\', 't')
	case c == '\n':
		return append(dst, '\\', 'n')
	case c == '\r':
		return append(dst, '\\', 'r')
	}
	return append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xf])
}
