package formats

import "github.com/gridmill/gridmill/formats/internal/scan"

// HasText reports whether text can hold the values of the column.
func (f Field) HasText() bool { return printable(f) == nil }

// AppendKept appends what column k of Schema.Kept, which must have text, holds in row i.
func (b *Batch) AppendKept(dst []byte, i, k int) []byte {
	f := &b.segmentOf(i).source.schema().Kept[k]
	if !f.isText() {
		return b.leaves[f.firstLeaf].AppendText(dst, i)
	}
	field := b.block.Field(i, k)
	switch {
	case field == scan.Absent:
		return dst
	case f.plain:
		return append(dst, b.block.Text(field)...)
	}
	return append(dst, b.unquoted(b.block.Text(field))...)
}
