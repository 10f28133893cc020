package formats

import (
	"io"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// How many rows make a row group, and how many bytes close it early. A row group
// is held in memory until it is written, since a column's pages stand together in
// it.
const (
	// DefaultGroupRows is a compromise: smaller row groups make readers slower,
	// and larger ones take more memory on both sides.
	DefaultGroupRows = 30 * chunkRows
	// MaxGroupRows bounds WriteOptions.GroupRows.
	MaxGroupRows = 1 << 20
	// groupBytes and groupRowBytes, times the rows that were asked for, are what
	// the pages of a row group may take, give or take a page of each column. Only
	// long values of the input's own columns reach the larger of both.
	groupBytes    = 64 << 20
	groupRowBytes = 256
	// chunkBytes of rows as they were read close a chunk early, so that pages of long
	// values fit in memory.
	chunkBytes = 8 << 20
)

const (
	// createdBy is what files say of their writer.
	createdBy = "gridmill"
	// recordKey is the key of the record of the run in a file's metadata.
	recordKey = "gridmill"
)

// parquetWriter writes Parquet. Workers encode and compress the pages whose rows
// a batch holds whole; the rest, at the ends of batches that are not cut at
// multiples of chunkRows, is gathered in pages of the writer's own.
type parquetWriter struct {
	sink   *tellingWriter
	schema *schema.Schema
	input  *Schema
	own    []ownColumn
	codec  *codec
	props  *parquet.WriterProperties
	footer *metadata.FileMetaDataBuilder

	open      chunk          // grows row by row
	openBytes int            // of its rows as they were read
	group     [][]sealedPage // the pages of each column in the row group at hand
	groupSize int            // pages of each column that make a row group
	held      int            // bytes in those pages
	maxHeld   int
	spare     spareMemory
	rows      int64
	started   bool
}

// chunk is one page for each column, over the same rows.
type chunk []page

func (c chunk) rows() int {
	if len(c) == 0 {
		return 0
	}
	return c[0].rows
}

func (c chunk) reset() {
	for i := range c {
		c[i].reset()
	}
}

// finish encodes and compresses the pages.
func (c chunk) finish() {
	for i := range c {
		c[i].finish()
	}
}

func newParquetWriter(w io.Writer, input *Schema, o WriteOptions) (Writer, error) {
	pw := &parquetWriter{sink: &tellingWriter{w: w}, input: input, own: columnsFor(input, o.Stats), groupSize: groupPages(o.GroupRows)}
	pw.maxHeld = max(groupBytes, pw.groupSize*chunkRows*groupRowBytes)
	var err error
	if pw.codec, err = newCodec(o.Compression); err != nil {
		return nil, err
	}
	if pw.schema, err = outputSchema(input, pw.own); err != nil {
		return nil, err
	}
	properties := []parquet.WriterProperty{
		parquet.WithDictionaryDefault(false),
		parquet.WithEncoding(parquet.Encodings.Plain),
		parquet.WithCompression(pw.codec.kind),
		parquet.WithCreatedBy(createdBy),
	}
	for _, c := range pw.own {
		if c.number != nil {
			properties = append(properties, parquet.WithEncodingFor(c.name, pw.codec.numbers))
		}
	}
	pw.props = parquet.NewWriterProperties(properties...)
	about := metadata.NewKeyValueMetadata()
	if o.Record != "" {
		if err := about.Append(recordKey, o.Record); err != nil {
			return nil, err
		}
	}
	pw.footer = metadata.NewFileMetadataBuilder(pw.schema, pw.props, about)
	pw.open = pw.makeChunk()
	pw.group = make([][]sealedPage, pw.schema.NumColumns())
	pw.spare = newSpareMemory(pw.schema.NumColumns())
	return pw, nil
}

// groupPages returns how many pages of each column hold that many rows.
func groupPages(rows int) int {
	if rows == 0 {
		rows = DefaultGroupRows
	}
	return (min(rows, MaxGroupRows) + chunkRows - 1) / chunkRows
}

// makeChunk returns an empty chunk.
func (w *parquetWriter) makeChunk() chunk {
	c := make(chunk, w.schema.NumColumns())
	for i := range c {
		c[i].column, c[i].codec = w.schema.Column(i), w.codec
		c[i].ordered = isOrdered(c[i].column)
	}
	for i := range w.own {
		c[len(c)-len(w.own)+i].numeric = w.own[i].number != nil
	}
	c.reset()
	return c
}

// cachedRows is how many rows are added at once: so few that they stay in the
// nearest cache while each column takes what is its own.
const cachedRows = 128

// add adds rows [from, to) of a batch to every page of a chunk.
func (w *parquetWriter) add(c chunk, b *Batch, from, to int) {
	for ; from < to; from += cachedRows {
		w.addSome(c, b, from, min(from+cachedRows, to))
	}
}

// addSome is add for few rows.
func (w *parquetWriter) addSome(c chunk, b *Batch, from, to int) {
	next := 0
	for k := range w.input.Kept {
		f := &w.input.Kept[k]
		if f.isText() {
			c[next].addText(b, len(w.input.Kept), k, from, to)
			next++
			continue
		}
		for l := range f.leafCount {
			c[next].addLeaf(&b.leaves[f.firstLeaf+l], from, to)
			next++
		}
	}
	for k := range w.own {
		c[next+k].addOwn(&w.own[k], b, from, to)
	}
	for i := range c {
		c[i].rows += to - from
	}
}

// encodedChunks are the chunks that a batch holds whole, from its row first on. Those
// that are not one page of each column, because their values are long, are empty.
type encodedChunks struct {
	chunks []chunk
	first  int
}

func (w *parquetWriter) Encode(b *Batch, reuse Encoded) (Encoded, error) {
	e, _ := reuse.(*encodedChunks)
	if e == nil {
		e = new(encodedChunks)
	}
	var n int
	e.first, n = b.wholeChunks()
	for len(e.chunks) < n {
		e.chunks = append(e.chunks, w.makeChunk())
	}
	e.chunks = e.chunks[:n]
	for i, c := range e.chunks {
		c.reset()
		from := e.first + i*chunkRows
		if b.bytesOf(from, from+chunkRows) >= chunkBytes {
			continue
		}
		w.add(c, b, from, from+chunkRows)
		c.finish()
	}
	return e, nil
}

func (w *parquetWriter) Write(b *Batch, encoded Encoded) error {
	if err := w.start(); err != nil {
		return err
	}
	e := encoded.(*encodedChunks)
	if err := w.gather(b, 0, e.first); err != nil {
		return err
	}
	for i, c := range e.chunks {
		if c.rows() == 0 {
			from := e.first + i*chunkRows
			if err := w.gather(b, from, from+chunkRows); err != nil {
				return err
			}
			continue
		}
		if err := w.push(c); err != nil {
			return err
		}
	}
	return w.gather(b, e.first+len(e.chunks)*chunkRows, b.Len())
}

// start writes the first bytes of the file.
func (w *parquetWriter) start() error {
	if w.started {
		return nil
	}
	w.started = true
	_, err := io.WriteString(w.sink, parquetMagic)
	return err
}

func (w *parquetWriter) Close() error {
	if err := w.start(); err != nil {
		return err
	}
	if w.open.rows() > 0 {
		if err := w.closeOpen(); err != nil {
			return err
		}
	}
	if len(w.group[0]) > 0 {
		if err := w.writeGroup(); err != nil {
			return err
		}
	}
	w.spare.leave()
	return w.writeFooter()
}
