package formats

import (
	"cmp"
	"io"

	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// How many rows make a row group, and how many bytes close it early.
const (
	// DefaultGroupRows is a compromise: smaller row groups make readers slower,
	// and larger ones take more memory on both sides.
	DefaultGroupRows = 30 * SectionRows
	// MaxGroupRows bounds WriteOptions.GroupRows.
	MaxGroupRows = 1 << 20
	// groupBytes and groupRowBytes, times the rows that were asked for, are what
	// the pages of a row group may take, give or take a page of each column. Only
	// long values of the input's own columns reach the larger of both.
	groupBytes    = 64 << 20
	groupRowBytes = 256
)

const (
	// createdBy is what files say of their writer.
	createdBy = "gridmill"
	// recordKey is the key of the record of the run in a file's metadata.
	recordKey = "gridmill"
)

// parquetWriter writes Parquet, of which a section is a page of each column.
type parquetWriter struct {
	file  *parquet.Writer
	input *Schema
	own   []ownColumn
}

func newParquetWriter(w io.Writer, input *Schema, o *WriteOptions) (*parquetWriter, error) {
	pw := &parquetWriter{input: input, own: columnsFor(input, o)}
	s, err := outputSchema(input, pw.own)
	if err != nil {
		return nil, err
	}
	words := make([][]string, s.NumColumns()-len(pw.own), s.NumColumns())
	for i := range pw.own {
		words = append(words, pw.own[i].dictionary())
	}
	n := groupPages(o.GroupRows)
	pw.file, err = parquet.NewWriter(w, s, parquet.WriterOptions{
		Compression: cmp.Or(o.Compression, PageCompressions[0]), CreatedBy: createdBy, Key: recordKey, Value: o.Record,
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
// nearest cache while each column takes what is its own.
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
			p.Column(next).AddBytes(b.fieldValues(k, f.plain, ascii, from, to))
			next++
			continue
		}
		for l := range f.leafCount {
			p.Column(next).AddColumn(&b.leaves[f.firstLeaf+l], from, to)
			next++
		}
	}
	for k := range w.own {
		addOwn(p.Column(next+k), &w.own[k], b, from, to)
	}
	p.Rows += to - from
}
