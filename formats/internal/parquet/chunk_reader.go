package parquet

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/apache/arrow/go/v15/parquet/metadata"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/thrift"
)

// pieceBytes is how much of a column chunk is read at once, or a little more, so
// that pieces end with pages.
const pieceBytes = 1 << 20

// usualHeader is more bytes than most page headers take.
const usualHeader = 256

// piece is bytes of a file, held by the reader and by the pages in it.
type piece struct {
	data  []byte
	holds atomic.Int32
}

var pieces = sync.Pool{New: func() any { return new(piece) }}

func (p *piece) hold() { p.holds.Add(1) }

func (p *piece) release() {
	if p.holds.Add(-1) == 0 {
		pageMemory.give(p.data)
		p.data = nil
		pieces.Put(p)
	}
}

// chunkReader reads the pages of a column chunk one after the other, without
// looking into them.
type chunkReader struct {
	columnChunk
	file     io.ReaderAt
	pos, end int64  // what of the file is not read yet
	piece    *piece // what was read last
	taken    int    // bytes of it
	page     int    // number of the last page
	pageSize int    // of its body
	dict     *inputPage
	entries  int64 // not met yet
}

// openChunk returns a reader of a leaf in a row group.
func (f *File) openChunk(group, leaf int) (*chunkReader, error) {
	r := &chunkReader{file: f.data}
	r.columnChunk = columnChunk{group: group, column: f.Leaf(leaf), limits: f.Limits}
	if err := RecoverDamage(func() error { return r.open(f.footer, leaf, f.size) }); err != nil {
		return nil, r.inColumn(err)
	}
	return r, nil
}

// open learns from the footer where the chunk is and what it holds.
func (r *chunkReader) open(footer *metadata.FileMetaData, column int, size int64) error {
	group := footer.RowGroup(r.group)
	if group.NumColumns() != footer.Schema.NumColumns() {
		return fmt.Errorf("its row group holds %d columns of %d", group.NumColumns(), footer.Schema.NumColumns())
	}
	if stored := footer.RowGroups[r.group].Columns[column]; stored.MetaData == nil {
		return errors.New("the footer does not say what it holds; perhaps it is encrypted")
	}
	info, err := group.ColumnChunk(column)
	if err != nil {
		return err
	}
	if info.CryptoMetadata() != nil {
		return errors.New("it is encrypted and cannot be read")
	}
	if info.FilePath() != "" {
		return fmt.Errorf("its data lies in another file (%s), which is not supported", info.FilePath())
	}
	if t := info.Type(); t != r.column.PhysicalType() {
		return fmt.Errorf("it holds %s where its type is %s", t, r.column.PhysicalType())
	}
	if r.compression = info.Compression(); !canDecompress(r.compression) {
		return fmt.Errorf("it is compressed with %s, which cannot be read; write the file again with zstd or snappy", r.compression)
	}
	r.pos = info.DataPageOffset()
	if at := info.DictionaryPageOffset(); info.HasDictionaryPage() && at > 0 && at < r.pos {
		r.pos = at
	}
	length := info.TotalCompressedSize()
	if r.pos < 0 || r.pos > size || length < 0 || length > size-r.pos {
		return fmt.Errorf("the footer claims %d bytes from %d on, which the file does not have", length, r.pos)
	}
	r.end = r.pos + length
	if r.entries = info.NumValues(); r.entries < 0 {
		return fmt.Errorf("the footer claims %d values", r.entries)
	}
	r.piece = newPiece(0)
	return nil
}

// newPiece returns an empty piece with room for n bytes, held once.
func newPiece(n int) *piece {
	p := pieces.Get().(*piece)
	p.data = pageMemory.take(n)[:0]
	p.hold()
	return p
}

// close releases what the reader holds.
func (r *chunkReader) close() {
	if r.piece != nil {
		r.piece.release()
		r.piece = nil
	}
	if r.dict != nil {
		r.dict.release()
		r.dict = nil
	}
}

// next returns the next page that holds values, and nil after the last. The caller must
// release it.
func (r *chunkReader) next() (*inputPage, error) {
	for r.entries > 0 {
		r.page++
		p, err := r.nextPage()
		if err != nil {
			return nil, r.inColumn(fmt.Errorf("page %d: %w", r.page, err))
		}
		if p != nil {
			return p, nil
		}
	}
	return nil, nil
}

// nextPage reads a page. It returns nil for one without values of the column.
func (r *chunkReader) nextPage() (*inputPage, error) {
	if r.left() == 0 {
		return nil, fmt.Errorf("it is missing; %d values of its column are, too", r.entries)
	}
	h, size, err := r.header()
	if err != nil {
		return nil, err
	}
	r.taken += size
	if err := r.want(h.compressedSize); err != nil {
		return nil, err
	}
	r.pageSize = h.compressedSize
	raw := r.rest()[:h.compressedSize]
	r.taken += h.compressedSize
	switch {
	case h.kind == pageIndex:
		return nil, nil
	case h.kind == pageDictionary && r.page > 1:
		return nil, errors.New("it is a dictionary, which is not the first of its column's pages")
	case h.kind == pageDictionary:
		r.dict = newInputPage(h, &r.columnChunk, r.page, r.piece, raw, nil)
		return nil, nil
	case int64(h.entries) > r.entries:
		return nil, fmt.Errorf("it holds %d values where the footer leaves %d", h.entries, r.entries)
	}
	r.entries -= int64(h.entries)
	if h.entries == 0 {
		return nil, nil
	}
	return newInputPage(h, &r.columnChunk, r.page, r.piece, raw, r.dict), nil
}

// rest returns the bytes that were read and not taken.
func (r *chunkReader) rest() []byte { return r.piece.data[r.taken:] }

// left returns how many bytes of the chunk were not taken.
func (r *chunkReader) left() int64 { return r.end - r.pos + int64(len(r.rest())) }

// want makes n bytes ready.
func (r *chunkReader) want(n int) error {
	if int64(n) > r.left() {
		return fmt.Errorf("it claims %d bytes where its column has %d left", n, r.left())
	}
	if n <= len(r.rest()) {
		return nil
	}
	// What is left goes to the start of a new piece, since pages may still
	// need the old one.
	old, rest := r.piece, r.rest()
	// Pages are about as long as the last one. A piece takes as many whole ones as come to
	// pieceBytes, so that few bytes are moved to the next.
	page := max(n, r.pageSize+r.pageSize/16+usualHeader)
	size := int(min(int64((pieceBytes+page-1)/page*page), r.left()))
	r.piece, r.taken = newPiece(size), 0
	r.piece.data = append(r.piece.data, rest...)
	old.release()
	more := r.piece.data[len(rest):size]
	if n, err := r.file.ReadAt(more, r.pos); n < len(more) {
		return files.Shortened(err)
	}
	r.piece.data = r.piece.data[:size]
	r.pos += int64(len(more))
	return nil
}

// header reads the header of the next page, without taking it, and returns its size.
func (r *chunkReader) header() (h pageHeader, size int, err error) {
	for n := int(min(usualHeader, r.left())); ; n = int(min(4*int64(n), r.left(), maxHeaderBytes)) {
		if err := r.want(n); err != nil {
			return pageHeader{}, 0, err
		}
		h, size, err = readPageHeader(r.rest()[:min(len(r.rest()), maxHeaderBytes)])
		if errors.Is(err, thrift.ErrShort) && int64(n) < min(r.left(), maxHeaderBytes) {
			continue
		}
		if err != nil {
			return h, 0, fmt.Errorf("its header cannot be used: %w", err)
		}
		return h, size, nil
	}
}

// skipPage goes past the next page of a column that does not nest, if its header says that it
// holds at most the given number of values. It returns the number, or 0 if only reading can go
// on, or find what is wrong.
func (r *chunkReader) skipPage(most int64) (int64, error) {
	for r.entries > 0 && r.left() > 0 {
		h, size, err := r.header()
		if err != nil {
			return 0, nil //nolint:nilerr // reading says where
		}
		entries := int64(h.entries)
		switch {
		case h.kind == pageDictionary && r.page == 0, h.kind == pageIndex:
			r.page++
			if _, err := r.nextPage(); err != nil {
				return 0, r.inColumn(fmt.Errorf("page %d: %w", r.page, err))
			}
			continue
		case h.kind != pageData && h.kind != pageDataV2, entries == 0 || entries > min(most, r.entries),
			h.kind == pageDataV2 && h.rows != h.entries, int64(h.compressedSize) > r.left()-int64(size):
			return 0, nil
		}
		r.page++
		r.taken += size
		r.skipBody(&h)
		return entries, nil
	}
	return 0, nil
}

// skipBody goes past the values of a page and its body, whether that was read or not.
func (r *chunkReader) skipBody(h *pageHeader) {
	r.entries -= int64(h.entries)
	rest := min(h.compressedSize, len(r.rest()))
	r.taken += rest
	r.pos += int64(h.compressedSize - rest)
}
