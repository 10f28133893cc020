package formats

import (
	"cmp"
	"io"
	"slices"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// The number of rows in a row group, and the number of bytes that end it early.
const (
	// DefaultGroupRows is a compromise: smaller row groups make readers slower,
	// and larger ones take more memory on both sides.
	DefaultGroupRows = 30 * SectionRows
	// MaxGroupRows bounds WriteOptions.GroupRows.
	MaxGroupRows = 1 << 20
	// The pages of a row group can take groupBytes, or groupRowBytes for each requested
	// row if that is more, and one more page of each column. Only long values of the
	// input's columns take this much.
	groupBytes    = 64 << 20
	groupRowBytes = 256
)

const (
	// createdBy is the name of the writer in files.
	createdBy = "gridmill"
	// provenanceKey is the key of the provenance in a file's metadata.
	provenanceKey = "gridmill"
)

// parquetWriter writes Parquet. Each section becomes a page of each column.
type parquetWriter struct {
	file    *parquet.Writer
	columns []outputColumn

	replaced *atomic.Int64 // as in WriteOptions
}

func newParquetWriter(w io.Writer, input *Schema, o *WriteOptions) (*parquetWriter, error) {
	columns, err := writtenColumns(input, o)
	if err != nil {
		return nil, err
	}
	pw := &parquetWriter{columns: columns, replaced: o.Replaced}
	s, err := outputSchema(columns)
	if err != nil {
		return nil, err
	}
	var words [][]string // of each leaf
	for i := range columns {
		words = append(words, columns[i].dictionary())
		if f := columns[i].kept; f != nil && f.inLeaves() {
			words = append(words, make([][]string, f.leafCount-1)...)
		}
	}
	n := groupPages(o.GroupRows)
	pw.file, err = parquet.NewWriter(w, s, parquet.WriterOptions{
		Compression: cmp.Or(o.Compression, PageCompressions[0]), CreatedBy: createdBy, Key: provenanceKey, Value: o.Provenance,
		Dictionaries: words,
		GroupPages:   n, GroupBytes: max(groupBytes, n*SectionRows*groupRowBytes),
	})
	return pw, err
}

// groupPages returns how many pages of each column hold the given number of rows.
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

// cachedRows is how many rows are added at a time: few enough to stay in the nearest cache
// while each column takes its values.
const cachedRows = 256

func (w *parquetWriter) add(p *parquet.Pages, b *Batch, from, to int) error {
	for ; from < to; from += cachedRows {
		if err := w.addSome(p, b, from, min(from+cachedRows, to)); err != nil {
			return err
		}
	}
	return nil
}

// addSome does what add does for a few rows.
func (w *parquetWriter) addSome(p *parquet.Pages, b *Batch, from, to int) error {
	next := 0
	// Values of rows with types can be anywhere in the block.
	ascii := slices.ContainsFunc(w.columns, isKeptText) && len(b.block.Kinds) == 0 &&
		isASCII(b.block.Bytes[b.block.Rows[from].Start:b.block.Rows[to-1].End])
	for i := range w.columns {
		c := &w.columns[i]
		switch {
		case c.kept == nil:
			addOutput(p.Column(next), c, b, from, to)
		case c.kept.inLeaves():
			for l := range c.kept.leafCount {
				p.Column(next+l).AddColumn(&b.leaves[c.kept.firstLeaf+l], from, to)
			}
			next += c.kept.leafCount - 1
		default:
			if err := addKept(p.Column(next), c, b, ascii, w.replaced, from, to); err != nil {
				return err
			}
		}
		next++
	}
	p.Rows += to - from
	return nil
}

// isKeptText reports whether a column is one of the input that is stored as text.
func isKeptText(c outputColumn) bool { return c.kept != nil && c.kept.isText() }
