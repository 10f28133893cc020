package parquet

import (
	"encoding/binary"
	"math"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// writeGroup writes the current row group, column by column, and starts the next row group.
func (w *Writer) writeGroup() error {
	if err := w.sink.start(); err != nil {
		return err
	}
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
	return w.sink.err
}

// writeChunk writes the pages of a column and records their positions in the footer.
func (w *Writer) writeChunk(builder *metadata.ColumnChunkMetaDataBuilder, column int) error {
	start, dictionary := w.sink.n, w.columns[column].dictionary
	info := metadata.ChunkMetaInfo{IndexPageOffset: -1}
	encodings := metadata.EncodingStats{DataEncodingStats: map[parquet.Encoding]int32{}}
	if dictionary != nil {
		info.DictPageOffset = start
		encodings.DictEncodingStats = map[parquet.Encoding]int32{dictionary.page.encoding: 1}
		if err := w.writePage(&dictionary.page, &info); err != nil {
			return err
		}
	}
	info.DataPageOffset = w.sink.n
	nulls, least, most := int64(0), int64(math.MaxInt64), int64(math.MinInt64)
	for _, pages := range w.group {
		p := &pages.columns[column]
		if err := w.writePage(p, &info); err != nil {
			return err
		}
		encodings.DataEncodingStats[p.encoding]++
		info.NumValues += int64(p.entries)
		nulls += int64(p.nulls)
		least, most = min(least, p.min), max(most, p.max)
	}
	info.CompressedSize = w.sink.n - start
	builder.SetStats(statistics(w.columns[column].Column, nulls, least, most))
	return builder.Finish(info, dictionary != nil, false, encodings, nil)
}

// writePage writes a page and adds its uncompressed size to the size of its column.
func (w *Writer) writePage(p *encodedPage, info *metadata.ChunkMetaInfo) error {
	w.header = p.appendTo(w.header[:0])
	info.UncompressedSize += int64(len(w.header) + p.uncompressedSize)
	if _, err := w.sink.Write(w.header); err != nil {
		return err
	}
	_, err := w.sink.Write(p.body)
	return err
}

// statistics returns the statistics that let readers skip row groups: the number of nulls in a
// column and, for integers, the smallest and the largest value.
func statistics(c *schema.Column, nulls, least, most int64) metadata.EncodedStatistics {
	stats := metadata.EncodedStatistics{HasNullCount: true, NullCount: nulls, Signed: true}
	if isOrdered(c) && least <= most {
		stats.SetMin(binary.LittleEndian.AppendUint64(nil, uint64(least))[:width(c)])
		stats.SetMax(binary.LittleEndian.AppendUint64(nil, uint64(most))[:width(c)])
	}
	return stats
}
