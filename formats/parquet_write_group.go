package formats

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/gridmill/gridmill/formats/option"
)

// writeGroup writes the pages at hand as a row group, column by column.
func (w *parquetWriter) writeGroup() error {
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
		w.memory.give(i, w.group[i])
		clear(w.group[i])
		w.group[i] = w.group[i][:0]
	}
	if err := group.Finish(uncompressed, 0); err != nil {
		return err
	}
	w.rows += int64(rows)
	w.held = 0
	return w.sink.err
}

// writeColumn writes the pages of a column and notes in the index where they stand.
func (w *parquetWriter) writeColumn(builder *metadata.ColumnChunkMetaDataBuilder, column int) error {
	begin := w.sink.Tell()
	info := metadata.ChunkMetaInfo{IndexPageOffset: -1}
	var encodings metadata.EncodingStats
	d := w.dictionaries[column]
	if d != nil {
		info.DictPageOffset = begin
		encodings.DictEncodingStats = map[parquet.Encoding]int32{d.page.encoding: 1}
		if err := w.writePage(&d.page, &info); err != nil {
			return err
		}
	}
	info.DataPageOffset = w.sink.Tell()
	encodings.DataEncodingStats = map[parquet.Encoding]int32{}
	for i := range w.group[column] {
		p := &w.group[column][i]
		if err := w.writePage(p, &info); err != nil {
			return err
		}
		info.NumValues += int64(p.entries)
		encodings.DataEncodingStats[p.encoding]++
	}
	info.CompressedSize = w.sink.Tell() - begin
	builder.SetStats(w.statistics(column))
	return builder.Finish(info, d != nil, false, encodings, nil)
}

// writePage writes a page and adds its size before compression to that of its column.
func (w *parquetWriter) writePage(p *sealedPage, info *metadata.ChunkMetaInfo) error {
	w.header = p.appendHeader(w.header[:0])
	info.UncompressedSize += int64(len(w.header) + p.uncompressed)
	if _, err := w.sink.Write(w.header); err != nil {
		return err
	}
	_, err := w.sink.Write(p.body)
	return err
}

// statistics returns what readers skip row groups by: how many values of a column
// are missing, and for integers the smallest and the largest.
func (w *parquetWriter) statistics(column int) metadata.EncodedStatistics {
	stats := metadata.EncodedStatistics{HasNullCount: true, Signed: true}
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range w.group[column] {
		p := &w.group[column][i]
		stats.NullCount += p.nulls
		least, most = min(least, p.min), max(most, p.max)
	}
	if c := w.schema.Column(column); isOrdered(c) && least <= most {
		stats.SetMin(binary.LittleEndian.AppendUint64(nil, uint64(least))[:width(c)])
		stats.SetMax(binary.LittleEndian.AppendUint64(nil, uint64(most))[:width(c)])
	}
	return stats
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
	return writeIndex(w.sink, footer)
}

// writeIndex ends a file with its index.
func writeIndex(w io.Writer, footer *metadata.FileMetaData) error {
	numberGroups(footer)
	n, err := footer.WriteTo(w, nil)
	if err != nil {
		return err
	}
	if n > math.MaxInt32 {
		return option.Errorf(option.RowGroup, "the Parquet index takes %d bytes, more than readers take", n)
	}
	if _, err := w.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))); err != nil {
		return err
	}
	_, err = io.WriteString(w, parquetMagic)
	return err
}

// numberGroups numbers the row groups of an index, unless the numbers do not fit
// into their 16 bits. Only encryption needs them.
func numberGroups(footer *metadata.FileMetaData) {
	for i, g := range footer.RowGroups {
		ordinal := int16(i)
		g.Ordinal = &ordinal
		if len(footer.RowGroups) > math.MaxInt16+1 {
			g.Ordinal = nil
		}
	}
}

// tellingWriter knows how much was written, and remembers the first error, since
// the library below the footer drops some.
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
