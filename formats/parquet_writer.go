package formats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// groupChunks is how many pages of each column make a row group, about 120
// thousand rows.
const groupChunks = 30

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
	group     [][]sealedPage // the pages of each column in the row group at hand
	spare     [][]byte       // bodies of pages to use again
	rowGroups int
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

func newParquetWriter(w io.Writer, input *Schema, o WriteOptions) (Writer, error) {
	pw := &parquetWriter{sink: &tellingWriter{w: w}, input: input, own: columnsFor(input, o.Stats)}
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
		parquet.WithCreatedBy("gridmill"),
	}
	for _, c := range pw.own {
		if c.number != nil {
			properties = append(properties, parquet.WithEncodingFor(c.name, pw.codec.numbers))
		}
	}
	pw.props = parquet.NewWriterProperties(properties...)
	pw.footer = metadata.NewFileMetadataBuilder(pw.schema, pw.props, nil)
	pw.open = pw.makeChunk()
	pw.group = make([][]sealedPage, pw.schema.NumColumns())
	return pw, nil
}

// outputSchema puts the input's own columns before gridmill's.
func outputSchema(input *Schema, own []ownColumn) (*schema.Schema, error) {
	var fields schema.FieldList
	var names []string
	for _, f := range input.Kept {
		if slices.Contains(names, f.Name) {
			return nil, fmt.Errorf("two columns are called %q, which Parquet does not allow; choose columns with --keep", f.Name)
		}
		names = append(names, f.Name)
		node := f.node
		if f.isText() {
			node = stringNode(strings.ToValidUTF8(f.Name, "\ufffd"), parquet.Repetitions.Optional)
		}
		fields = append(fields, node)
	}
	for _, c := range own {
		switch {
		case c.number != nil:
			fields = append(fields, schema.NewInt32Node(c.name, parquet.Repetitions.Required, -1))
		case c.always:
			fields = append(fields, stringNode(c.name, parquet.Repetitions.Required))
		default:
			fields = append(fields, stringNode(c.name, parquet.Repetitions.Optional))
		}
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
	if err != nil {
		return nil, err
	}
	return schema.NewSchema(root), nil
}

func stringNode(name string, r parquet.Repetition) schema.Node {
	return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, r, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1))
}

// makeChunk returns an empty chunk.
func (w *parquetWriter) makeChunk() chunk {
	c := make(chunk, w.schema.NumColumns())
	for i := range c {
		c[i].column = w.schema.Column(i)
	}
	for i := range w.own {
		c[len(c)-len(w.own)+i].numeric = w.own[i].number != nil
	}
	return c
}

// add adds rows [from, to) of a batch to every page of a chunk.
func (w *parquetWriter) add(c chunk, b *Batch, from, to int) {
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

// finish encodes and compresses the pages of a chunk.
func (w *parquetWriter) finish(c chunk) {
	for i := range c {
		c[i].finish(w.codec)
	}
}

// encodedChunks are the chunks that a batch holds whole, from its row first on.
type encodedChunks struct {
	chunks []chunk
	first  int
}

func (w *parquetWriter) Encode(b *Batch, reuse Encoded) (Encoded, error) {
	e, _ := reuse.(*encodedChunks)
	if e == nil {
		e = new(encodedChunks)
	}
	e.first = int(-b.First & (chunkRows - 1)) // to the next multiple
	n := max(b.Len()-e.first, 0) / chunkRows
	for len(e.chunks) < n {
		e.chunks = append(e.chunks, w.makeChunk())
	}
	e.chunks = e.chunks[:n]
	for i, c := range e.chunks {
		c.reset()
		from := e.first + i*chunkRows
		w.add(c, b, from, from+chunkRows)
		w.finish(c)
	}
	return e, nil
}

func (w *parquetWriter) Write(b *Batch, encoded Encoded) error {
	if err := w.start(); err != nil {
		return err
	}
	e := encoded.(*encodedChunks)
	head := min(e.first, b.Len())
	if err := w.gather(b, 0, head); err != nil {
		return err
	}
	for _, c := range e.chunks {
		if err := w.push(c); err != nil {
			return err
		}
	}
	return w.gather(b, head+len(e.chunks)*chunkRows, b.Len())
}

// gather adds rows [from, to) of a batch, less than a chunk, to the open chunk,
// which ends where the data set's number of rows is a multiple of chunkRows.
// So the first chunk is shorter where the file begins in the midst of one.
func (w *parquetWriter) gather(b *Batch, from, to int) error {
	for from < to {
		left := chunkRows - int((b.First+int64(from))&(chunkRows-1))
		n := min(to-from, left)
		w.add(w.open, b, from, from+n)
		from += n
		if n == left {
			if err := w.closeOpen(); err != nil {
				return err
			}
		}
	}
	return nil
}

// closeOpen ends the open chunk and begins it anew.
func (w *parquetWriter) closeOpen() error {
	w.finish(w.open)
	err := w.push(w.open)
	w.open.reset()
	return err
}

// push adds the pages of a complete chunk to the row group at hand, and writes
// that when it is full. The chunk gets other bodies for those it gives away.
func (w *parquetWriter) push(c chunk) error {
	for i := range c {
		if c[i].uncompressed > math.MaxInt32 {
			return fmt.Errorf("column %q: its values are too long for Parquet (%d bytes in %d rows); leave it out with --keep",
				c[i].column.Path(), c[i].uncompressed, c[i].rows)
		}
		w.group[i] = append(w.group[i], c[i].sealedPage)
		c[i].body = nil
		if n := len(w.spare); n > 0 {
			c[i].body, w.spare = w.spare[n-1], w.spare[:n-1]
		}
	}
	if len(w.group[0]) < groupChunks {
		return nil
	}
	return w.writeGroup()
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

// writeGroup writes the chunks at hand as a row group, column by column.
func (w *parquetWriter) writeGroup() error {
	if w.rowGroups == math.MaxInt16 {
		return errors.New("a Parquet file cannot hold more than 32,767 row groups; write several files")
	}
	group := w.footer.AppendRowGroup()
	rows := 0
	for i := range w.group[0] {
		rows += w.group[0][i].rows
	}
	group.SetNumRows(rows)
	uncompressed := int64(0)
	for i := range w.schema.NumColumns() {
		column := group.NextColumnChunk()
		if err := w.writeColumn(column, i); err != nil {
			return err
		}
		uncompressed += column.Contents().MetaData.TotalUncompressedSize
	}
	if err := group.Finish(uncompressed, int16(w.rowGroups)); err != nil {
		return err
	}
	w.rowGroups++
	w.rows += int64(rows)
	for i, pages := range w.group {
		for p := range pages {
			w.spare = append(w.spare, pages[p].body)
		}
		w.group[i] = pages[:0]
	}
	return w.sink.err
}

func (w *parquetWriter) writeColumn(builder *metadata.ColumnChunkMetaDataBuilder, column int) error {
	pages, err := file.NewPageWriter(w.sink, w.codec.kind, -1, builder, int16(w.rowGroups), int16(column), memory.DefaultAllocator, false, nil, nil)
	if err != nil {
		return err
	}
	stats := metadata.EncodedStatistics{HasNullCount: true, Signed: true}
	least, most := int32(math.MaxInt32), int32(math.MinInt32)
	for i := range w.group[column] {
		p := &w.group[column][i]
		stats.NullCount += p.nulls
		least, most = min(least, p.min), max(most, p.max)
		data := file.NewDataPageV1(memory.NewBufferBytes(p.body), int32(p.entries),
			p.encoding, parquet.Encodings.RLE, parquet.Encodings.RLE, int32(p.uncompressed))
		_, err := pages.WriteDataPage(data)
		data.Release()
		if err != nil {
			return err
		}
	}
	if w.open[column].numeric {
		stats.SetMin(binary.LittleEndian.AppendUint32(nil, uint32(least)))
		stats.SetMax(binary.LittleEndian.AppendUint32(nil, uint32(most)))
	}
	builder.SetStats(stats)
	return pages.Close(false, false)
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
	return w.writeFooter()
}

// writeFooter writes the index at the end of the file.
func (w *parquetWriter) writeFooter() error {
	footer, err := w.footer.Finish()
	if err != nil {
		return err
	}
	if footer.NumRows != w.rows {
		return fmt.Errorf("the Parquet index counts %d rows where %d were written", footer.NumRows, w.rows)
	}
	n, err := footer.WriteTo(w.sink, nil)
	if err != nil {
		return err
	}
	if _, err := w.sink.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))); err != nil {
		return err
	}
	_, err = io.WriteString(w.sink, parquetMagic)
	return err
}

// tellingWriter knows how much was written, and remembers the first error, since
// the library below the footer and the pages drops some.
type tellingWriter struct {
	w   io.Writer
	n   int64
	err error
}

// Write implements io.Writer.
func (t *tellingWriter) Write(p []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	n, err := t.w.Write(p)
	t.n += int64(n)
	t.err = err
	return n, err
}

// Tell returns the number of bytes written.
func (t *tellingWriter) Tell() int64 { return t.n }
