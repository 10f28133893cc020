package formats

import (
	"bytes"
	"strconv"
)

// csvRows formats batches as rows of CSV.
type csvRows struct {
	schema    *Schema
	own       []ownColumn
	delimiter byte
}

// newCSVRows returns the header of an output in CSV and what formats its rows.
func newCSVRows(format Format, s *Schema, stats Statistics) (header string, _ *csvRows, _ error) {
	rows := &csvRows{schema: s, own: columnsFor(s, stats), delimiter: ','}
	if format == TSV {
		rows.delimiter = '\t'
	}
	for _, f := range s.Kept {
		if err := printable(f); err != nil {
			return "", nil, err
		}
	}
	return csvHeader(s, rows.own, rows.delimiter), rows, nil
}

// append appends rows [from, to) of a batch.
func (c *csvRows) append(dst []byte, b *Batch, from, to int) []byte {
	for s := range b.segments {
		segment := &b.segments[s]
		info := segment.source.schema()
		whole := info.wholeRows && info.delimiter == c.delimiter
		for i := max(from, segment.from); i < min(to, segment.to); i++ {
			if whole && !b.Reasons[i].Malformed() {
				dst = append(dst, b.text(b.rows[i].span)...)
				dst = append(dst, c.delimiter)
			} else {
				dst = c.appendKept(dst, b, i)
			}
			dst = c.appendOwn(dst, b, i)
		}
	}
	return dst
}

// appendKept appends the input's own columns of row i, each with a delimiter
// after it.
func (c *csvRows) appendKept(dst []byte, b *Batch, i int) []byte {
	kept := c.schema.Kept
	for k := range kept {
		if kept[k].isText() {
			if field := b.fields[i*len(kept)+k]; field != absent {
				dst = appendField(dst, b.text(field), c.delimiter)
			}
		} else {
			b.scratch = b.leaves[kept[k].firstLeaf].appendText(b.scratch[:0], i)
			dst = appendQuoted(dst, b.scratch, c.delimiter)
		}
		dst = append(dst, c.delimiter)
	}
	return dst
}

// appendOwn appends gridmill's columns of row i and ends the row.
func (c *csvRows) appendOwn(dst []byte, b *Batch, i int) []byte {
	for k := range c.own {
		column := &c.own[k]
		switch {
		case column.number != nil:
			dst = appendNumber(dst, column.number(b, i))
		case column.free && b.Reasons[i].kind != noReason:
			b.scratch = column.text(b.scratch[:0], b, i)
			dst = appendQuoted(dst, b.scratch, c.delimiter)
		default:
			dst = column.text(dst, b, i)
		}
		dst = append(dst, c.delimiter)
	}
	dst[len(dst)-1] = '\n'
	return dst
}

// appendField appends a field as it stood in CSV. It gets quotes where its own
// delimiter was another one and this one stands in it.
func appendField(dst, field []byte, delimiter byte) []byte {
	if len(field) > 0 && field[0] != '"' && bytes.IndexByte(field, delimiter) >= 0 {
		return appendQuoted(dst, field, delimiter)
	}
	return append(dst, field...)
}

// appendNumber appends a number; most have one digit or two.
func appendNumber[T int32 | int64](dst []byte, n T) []byte {
	switch {
	case uint64(n) < 10:
		return append(dst, '0'+byte(n))
	case uint64(n) < 100:
		return append(dst, '0'+byte(n/10), '0'+byte(n%10))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}
