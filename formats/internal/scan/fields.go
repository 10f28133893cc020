package scan

import (
	"bytes"
	"slices"
)

// A fieldState describes how a field ends.
type fieldState int

const (
	fieldDone fieldState = iota // at a delimiter, a line ending, or the end of the text
	fieldOpen                   // inside its quotes
	fieldBad                    // with characters after its closing quote
)

// fieldEnd returns the length of the field at the start of text, including its quotes. A carriage
// return before the line ending counts as part of an unquoted field, but not of a quoted field.
func fieldEnd(text []byte, delimiter byte) (length int, state fieldState) {
	if len(text) == 0 || text[0] != '"' {
		return unquotedEnd(text, delimiter), fieldDone
	}
	for i := 1; ; i += 2 { // a doubled quote does not end the field
		quote := bytes.IndexByte(text[i:], '"')
		if quote < 0 {
			return len(text), fieldOpen
		}
		i += quote
		rest := text[i+1:]
		if len(rest) > 0 && rest[0] == '"' {
			continue
		}
		if len(rest) > 0 && rest[0] != delimiter {
			if end := bytes.TrimLeft(rest, "\r"); len(end) > 0 && end[0] != '\n' {
				return 0, fieldBad
			}
		}
		return i + 1, fieldDone
	}
}

var newline = []byte{'\n'}

// fieldWindow is the number of bytes that unquotedEnd searches at a time for a line ending and a
// delimiter. Searching for the line ending from every field would be slow in long rows.
const fieldWindow = 256

// unquotedEnd returns the length of an unquoted field, up to the next delimiter or line ending.
func unquotedEnd(text []byte, delimiter byte) (length int) {
	for window := range slices.Chunk(text, fieldWindow) {
		line, _, isEnd := bytes.Cut(window, newline)
		if i := bytes.IndexByte(line, delimiter); i >= 0 {
			return length + i
		}
		if length += len(line); isEnd {
			break
		}
	}
	return length
}

// Fields iterates over the fields of one row.
type Fields struct {
	Field     []byte // unchanged, including quotes
	Start     int    // position of the field in the row
	Bad       bool   // set if Next has found a field with unmatched quotes
	row       []byte
	pos       int
	delimiter byte
}

// Spaces is the delimiter of fields that are separated by one or more spaces. Spaces around a row
// are ignored. The value of Spaces is a newline, which cannot be a real delimiter.
const Spaces = '\n'

// Separator returns the character between fields: a space for Spaces, otherwise the delimiter.
func Separator(delimiter byte) byte {
	if delimiter == Spaces {
		return ' '
	}
	return delimiter
}

// FieldsOf returns an iterator over the fields of a row. Call Next to get the first field.
func FieldsOf(row []byte, delimiter byte) Fields {
	if delimiter == Spaces {
		row = bytes.TrimRight(row, " ")
	}
	return Fields{row: row, delimiter: delimiter}
}

// Next goes to the next field. It returns false if no field is left, or if the quotes of the next
// field do not match. Even an empty row has one field.
func (it *Fields) Next() bool {
	if it.pos > len(it.row) || it.Bad {
		return false
	}
	text := it.row[it.pos:]
	if it.delimiter == Spaces {
		text = bytes.TrimLeft(text, " ")
	}
	length := FieldAt(text, it.delimiter)
	if length < 0 {
		it.Bad = true
		return false
	}
	it.Field, it.Start = text[:length], len(it.row)-len(text)
	it.pos = it.Start + length + 1
	return true
}

// FieldAt returns the length of the field at the start of text, or -1 if the quotes of the field do
// not match. text is the rest of a row.
func FieldAt(text []byte, delimiter byte) int {
	delimiter = Separator(delimiter)
	if len(text) > 0 && text[0] == '"' {
		length, state := fieldEnd(text, delimiter)
		if state != fieldDone || length < len(text) && text[length] != delimiter {
			return -1
		}
		return length
	}
	if length := bytes.IndexByte(text, delimiter); length >= 0 {
		return length
	}
	return len(text)
}

// RowEnd returns the length of the first row of text, including its line ending. It returns -1 if
// the row is incomplete or has an unmatched quote.
func RowEnd(text []byte, delimiter byte) int {
	for i := 0; i < len(text); i++ {
		length, state := fieldEnd(text[i:], delimiter)
		if i += length; state != fieldDone || i == len(text) {
			return -1
		}
		if text[i] == '\n' {
			return i + 1
		}
	}
	return -1
}

// AppendUnquoted appends the content of a field to dst. It omits the quotes around the field and
// replaces each pair of quotes inside it with one quote.
func AppendUnquoted(dst, field []byte) []byte {
	if len(field) < 2 || field[0] != '"' {
		return append(dst, field...)
	}
	field = field[1 : len(field)-1]
	for {
		i := bytes.IndexByte(field, '"')
		if i < 0 {
			return append(dst, field...)
		}
		dst = append(dst, field[:i+1]...)
		field = field[i+2:]
	}
}

// AppendQuoted appends a value as a CSV field, with quotes if necessary.
func AppendQuoted(dst, value []byte, delimiter byte) []byte {
	lacks := func(c byte) bool { return bytes.IndexByte(value, c) < 0 }
	if lacks(delimiter) && lacks('"') && lacks('\r') && lacks('\n') {
		return append(dst, value...)
	}
	dst = append(slices.Grow(dst, len(value)+2), '"')
	for _, c := range value {
		if c == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}
