//go:generate go -C ../solver/asm run . -out ../../formats/csv_simple_amd64.s csv

package formats

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// csvRows formats batches as rows of CSV. Gridmill's columns come in three groups, in the
// order of their table: grids, short fields and the reason.
type csvRows struct {
	schema    *Schema
	grids     []gridKind
	shorts    []shortColumn
	room      int // the most bytes that a row takes beside the input's fields and its reason
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
	rows.room = len(s.Kept) + len(rows.grids)*(solver.Cells+1) + len(rows.shorts)*shortBytes + 1
	return csvHeader(s, own, rows.delimiter), rows, nil
}

// csvHeader joins the names of all columns.
func csvHeader(s *Schema, own []ownColumn, delimiter byte) string {
	var names []string
	for _, f := range s.Kept {
		if f.isText() {
			names = append(names, string(appendField(nil, []byte(f.raw), delimiter)))
		} else {
			names = append(names, string(appendQuoted(nil, []byte(f.Name), delimiter)))
		}
	}
	for _, c := range own {
		names = append(names, c.name)
	}
	return strings.Join(names, string(delimiter)) + "\n"
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

// stripRows is how many rows are formatted, or of a result parsed, together: a few, whose
// numbers and results are still in the processor's first cache when each is put together.
const stripRows = 64

// csvStrip is rows [from, to) of a segment, stripRows at most.
type csvStrip struct {
	from, to int
	verbatim bool // the input's fields stand in the output as they are
	whole    bool // and so do the rows that are not malformed
}

// stripOf returns a strip of a segment, without rows.
func (c *csvRows) stripOf(g *segment) (s csvStrip) {
	info := g.source.schema()
	s.verbatim = info.delimiter == c.delimiter
	s.whole = s.verbatim && info.wholeRows
	return s
}

// append appends rows [from, to) of a batch.
func (c *csvRows) append(dst []byte, b *Batch, from, to int) []byte {
	for i := range b.segments {
		g := &b.segments[i]
		s := c.stripOf(g)
		for s.from = max(from, g.from); s.from < min(to, g.to); s.from = s.to {
			s.to = min(s.from+stripRows, to, g.to)
			dst = c.appendStrip(dst, b, &s)
		}
	}
	return dst
}

// appendStrip appends the rows of a strip, together where they are simple.
func (c *csvRows) appendStrip(dst []byte, b *Batch, s *csvStrip) []byte {
	c.setNumbers(b, s)
	dst = slices.Grow(dst, c.roomFor(b, s))
	together := func(from int) (next int) {
		dst, next = c.appendSimple(dst, b, s, from)
		return next
	}
	for i := range rowsAlone(s.from, s.to, together) {
		dst = c.appendAlone(dst, b, s, i)
	}
	return dst
}

// setNumbers notes the numbers of a strip's short fields. Those of a column stand
// together, stripRows before those of the next.
func (c *csvRows) setNumbers(b *Batch, s *csvStrip) {
	b.numbers = resize(b.numbers, len(c.shorts)*stripRows)
	for k := range c.shorts {
		c.shorts[k].numbers(b.numbers[k*stripRows:][:s.to-s.from], b, s.from)
	}
}

// roomFor returns how many bytes appendSimple wants for the rows of a strip. Others may
// take more.
func (c *csvRows) roomFor(b *Batch, s *csvStrip) int {
	room := (s.to - s.from) * c.room
	if s.verbatim && len(c.schema.Kept) > 0 {
		room += b.bytesOf(s.from, s.to)
	}
	return room
}

// appendAlone appends row i, whatever it is, of a strip whose numbers are set.
func (c *csvRows) appendAlone(dst []byte, b *Batch, s *csvStrip, i int) []byte {
	if s.whole && !b.Reasons[i].Malformed() {
		dst = append(dst, b.text(b.rows[i].span)...)
		dst = append(dst, c.delimiter)
	} else {
		dst = c.appendKept(dst, b, i)
	}
	return c.appendOwn(dst, b, s, i)
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
			b.scratch = b.leaves[kept[k].firstLeaf].AppendText(b.scratch[:0], i)
			dst = appendQuoted(dst, b.scratch, c.delimiter)
		}
		dst = append(dst, c.delimiter)
	}
	return dst
}

// appendOwn appends gridmill's columns of row i of a strip, and ends the row.
func (c *csvRows) appendOwn(dst []byte, b *Batch, s *csvStrip, i int) []byte {
	pos := len(dst)
	dst = slices.Grow(dst, c.room)
	dst = dst[:cap(dst)]
	for _, kind := range c.grids {
		pos += storeGrid(dst[pos:], b.grid(kind, i))
		dst[pos] = c.delimiter
		pos++
	}
	for k := range c.shorts {
		n, fields := int(b.numbers[k*stripRows+i-s.from]), c.shorts[k].fields
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
