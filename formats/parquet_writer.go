package formats

import (
	"cmp"
	"io"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// How many rows make a row group, and how many bytes close it early.
const (
	// DefaultGroupRows is a compromise: smaller row groups make readers slower,
	// and larger ones take more memory on both sides.
	DefaultGroupRows = 30 * SectionRows
	// MaxGroupRows bounds WriteOptions.GroupRows.
	MaxGroupRows = 1 << 20
	// The pages of a row group may take groupBytes, or groupRowBytes for each row that was
	// asked for if that is more, and a page of each column beyond that. Only long values
	// of the input's columns take so much.
	groupBytes    = 64 << 20
	groupRowBytes = 256
)

const (
	// createdBy is what files say of their writer.
	createdBy = "gridmill"
	// provenanceKey is the key of the provenance in a file's metadata.
	provenanceKey = "gridmill"
)

// parquetWriter writes Parquet, of which a section is a page of each column.
type parquetWriter struct {
	file  *parquet.Writer
	input *Schema
	added []outputColumn

	replaced *atomic.Int64 // as in WriteOptions
}

func newParquetWriter(w io.Writer, input *Schema, o *WriteOptions) (*parquetWriter, error) {
	pw := &parquetWriter{input: input, added: columnsFor(input, o), replaced: o.Replaced}
	s, err := outputSchema(input, pw.added)
	if err != nil {
		return nil, err
	}
	words := make([][]string, s.NumColumns()-len(pw.added), s.NumColumns())
	for i := range pw.added {
		words = append(words, pw.added[i].dictionary())
	}
	n := groupPages(o.GroupRows)
	pw.file, err = parquet.NewWriter(w, s, parquet.WriterOptions{
		Compression: cmp.Or(o.Compression, PageCompressions[0]), CreatedBy: createdBy, Key: provenanceKey, Value: o.Provenance,
		Dictionaries: words,
		GroupPages:   n, GroupBytes: max(groupBytes, n*SectionRows*groupRowBytes),
	})
	return pw, err
}

// groupPages returns how many pages of each column hold that many rows.
func groupPages(rows int) int {
	if rows == 0 {
		rows = DefaultGroupRows
	}
	return (min(rows, MaxGroupRows) + SectionRows - 1) / SectionRows
}

func (w *parquetWriter) newSection() (*parquet.Pages, error) { return w.file.NewPages(), nil }

func (w *parquetWriter) encode(p *parquet.Pages) (*parquet.EncodedPages, error) {
	defer p.Release()
	return p.Encode()
}

func (w *parquetWriter) write(p *parquet.EncodedPages) error { return w.file.Write(p) }

func (w *parquetWriter) close() error { return w.file.Close() }

// cachedRows is how many rows are added at once: so few that they stay in the
// nearest cache while each column takes its values.
const cachedRows = 256

func (w *parquetWriter) add(p *parquet.Pages, b *Batch, from, to int) error {
	for ; from < to; from += cachedRows {
		w.addSome(p, b, from, min(from+cachedRows, to))
	}
	return nil
}

// addSome is add for few rows.
func (w *parquetWriter) addSome(p *parquet.Pages, b *Batch, from, to int) {
	next := 0
	ascii := len(w.input.Kept) > 0 && w.input.Kept[0].isText() && isASCII(b.block.Bytes[b.block.Rows[from].Start:b.block.Rows[to-1].End])
	for k := range w.input.Kept {
		f := &w.input.Kept[k]
		if f.isText() {
			values, replaced := b.fieldValues(k, f.plain, ascii, from, to)
			p.Column(next).AddBytes(values)
			countReplaced(w.replaced, replaced)
			next++
			continue
		}
		for l := range f.leafCount {
			p.Column(next).AddColumn(&b.leaves[f.firstLeaf+l], from, to)
			next++
		}
	}
	for k := range w.added {
		addOutput(p.Column(next+k), &w.added[k], b, from, to)
	}
	p.Rows += to - from
}
