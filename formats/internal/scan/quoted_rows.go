package scan

import (
	"bytes"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// quotedEnd returns the end and the number of lines of a row with quotes. If text does not yet
// contain the end of the row, end is -1.
//
// A row has a stray quote if its quotes do not match within MaxRow+1 bytes. A row of several lines
// also has one if it is torn (see isTorn) or has at least 2*c.Fields fields. A row with a stray
// quote ends with its first line, at firstEnd, so that only this row is invalid. Without a stray
// quote, a row with surplus fields stays whole, because its last lines could look like a separate
// row. If spaces separate fields, all rows end with their first line. quotedEnd examines at most
// MaxRow+1 bytes, so row ends do not depend on how much has been read. It also sets c.quoted.
func (c *Cutter) quotedEnd(text []byte, firstEnd int) (end int, lines int64) {
	if c.Delimiter == Spaces {
		return firstEnd, 1
	}
	whole := c.eof
	if len(text) > MaxRow {
		text, whole = text[:MaxRow+1], true
	}
	c.quoted = c.quoted[:0]
	for i, fields := 0, 1; ; i, fields = i+1, fields+1 {
		if firstEnd >= 0 && i > firstEnd && c.Fields > 0 && fields >= 2*c.Fields {
			return firstEnd, 1 // the row has far too many fields, so do not search for its end
		}
		length, state := fieldEnd(text[i:], c.Delimiter)
		if state == fieldBad || state == fieldOpen && whole {
			return firstEnd, 1
		}
		if i+length > firstEnd && length > 0 && text[i] == '"' {
			c.quoted = append(c.quoted, Span{uint32(i), uint32(i + length)})
		}
		i += length
		for i < len(text) && text[i] == '\r' {
			i++ // only a line ending or the end of the text can follow; see fieldEnd
		}
		switch {
		case state == fieldOpen:
			return -1, 0
		case i == firstEnd:
			return i, 1
		case i < len(text) && text[i] != '\n':
			continue
		case firstEnd >= 0 && c.Fields > 0 && (i < len(text) || whole) && c.isTorn(text, fields):
			return firstEnd, 1
		case i == len(text):
			return -1, linesIn(text)
		}
		return i, linesIn(text[:i])
	}
}

// isTorn reports whether a row of several lines is torn. A torn row has too few fields, or has a
// field in c.quoted with a line that looks like a row and has c.Fields fields. fields is the number
// of fields of the row. If commas separate fields, a row with the right number of fields is never
// torn, even if it encloses rows, because stray quotes are rare in such files.
func (c *Cutter) isTorn(text []byte, fields int) bool {
	switch {
	case fields < c.Fields:
		return true
	case fields == c.Fields && c.Delimiter == ',':
		return false
	}
	for _, field := range c.quoted {
		for line := range bytes.Lines(text[field.Start:field.End]) {
			if bytes.Count(line, []byte{c.Delimiter})+1 == c.Fields && isRow(line, c.Delimiter, true) {
				return true
			}
		}
	}
	return false
}

// isRow reports whether a line within a quoted field looks like a row. One field must be a grid,
// which may lack a few cells. isWhole means that the line has as many fields as a row. If isWhole
// is set, 81 fields with at most one character each are also enough. If isWhole is not set, the
// line must have several fields, and no space may follow the delimiters around the grid, because
// spaces follow delimiters in prose.
func isRow(line []byte, delimiter byte, isWhole bool) bool {
	if len(line) <= solver.Cells {
		return false
	}
	single := 0
	var g solver.Grid
	for rest, more := bytes.TrimRight(line, "\r\n\""), true; more; {
		var field []byte
		field, rest, more = bytes.Cut(rest, []byte{delimiter})
		switch reason := gridtext.Parse(&g, bytes.Trim(field, "\"")); {
		case reason.Kind == gridtext.NoReason, reason.Kind == gridtext.LostZeros, reason.Kind == gridtext.ValueTooShort && reason.A > solver.Cells-9:
			isProse := bytes.HasPrefix(field, []byte(" ")) || bytes.HasPrefix(rest, []byte(" "))
			return isWhole || !isProse && bytes.IndexByte(line, delimiter) >= 0
		case len(bytes.TrimSpace(field)) <= 1:
			single++
		}
	}
	return isWhole && single >= solver.Cells
}

// reportEnclosed calls c.Enclosed for each line that looks like a row (see isRow) but is part of a
// field in c.quoted. c.line must be the number of the first line of text.
func (c *Cutter) reportEnclosed(text []byte) {
	number, counted := c.line, uint32(0) // the number of the line that contains text[counted]
	for _, field := range c.quoted {
		if bytes.IndexByte(text[field.Start:field.End], '\n') < 0 {
			continue
		}
		number += int64(bytes.Count(text[counted:field.Start], newline))
		for line := range bytes.Lines(text[field.Start:field.End]) {
			fields := bytes.Count(line, []byte{c.Delimiter}) + 1
			if isRow(line, c.Delimiter, fields == c.Fields || c.Fields == 0) {
				c.Enclosed(number)
			}
			number += int64(bytes.Count(line, newline))
		}
		counted = field.End
	}
}

// linesIn returns the number of lines in text. text must not include the last line ending.
func linesIn(text []byte) int64 { return int64(bytes.Count(text, newline)) + 1 }
