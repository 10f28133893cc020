package parquet

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/files"
)

// WriterOptions specifies how a file is written.
type WriterOptions struct {
	Compression string // compression of pages: zstd, snappy or none
	CreatedBy   string // name of the program, stored in the file
	// Key and Value are stored as metadata, unless Value is empty.
	Key, Value string
	// Dictionaries has an element for each column: its dictionary, or nil. A dictionary lists all
	// possible values of a column. The pages of the column then hold indices into the dictionary.
	Dictionaries [][]string
	// A row group ends when it has GroupPages pages per column, or when the bodies of its pages
	// take GroupBytes bytes in total. Until then, it stays in memory, because the pages of a column
	// are adjacent in the file.
	GroupPages, GroupBytes int
}

// A Writer writes a file. Only one goroutine at a time may use it, but other goroutines may
// meanwhile fill and encode pages.
type Writer struct {
	sink        files.Sink
	options     WriterOptions
	compression compress.Compression
	columns     []writerColumn
	footer      *metadata.FileMetaDataBuilder
	group       []*EncodedPages // pages of the current row group
	groupBytes  int             // total size of the bodies of these pages
	header      []byte          // header of the page being written
}

// writerColumn is a column of a file being written. Its dictionary is the same in every row group,
// so that workers do not have to coordinate.
type writerColumn struct {
	*schema.Column
	dictionary *encodedPage // or nil
}

// NewWriter returns a Writer that writes a file to w. It writes nothing until a row group is
// complete or Close is called.
func NewWriter(w io.Writer, s *schema.Schema, o WriterOptions) (*Writer, error) {
	c, known := compressions[o.Compression]
	if !known {
		return nil, fmt.Errorf("unknown compression %q", o.Compression)
	}
	about := metadata.NewKeyValueMetadata()
	if o.Value != "" {
		if err := about.Append(o.Key, o.Value); err != nil {
			return nil, err
		}
	}
	properties := parquet.NewWriterProperties(
		parquet.WithDictionaryDefault(false),
		parquet.WithEncoding(parquet.Encodings.Plain),
		parquet.WithCompression(c),
		parquet.WithCreatedBy(o.CreatedBy),
	)
	pw := &Writer{
		sink: files.Sink{W: w}, options: o, compression: c,
		footer: metadata.NewFileMetadataBuilder(s, properties, about),
	}
	for i, words := range o.Dictionaries {
		column := writerColumn{Column: s.Column(i)}
		if words != nil {
			column.dictionary = newDictionary(words, c)
		}
		pw.columns = append(pw.columns, column)
	}
	return pw, nil
}

// Write appends pages to the current row group and writes the row group when it is full. The caller
// must not use the pages afterwards.
func (w *Writer) Write(p *EncodedPages) error {
	w.group = append(w.group, p)
	for i := range p.columns {
		w.groupBytes += len(p.columns[i].body)
	}
	if len(w.group) < w.options.GroupPages && w.groupBytes < w.options.GroupBytes {
		return nil
	}
	return w.writeGroup()
}

// Close writes the rest of the file, but does not close the underlying stream.
func (w *Writer) Close() error {
	startFile(&w.sink)
	if len(w.group) > 0 {
		if err := w.writeGroup(); err != nil {
			return err
		}
	}
	footer, err := w.footer.Finish()
	if err != nil {
		return err
	}
	return writeFooter(&w.sink, footer)
}

// writeGroup writes the current row group, column by column, and starts the next row group.
func (w *Writer) writeGroup() error {
	startFile(&w.sink)
	group := w.footer.AppendRowGroup()
	rows, uncompressed := 0, int64(0)
	for _, p := range w.group {
		rows += p.rows
	}
	group.SetNumRows(rows)
	for i := range w.columns {
		column := group.NextColumnChunk()
		if err := w.writeChunk(column, i); err != nil {
			return err
		}
		uncompressed += column.Contents().MetaData.TotalUncompressedSize
	}
	if err := group.Finish(uncompressed, 0); err != nil {
		return err
	}
	for _, p := range w.group {
		p.release()
	}
	clear(w.group)
	w.group, w.groupBytes = w.group[:0], 0
	return w.sink.Err
}

// writeChunk writes a column of the current row group and records its position in the footer.
func (w *Writer) writeChunk(builder *metadata.ColumnChunkMetaDataBuilder, column int) error {
	start, dictionary := w.sink.N, w.columns[column].dictionary
	info := metadata.ChunkMetaInfo{IndexPageOffset: -1}
	encodings := metadata.EncodingStats{DataEncodingStats: map[parquet.Encoding]int32{}}
	if dictionary != nil {
		info.DictPageOffset = start
		encodings.DictEncodingStats = map[parquet.Encoding]int32{dictionary.encoding: 1}
		w.writePage(dictionary, &info)
	}
	info.DataPageOffset = w.sink.N
	nulls, least, most := int64(0), int64(math.MaxInt64), int64(math.MinInt64)
	for _, pages := range w.group {
		p := &pages.columns[column]
		w.writePage(p, &info)
		encodings.DataEncodingStats[p.encoding]++
		info.NumValues += int64(p.entries)
		nulls += int64(p.nulls)
		least, most = min(least, p.min), max(most, p.max)
	}
	info.CompressedSize = w.sink.N - start
	// With statistics, readers can skip row groups.
	stats := metadata.EncodedStatistics{HasNullCount: true, NullCount: nulls, Signed: true}
	if c := w.columns[column].Column; isOrdered(c) && least <= most {
		stats.SetMin(binary.LittleEndian.AppendUint64(nil, uint64(least))[:width(c)])
		stats.SetMax(binary.LittleEndian.AppendUint64(nil, uint64(most))[:width(c)])
	}
	builder.SetStats(stats)
	return builder.Finish(info, dictionary != nil, false, encodings, nil)
}

// writePage writes a page and adds its uncompressed size to the size of the column chunk.
func (w *Writer) writePage(p *encodedPage, info *metadata.ChunkMetaInfo) {
	w.header = p.appendTo(w.header[:0])
	info.UncompressedSize += int64(len(w.header) + p.uncompressedSize)
	_, _ = w.sink.Write(w.header)
	_, _ = w.sink.Write(p.body)
}

// startFile writes the first bytes of a file, unless they are already written.
func startFile(s *files.Sink) {
	if s.N == 0 {
		_, _ = io.WriteString(s, Magic)
	}
}
