package formats

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// csvRows formats batches as rows of CSV. Gridmill's columns come in three groups, in the
// order of their table: grids, short fields and the reason.
type csvRows struct {
	schema    *Schema
	grids     []gridKind
	shorts    []shortColumn
	room      int // the most bytes that grids and short fields of a row take
	delimiter byte
}

// shortColumn is a column of fields that take few bytes. fields[n] is that of number n,
// with the delimiter behind it; larger numbers are formatted.
type shortColumn struct {
	numbers func(dst []int32, b *Batch, from int)
	fields  []short
}

// newCSVRows returns the header of an output in CSV and what formats its rows.
func newCSVRows(format Format, s *Schema, stats Statistics) (header string, _ *csvRows, _ error) {
	rows := &csvRows{schema: s, delimiter: ','}
	if format == TSV {
		rows.delimiter = '\t'
	}
	for _, f := range s.Kept {
		if err := printable(f); err != nil {
			return "", nil, err
		}
	}
	own := columnsFor(s, stats)
	small := rows.readyFields(textsOf(smallNumbers, strconv.Itoa))
	for _, c := range own {
		switch {
		case c.grid != ofNothing:
			rows.grids = append(rows.grids, c.grid)
		case c.words != nil:
			rows.shorts = append(rows.shorts, shortColumn{c.numbers, rows.readyFields(c.words)})
		case c.numbers != nil:
			rows.shorts = append(rows.shorts, shortColumn{c.numbers, small})
		}
	}
	rows.room = len(rows.grids)*(solver.Cells+1) + len(rows.shorts)*shortBytes
	return csvHeader(s, own, rows.delimiter), rows, nil
}

// smallNumbers is how many numbers have their fields ready: nearly all that occur.
const smallNumbers = 1000

// readyFields returns texts as fields with a delimiter behind each.
func (c *csvRows) readyFields(texts []string) []short {
	fields := make([]short, len(texts))
	for i, text := range texts {
		fields[i] = shortOf(append([]byte(text), c.delimiter))
	}
	return fields
}

// csvStrip is how many rows are formatted together: a few, whose numbers and results
// are still in the processor's first cache when each row is put together.
const csvStrip = 32

// append appends rows [from, to) of a batch.
func (c *csvRows) append(dst []byte, b *Batch, from, to int) []byte {
	for s := range b.segments {
		segment := &b.segments[s]
		info := segment.source.schema()
		whole := info.wholeRows && info.delimiter == c.delimiter
		for i := max(from, segment.from); i < min(to, segment.to); i += csvStrip {
			dst = c.appendStrip(dst, b, i, min(i+csvStrip, to, segment.to), whole)
		}
	}
	return dst
}

// appendStrip appends rows [from, to). With whole, the input's columns of a row are copied
// as one piece, unless it is malformed.
func (c *csvRows) appendStrip(dst []byte, b *Batch, from, to int, whole bool) []byte {
	b.numbers = resize(b.numbers, len(c.shorts)*csvStrip)
	for k := range c.shorts {
		c.shorts[k].numbers(b.numbers[k*csvStrip:][:to-from], b, from)
	}
	for i := from; i < to; i++ {
		if whole && !b.Reasons[i].Malformed() {
			dst = append(dst, b.text(b.rows[i].span)...)
			dst = append(dst, c.delimiter)
		} else {
			dst = c.appendKept(dst, b, i)
		}
		dst = c.appendOwn(dst, b, i, i-from)
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

// appendOwn appends gridmill's columns of row i, which is the given one of its strip, and
// ends the row.
func (c *csvRows) appendOwn(dst []byte, b *Batch, i, inStrip int) []byte {
	pos := len(dst)
	dst = slices.Grow(dst, c.room)
	dst = dst[:cap(dst)]
	for _, kind := range c.grids {
		pos += storeGrid(dst[pos:], b.grid(kind, i))
		dst[pos] = c.delimiter
		pos++
	}
	for k := range c.shorts {
		n, fields := int(b.numbers[k*csvStrip+inStrip]), c.shorts[k].fields
		if uint(n) < uint(len(fields)) {
			*(*[shortBytes]byte)(dst[pos:]) = fields[n].bytes
			pos += fields[n].size
			continue
		}
		// There is room for the longest number and a delimiter, so that dst stays where
		// it is.
		pos = len(append(strconv.AppendInt(dst[:pos], int64(n), 10), c.delimiter))
	}
	dst = dst[:pos]
	if b.Reasons[i].kind != noReason {
		b.scratch = b.Reasons[i].AppendText(b.scratch[:0])
		dst = appendQuoted(dst, b.scratch, c.delimiter)
	}
	return append(dst, '\n')
}

// appendField appends a field as it stood in CSV. It gets quotes where its own
// delimiter was another one and this one stands in it.
func appendField(dst, field []byte, delimiter byte) []byte {
	if len(field) > 0 && field[0] != '"' && bytes.IndexByte(field, delimiter) >= 0 {
		return appendQuoted(dst, field, delimiter)
	}
	return append(dst, field...)
}
