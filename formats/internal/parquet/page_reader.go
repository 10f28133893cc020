package parquet

import (
	"errors"
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v15/parquet/metadata"

	"github.com/gridmill/gridmill/formats/files"
)

// usualHeader is the number of bytes first read for a page header. Most headers are shorter.
const usualHeader = 256

// open reads the position and the description of the chunk from the footer.
func (r *ColumnReader) open(footer *metadata.FileMetaData, column int, size int64) error {
	group := footer.RowGroup(r.group)
	if group.NumColumns() != footer.Schema.NumColumns() {
		return fmt.Errorf("its row group has only %d of %d columns", group.NumColumns(), footer.Schema.NumColumns())
	}
	if stored := footer.RowGroups[r.group].Columns[column]; stored.MetaData == nil || stored.CryptoMetadata != nil {
		return errors.New("it is encrypted, or the footer does not describe it; decrypt the file, or write the file again")
	}
	info, err := group.ColumnChunk(column)
	if err != nil {
		return err
	}
	if info.FilePath() != "" {
		return fmt.Errorf("its data is in another file (%s), which is not supported; write all data to one file", info.FilePath())
	}
	if t := info.Type(); t != r.column.PhysicalType() {
		return fmt.Errorf("it holds %s, but its type in the schema is %s", t, r.column.PhysicalType())
	}
	if r.compression = info.Compression(); !canDecompress(r.compression) {
		return fmt.Errorf("it is compressed with %s, which is not supported; write the file again with zstd or snappy", r.compression)
	}
	r.pos = info.DataPageOffset()
	if at := info.DictionaryPageOffset(); info.HasDictionaryPage() && at > 0 && at < r.pos {
		r.pos = at
	}
	length := info.TotalCompressedSize()
	if r.pos < 0 || r.pos > size || length < 0 || length > size-r.pos {
		return fmt.Errorf("its data (%d bytes at offset %d, according to the footer) extends beyond the end of the file", length, r.pos)
	}
	r.end = r.pos + length
	if r.entries = info.NumValues(); r.entries < 0 {
		return fmt.Errorf("the footer declares an impossible number of values for it: %d", r.entries)
	}
	return nil
}

// nextPage reads the next page. It returns nil for a page without values of the column, such as a
// dictionary page. The caller must release the page.
func (r *ColumnReader) nextPage() (*inputPage, error) {
	if r.pos == r.end {
		return nil, fmt.Errorf("it is missing, so the column lacks %d values", r.entries)
	}
	h, size, err := r.header()
	if err != nil {
		return nil, err
	}
	body := r.pos + int64(size)
	if int64(h.compressedSize) > r.end-body {
		return nil, fmt.Errorf("its declared size is %d bytes, but only %d bytes of the column are left", h.compressedSize, r.end-body)
	}
	r.pos = body + int64(h.compressedSize)
	switch {
	case h.kind == pageDictionary && r.pages > 1:
		return nil, errors.New("it is a dictionary page, but not the first page of the column")
	case h.kind != pageDictionary && int64(h.entries) > r.entries:
		return nil, fmt.Errorf("it has %d values, but according to the footer, only %d are left", h.entries, r.entries)
	case h.kind != pageDictionary && h.entries == 0:
		return nil, nil
	}
	raw := pageMemory.take(h.compressedSize)
	if err := r.readAt(raw, body); err != nil {
		pageMemory.give(raw)
		return nil, err
	}
	if h.kind == pageDictionary {
		r.dict = newInputPage(h, &r.columnChunk, r.pages, raw, nil)
		return nil, nil
	}
	r.entries -= int64(h.entries)
	return newInputPage(h, &r.columnChunk, r.pages, raw, r.dict), nil
}

func (r *ColumnReader) readAt(to []byte, pos int64) error {
	if n, err := r.file.ReadAt(to, pos); n < len(to) {
		return files.Shortened(err)
	}
	return nil
}

// header returns the header of the next page, and the size of the header. It does not change r.pos.
func (r *ColumnReader) header() (h pageHeader, size int, err error) {
	most := int(min(r.end-r.pos, maxHeaderBytes))
	for n := min(usualHeader, most); ; n = min(4*n, most) {
		r.head = slices.Grow(r.head[:0], n)[:n]
		if err := r.readAt(r.head, r.pos); err != nil {
			return h, 0, err
		}
		h, size, err = readPageHeader(r.head)
		switch {
		case err == nil:
			return h, size, nil
		case n == most || !errors.Is(err, errThriftShort):
			return h, 0, fmt.Errorf("its header is invalid: %w", err)
		}
	}
}
