package formats

import (
	"bytes"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// csvRows formats batches as rows of CSV. Assembly code, or tables with the texts of small numbers,
// would make a run only a few percent faster.
type csvRows struct {
	columns   []outputColumn
	whole     bool // the columns start with all of Schema.Kept, unconverted and in the same order
	delimiter byte
	format    valueFormat
}

// outputDelimiters holds the delimiters of the output formats that have a header.
var outputDelimiters = map[Format]byte{CSV: ',', TSV: '\t'}

// newCSVRows returns the header of a CSV output and a formatter for its rows.
func newCSVRows(format Format, s *Schema, o *WriteOptions) (header string, _ *csvRows, _ error) {
	columns, err := columnsIn("CSV", s, o)
	if err != nil {
		return "", nil, err
	}
	rows := &csvRows{columns: columns, delimiter: outputDelimiters[format]}
	rows.format.appendText = func(dst, text []byte) []byte { return scan.AppendQuoted(dst, text, rows.delimiter) }
	rows.whole = len(columns) >= len(s.Kept)
	for k, f := range s.Kept {
		rows.whole = rows.whole && columns[k].kept != nil && columns[k].keptIndex == k && !f.converted
	}
	return csvHeader(columns, rows.delimiter), rows, nil
}

// emptyRow is the row for an empty value in a one-column output. It has quotes, because readers of
// CSV skip empty lines.
const emptyRow = `""` + "\n"

func csvHeader(columns []outputColumn, delimiter byte) string {
	var names []string
	for _, c := range columns {
		switch f := c.kept; {
		case f == nil:
			names = append(names, c.name)
		case f.isText():
			names = append(names, string(appendField(nil, []byte(f.raw), delimiter)))
		default:
			names = append(names, string(scan.AppendQuoted(nil, []byte(f.Name), delimiter)))
		}
	}
	if header := strings.Join(names, string(delimiter)); header != "" {
		return header + "\n"
	}
	return emptyRow
}

func (c *csvRows) append(dst []byte, b *Batch, from, to int) []byte {
	b.setNumbers(c.columns, from, to)
	for i := range b.segments {
		seg := &b.segments[i]
		info := seg.source.schema()
		// If whole is set, rows with one field per column are copied unchanged.
		whole := c.whole && info.wholeRows && info.Delimiter == c.delimiter
		for row := max(from, seg.from); row < min(to, seg.to); row++ {
			start, done := len(dst), 0
			if whole && !b.Reasons[row].Malformed() && b.block.FieldsOf(row)[len(info.Kept)-1].End == b.block.Rows[row].End {
				dst, done = append(append(dst, b.block.Row(row)...), c.delimiter), len(info.Kept)
			}
			dst = c.appendColumns(dst, b, done, row, from, to)
			if len(dst) == start+len("\n") {
				dst = append(dst[:start], emptyRow...)
			}
		}
	}
	return dst
}

// setNumbers fills b.numbers with the numbers of the given columns in rows [from, to). The number
// in columns[k] and row i is at index k*(to-from)+i-from.
func (b *Batch) setNumbers(columns []outputColumn, from, to int) {
	n := to - from
	b.numbers = slices.Grow(b.numbers[:0], len(columns)*n)[:len(columns)*n]
	for k := range columns {
		if set := columns[k].numbers; set != nil {
			set(b.numbers[k*n:][:n], b, from)
		}
	}
}

func (c *csvRows) appendKept(dst []byte, b *Batch, i int, column *outputColumn) []byte {
	f, k := column.kept, column.keptIndex
	switch {
	case f.converted:
		return appendNumber(dst, f.values, b.keptText(f, i, k))
	case !f.isText() || b.isPlain(f):
		return scan.AppendQuoted(dst, b.keptText(f, i, k), c.delimiter)
	}
	return appendField(dst, b.block.Value(i, k), c.delimiter)
}

// appendColumns appends the values of row i in c.columns[done:], and ends the row. It uses
// b.numbers, which setNumbers must have filled for rows [from, to).
func (c *csvRows) appendColumns(dst []byte, b *Batch, done, i, from, to int) []byte {
	for k := done; k < len(c.columns); k++ {
		switch output := &c.columns[k]; {
		case output.kept != nil:
			dst = c.appendKept(dst, b, i, output)
		case output.kind == kindInteger && uint32(b.numbers[k*(to-from)+i-from]) < 10: // most statistics
			dst = append(dst, '0'+byte(b.numbers[k*(to-from)+i-from]))
		default:
			dst = c.format.appendValue(dst, b, i, output, b.numbers[k*(to-from)+i-from])
		}
		dst = append(dst, c.delimiter)
	}
	dst[len(dst)-1] = '\n'
	return dst
}

// appendField appends a CSV field. It quotes an unquoted field that contains the delimiter. Such a
// field occurs only if the input uses a different delimiter.
func appendField(dst, field []byte, delimiter byte) []byte {
	if len(field) > 0 && field[0] != '"' && bytes.IndexByte(field, delimiter) >= 0 {
		return scan.AppendQuoted(dst, field, delimiter)
	}
	return append(dst, field...)
}
