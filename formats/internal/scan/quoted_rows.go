package scan

import (
	"bytes"
	"maps"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// quotedEnd returns the end and the number of lines of a row with quotes. at is the position of the
// row in the stream. If text does not yet contain the end of the row, end is -1.
//
// A quote is stray if its field encloses another row (see holdsRow), if the quotes of the row do
// not match within MaxRow+1 bytes, or if the row has several lines but not c.Fields fields. A row
// with a stray quote is rejected: it ends with its first line, at firstEnd, so that only this row
// is invalid. quotedEnd examines at most MaxRow+1 bytes, so the ends of rows do not depend on how
// much has been read. It sets c.quoted for reportEnclosed.
func (c *Cutter) quotedEnd(text []byte, firstEnd int, at int64) (end int, lines int64) {
	whole := c.eof
	if len(text) > MaxRow {
		text, whole = text[:MaxRow+1], true
	}
	c.starts, c.quoted = c.starts[:0], c.quoted[:0]
	for i, fields := 0, 1; ; i, fields = i+1, fields+1 {
		if i > firstEnd && firstEnd >= 0 {
			if c.Fields > 0 && fields > c.Fields {
				return firstEnd, 1
			}
			c.starts = append(c.starts, uint32(i))
		}
		length, state := fieldEnd(text[i:], Separator(c.Delimiter))
		if state == fieldBad || state == fieldOpen && whole || c.strays.has(at+int64(i)) {
			c.strays.add(at, c.starts)
			return firstEnd, 1
		}
		if i+length > firstEnd && length > 0 && text[i] == '"' {
			if c.Delimiter != ',' && i <= firstEnd && holdsRow(text[firstEnd+1:], Separator(c.Delimiter)) {
				return firstEnd, 1
			}
			c.quoted = append(c.quoted, Span{uint32(i), uint32(i + length)})
		}
		i += length
		for i < len(text) && text[i] == '\r' {
			i++ // only a line end or the end of the text can follow; see fieldEnd
		}
		switch {
		case state == fieldOpen:
			return -1, 0
		case i == firstEnd:
			return i, 1
		case i < len(text) && text[i] != '\n':
			continue
		case firstEnd >= 0 && c.Fields > 0 && fields != c.Fields && (i < len(text) || whole):
			return firstEnd, 1
		case i == len(text):
			return -1, linesIn(text)
		}
		return i, linesIn(text[:i])
	}
}

// holdsRow reports whether a quoted field encloses another row of several fields. The opening quote
// is then stray. text starts inside the field. If commas separate fields, quotedEnd does not call
// holdsRow, because stray quotes are rare in comma-separated files.
func holdsRow(text []byte, delimiter byte) bool {
	inside, _, closed := bytes.Cut(text, []byte{'"'})
	for line := range bytes.Lines(inside) {
		isWhole := closed || line[len(line)-1] == '\n'
		if isWhole && bytes.IndexByte(line, delimiter) >= 0 && isRow(line, delimiter) {
			return true
		}
	}
	return false
}

// isRow reports whether a line within a quoted field looks like a row: one of its fields is a grid,
// or at least 81 of its fields have at most one character.
func isRow(line []byte, delimiter byte) bool {
	if len(line) <= solver.Cells {
		return false
	}
	single := 0
	var g solver.Grid
	for field := range bytes.SplitSeq(bytes.TrimRight(line, "\r\n\""), []byte{delimiter}) {
		if gridtext.Parse(&g, bytes.Trim(field, "\"")).Kind == gridtext.NoReason {
			return true
		}
		if len(field) <= 1 {
			single++
		}
	}
	return single >= solver.Cells
}

// reportEnclosed calls c.Enclosed for each line that looks like a row but is part of a field in
// c.quoted. c.line must be the number of the first line of text.
func (c *Cutter) reportEnclosed(text []byte) {
	number, counted := c.line, uint32(0) // the number of the line that contains text[counted]
	for _, field := range c.quoted {
		if bytes.IndexByte(text[field.Start:field.End], '\n') < 0 {
			continue
		}
		number += int64(bytes.Count(text[counted:field.Start], newline))
		for line := range bytes.Lines(text[field.Start:field.End]) {
			if isRow(line, Separator(c.Delimiter)) {
				c.Enclosed(number)
			}
			number += int64(bytes.Count(line, newline))
		}
		counted = field.End
	}
}

// linesIn returns the number of lines in text. text must not include the last line end.
func linesIn(text []byte) int64 { return int64(bytes.Count(text, newline)) + 1 }

// strayQuotes remembers where the fields of rows with unmatched quotes start (see quotedEnd). The
// text after the first line of such a row is read again. If a field of a later row starts at a
// remembered position, the later row is rejected at once. Without strayQuotes, each line could cause
// a search of MaxRow bytes. In rare cases, a valid row of nearly the maximum length is rejected.
//
// The text is divided into pages of MaxRow bytes. The keys are page numbers.
type strayQuotes map[int64]*strayPage

// A strayPage has a bit for each byte of a page.
type strayPage [MaxRow / 64]uint64

// add remembers fields of a rejected row. rowStart is the position of the row in the text. starts
// holds the positions of the fields in the row.
func (q *strayQuotes) add(rowStart int64, starts []uint32) {
	for _, start := range starts {
		at := rowStart + int64(start)
		page := (*q)[at/MaxRow]
		if page == nil {
			if *q == nil {
				*q = strayQuotes{}
			}
			maps.DeleteFunc(*q, func(k int64, _ *strayPage) bool { return k < rowStart/MaxRow })
			page = new(strayPage)
			(*q)[at/MaxRow] = page
		}
		page[at%MaxRow/64] |= 1 << (at % 64)
	}
}

// has reports whether a field of a rejected row starts at the given position.
func (q strayQuotes) has(at int64) bool {
	page := q[at/MaxRow]
	return page != nil && page[at%MaxRow/64]>>(at%64)&1 == 1
}
