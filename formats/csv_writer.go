package formats

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// csvRows formats batches as rows of CSV. It does so in plain Go: assembly and tables of
// small numbers would speed up a run by only a few percent.
type csvRows struct {
	schema    *Schema
	added     []outputColumn
	delimiter byte
}

// newCSVRows returns the header of a CSV output and the formatter of its rows.
func newCSVRows(format Format, s *Schema, o *WriteOptions) (header string, _ *csvRows, _ error) {
	rows := &csvRows{schema: s, delimiter: ','}
	if format == TSV {
		rows.delimiter = '\t'
	}
	for _, f := range s.Kept {
		if err := printable(f); err != nil {
			return "", nil, err
		}
	}
	rows.added = columnsFor(s, o)
	return csvHeader(s, rows.added, rows.delimiter), rows, nil
}

// csvHeader joins the names of all columns.
func csvHeader(s *Schema, added []outputColumn, delimiter byte) string {
	var names []string
	for _, f := range s.Kept {
		if f.isText() {
			names = append(names, string(appendField(nil, []byte(f.raw), delimiter)))
		} else {
			names = append(names, string(scan.AppendQuoted(nil, []byte(f.Name), delimiter)))
		}
	}
	for _, c := range added {
		names = append(names, c.name)
	}
	return strings.Join(names, string(delimiter)) + "\n"
}

// append appends rows [from, to) of a batch.
func (c *csvRows) append(dst []byte, b *Batch, from, to int) []byte {
	for i := range b.segments {
		g := &b.segments[i]
		info := g.source.schema()
		// Whole rows pass unchanged unless they are malformed.
		whole := info.wholeRows && info.Delimiter == c.delimiter
		first, end := max(from, g.from), min(to, g.to)
		b.setNumbers(c.added, first, end)
		for row := first; row < end; row++ {
			if whole && !b.Reasons[row].Malformed() {
				dst = append(append(dst, b.block.Row(row)...), c.delimiter)
			} else {
				dst = c.appendKept(dst, b, row)
			}
			dst = c.appendAdded(dst, b, g, row, row-first, end-first)
		}
	}
	return dst
}

// setNumbers sets the numbers of rows [from, to), column by column.
func (b *Batch) setNumbers(added []outputColumn, from, to int) {
	n := max(to-from, 0)
	b.numbers = slices.Grow(b.numbers[:0], len(added)*n)[:len(added)*n]
	for k := range added {
		if set := added[k].numbers; set != nil {
			set(b.numbers[k*n:][:n], b, from)
		}
	}
}

// appendKept appends the input's columns of row i, each with a delimiter after it.
func (c *csvRows) appendKept(dst []byte, b *Batch, i int) []byte {
	kept := c.schema.Kept
	for k := range kept {
		if kept[k].isText() {
			if value := b.block.Value(i, k); b.isPlain(&kept[k]) {
				dst = scan.AppendQuoted(dst, value, c.delimiter)
			} else {
				dst = appendField(dst, value, c.delimiter)
			}
		} else {
			b.scratch = b.leaves[kept[k].firstLeaf].AppendText(b.scratch[:0], i)
			dst = scan.AppendQuoted(dst, b.scratch, c.delimiter)
		}
		dst = append(dst, c.delimiter)
	}
	return dst
}

// appendAdded appends gridmill's columns of row i of a segment, and ends the row. The row has
// the given index among the n rows whose numbers are set.
func (c *csvRows) appendAdded(dst []byte, b *Batch, g *segment, i, index, n int) []byte {
	for k := range c.added {
		switch output := &c.added[k]; {
		case output.grid != ofNothing:
			dst = append(dst, b.grid(output.grid, i)...)
		case output.words != nil:
			dst = append(dst, output.words[b.numbers[k*n+index]]...)
		case output.thousandths:
			if number := b.numbers[k*n+index]; number > 0 || output.always {
				dst = appendThousandths(dst, number)
			}
		case output.numbers != nil:
			// Most have one digit, which takes less time than the call.
			if number := b.numbers[k*n+index]; uint32(number) < 10 {
				dst = append(dst, '0'+byte(number))
			} else {
				dst = strconv.AppendInt(dst, int64(number), 10)
			}
		case output.origin == ofFile:
			b.scratch = append(b.scratch[:0], g.source.name()...)
			dst = scan.AppendQuoted(dst, b.scratch, c.delimiter)
		case output.origin == ofLine:
			dst = strconv.AppendInt(dst, g.source.lineOf(b, g, i), 10)
		case output.steps:
			b.scratch = b.steps.appendArray(b.scratch[:0], i)
			dst = scan.AppendQuoted(dst, b.scratch, c.delimiter)
		case b.Reasons[i].Kind != gridtext.NoReason:
			b.scratch = b.Reasons[i].AppendCode(b.scratch[:0])
			dst = scan.AppendQuoted(dst, b.scratch, c.delimiter)
		}
		dst = append(dst, c.delimiter)
	}
	dst[len(dst)-1] = '\n'
	return dst
}

// appendField appends a field as it was in CSV. It is quoted if it had another delimiter
// and contains this one.
func appendField(dst, field []byte, delimiter byte) []byte {
	if len(field) > 0 && field[0] != '"' && bytes.IndexByte(field, delimiter) >= 0 {
		return scan.AppendQuoted(dst, field, delimiter)
	}
	return append(dst, field...)
}
