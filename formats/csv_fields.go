package formats

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
)

// fieldState says how a field ends.
type fieldState int

const (
	fieldDone fieldState = iota // at a delimiter, a line end, or the end of the text
	fieldOpen                   // inside its quotes
	fieldBad                    // with characters after its closing quote
)

// fieldEnd returns the length of the field at the start of text, its quotes
// included. A carriage return before the line end counts as part of an unquoted
// field, but not of a quoted one.
func fieldEnd(text []byte, delimiter byte) (length int, state fieldState) {
	if len(text) == 0 || text[0] != '"' {
		return unquotedEnd(text, delimiter), fieldDone
	}
	for i := 1; ; i += 2 { // behind a doubled quote
		quote := bytes.IndexByte(text[i:], '"')
		if quote < 0 {
			return len(text), fieldOpen
		}
		i += quote
		rest := text[i+1:]
		if len(rest) > 0 && rest[0] == '"' {
			continue
		}
		if len(rest) > 0 && rest[0] == '\r' && (len(rest) == 1 || rest[1] == '\n') {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0] != delimiter && rest[0] != '\n' {
			return 0, fieldBad
		}
		return i + 1, fieldDone
	}
}

var newline = []byte{'\n'}

// unquotedEnd returns the length of a field without quotes: up to the next
// delimiter or line end, whichever comes first.
func unquotedEnd(text []byte, delimiter byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if i := bytes.IndexByte(text, delimiter); i >= 0 {
		return i
	}
	return len(text)
}

// fieldIterator walks the fields of one row.
type fieldIterator struct {
	field     []byte // as it stands, quotes included
	start     int    // its place in the row
	bad       bool   // quotes do not match; there is no more
	row       []byte
	pos       int
	delimiter byte
}

func fieldsOf(row []byte, delimiter byte) fieldIterator {
	return fieldIterator{row: row, delimiter: delimiter}
}

// next goes to the next field, the first to begin with, and reports whether
// there is one. Even an empty row has one.
func (it *fieldIterator) next() bool {
	if it.pos > len(it.row) || it.bad {
		return false
	}
	text := it.row[it.pos:]
	length := fieldAt(text, it.delimiter)
	if length < 0 {
		it.bad = true
		return false
	}
	it.field, it.start = text[:length], it.pos
	it.pos += length + 1
	return true
}

// fieldAt returns the length of the field at the start of what is left of a row,
// or -1 where its quotes do not match.
func fieldAt(text []byte, delimiter byte) int {
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

// gridAt reads the field at the start of what is left of a row, if it is 81
// cells, in quotes or not, and returns its length, or else -1; g is then void.
// Nothing has to search such a field for its end: all its characters are cells, so
// none is a delimiter or a quote. It is for delimiters that are neither.
func gridAt(g *solver.Grid, text []byte, delimiter byte) int {
	end, quotes := solver.Cells, 0
	if len(text) > 0 && text[0] == '"' {
		end, quotes = solver.Cells+2, 1
	}
	switch {
	case len(text) < end,
		len(text) > end && text[end] != delimiter,
		quotes > 0 && text[end-1] != '"',
		solver.Parse(g, text[quotes:]) >= 0:
		return -1
	}
	return end
}

// unquote appends to dst what a field says, without quotes around it and with
// doubled ones inside it made single. A field without quotes is returned as it
// is.
func unquote(dst, field []byte) []byte {
	if len(field) < 2 || field[0] != '"' {
		return field
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

// appendQuoted appends a value as a CSV field, with quotes where it needs them.
func appendQuoted(dst, value []byte, delimiter byte) []byte {
	lacks := func(c byte) bool { return bytes.IndexByte(value, c) < 0 }
	if lacks(delimiter) && lacks('"') && lacks('\r') && lacks('\n') {
		return append(dst, value...)
	}
	dst = append(dst, '"')
	for {
		i := bytes.IndexByte(value, '"')
		if i < 0 {
			return append(append(dst, value...), '"')
		}
		dst = append(append(dst, value[:i+1]...), '"')
		value = value[i+1:]
	}
}
