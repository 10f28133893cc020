package formats

import (
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
	// sectionBytes of rows as they were read end the pages of a section early, so that those
	// of long values fit in memory.
	sectionBytes = 8 << 20
)

const (
	// createdBy is what files say of their writer.
	createdBy = "gridmill"
	// provenanceKey is the key of the provenance in a file's metadata.
	provenanceKey = "gridmill"
)

// parquetWriter writes Parquet. Workers encode and compress the pages whose rows
// a batch holds whole; the rest, at the ends of batches that are not cut at
// multiples of SectionRows, is gathered in pages of the writer's own.
type parquetWriter struct {
	file  *parquet.Writer
	input *Schema
	added []outputColumn

	open      *parquet.Pages // grows row by row; nil while it has no rows
	openBytes int            // of its rows as they were read

	replaced *atomic.Int64 // as in WriteOptions
}

func newParquetWriter(w io.Writer, input *Schema, o WriteOptions) (Writer, error) {
	pw := &parquetWriter{input: input, added: columnsFor(input, o.Stats), replaced: o.Replaced}
	s, err := outputSchema(input, pw.added)
	if err != nil {
		return nil, err
	}
	words := make([][]string, s.NumColumns()-len(pw.added), s.NumColumns())
	for i := range pw.added {
		words = append(words, pw.added[i].dictionary())
	}
	if o.Compression == "" {
		o.Compression = PageCompressions[0]
	}
	n := groupPages(o.GroupRows)
	pw.file, err = parquet.NewWriter(w, s, parquet.WriterOptions{
		Compression: o.Compression, CreatedBy: createdBy, Key: provenanceKey, Value: o.Provenance,
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

// encodedSections are the pages of the sections that a batch holds whole, from its row
// first on, or nil for those with long values.
type encodedSections struct {
	first int
	pages []*parquet.EncodedPages
}

func (w *parquetWriter) Encode(b *Batch, reuse Encoded) (Encoded, error) {
	e, _ := reuse.(*encodedSections)
	if e == nil {
		e = new(encodedSections)
	}
	var n int
	e.first, n = b.wholeSections()
	e.pages = e.pages[:0]
	if n == 0 {
		return e, nil
	}
	p := w.file.NewPages()
	defer p.Release()
	for i := range n {
		from := e.first + i*SectionRows
		if b.bytesOf(from, from+SectionRows) >= sectionBytes {
			e.pages = append(e.pages, nil)
			continue
		}
		p.Reset()
		w.add(p, b, from, from+SectionRows)
		encoded, err := p.Encode()
		if err != nil {
			return e, err
		}
		e.pages = append(e.pages, encoded)
	}
	return e, nil
}

func (w *parquetWriter) Write(b *Batch, encoded Encoded) error {
	e := encoded.(*encodedSections)
	if err := w.gather(b, 0, e.first); err != nil {
		return err
	}
	from := e.first
	for i, p := range e.pages {
		var err error
		if p != nil {
			e.pages[i] = nil // as the file takes them
			err = w.file.Write(p)
		} else {
			err = w.gather(b, from, from+SectionRows)
		}
		if err != nil {
			return err
		}
		from += SectionRows
	}
	return w.gather(b, from, b.Len())
}

func (w *parquetWriter) Close() error {
	if w.open != nil {
		if err := w.closeOpen(); err != nil {
			return err
		}
	}
	return w.file.Close()
}

// gather adds rows [from, to) of a batch to the open pages, which end where the data
// set's number of rows is a multiple of SectionRows, or with the row that makes them
// heavy. So the first pages are shorter where the file starts in the middle of one.
func (w *parquetWriter) gather(b *Batch, from, to int) error {
	for from < to {
		if w.open == nil {
			w.open = w.file.NewPages()
		}
		left := SectionRows - int((b.First+int64(from))&(SectionRows-1))
		n, heavy := w.fitting(b, from, min(to-from, left))
		w.add(w.open, b, from, from+n)
		from += n
		if n == left || heavy {
			if err := w.closeOpen(); err != nil {
				return err
			}
		}
	}
	return nil
}

// fitting returns how many of n rows the open pages take before they are heavy, and
// whether they are then. That depends on the rows alone, and not on the batches that they
// come in.
func (w *parquetWriter) fitting(b *Batch, from, n int) (rows int, heavy bool) {
	if bytes := b.bytesOf(from, from+n); w.openBytes+bytes < sectionBytes {
		w.openBytes += bytes
		return n, false
	}
	for rows = 1; ; rows++ {
		if w.openBytes += b.bytesOf(from+rows-1, from+rows); w.openBytes >= sectionBytes {
			return rows, true
		}
	}
}

// closeOpen writes the open pages.
func (w *parquetWriter) closeOpen() error {
	encoded, err := w.open.Encode()
	if err != nil {
		return err
	}
	w.open.Release()
	w.open, w.openBytes = nil, 0
	return w.file.Write(encoded)
}

// cachedRows is how many rows are added at once: so few that they stay in the
// nearest cache while each column takes its values.
const cachedRows = 256

// add adds rows [from, to) of a batch to pages.
func (w *parquetWriter) add(p *parquet.Pages, b *Batch, from, to int) {
	for ; from < to; from += cachedRows {
		w.addSome(p, b, from, min(from+cachedRows, to))
	}
}

// addSome is add for few rows.
func (w *parquetWriter) addSome(p *parquet.Pages, b *Batch, from, to int) {
	next := 0
	ascii := len(w.input.Kept) > 0 && w.input.Kept[0].isText() && isASCII(b.block.Bytes[b.block.Rows[from].Start:b.block.Rows[to-1].End])
	for k := range w.input.Kept {
		f := &w.input.Kept[k]
		if f.isText() {
			values, replaced := b.fieldValues(k, ascii, from, to)
			p.Column(next).AddBytes(values)
			if replaced > 0 && w.replaced != nil {
				w.replaced.Add(replaced)
			}
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
