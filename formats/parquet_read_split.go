package formats

import (
	"io"
	"math"
	"sync"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// splitting says how huge pages are cut. A page that takes more than from bytes, as it
// stands in the file, unpacked, and with what is made of its differences, becomes parts
// with values of piece bytes. Tests choose less. With the row groups that DuckDB makes by default a page of grids takes 10
// MiB, which are read whole where nothing is to be unpacked: that is a copy less.
var splitting = struct{ from, piece int }{12 << 20, pieceBytes}

// pageSplitter reads a huge page from the file bit by bit, so that it need never be in
// memory as a whole, and makes parts of it that are pages of their own: of version 1,
// not compressed, with PLAIN values or with indices into the page's dictionary. Nobody
// behind it can tell them from others. It unpacks in the reader's goroutine, since what
// is packed must be read in order.
type pageSplitter struct {
	header  *pageHeader // of the huge page
	column  *schema.Column
	width   int // of the column
	body    hugeBody
	in      io.Reader // the values as PLAIN, unless they are numbers in deltas: the body, or lengths
	lengths lengthReader
	deltas  deltaReader // of the lengths, or the values

	entries, values      int // that are in no part yet
	passed               int // values that are in one
	rep, def             runCutter
	repBytes, defBytes   []byte    // as they stand in the page
	repLevels, defLevels []byte    // of the part at hand
	buffer               []byte    // values or indices that were read, the last of them perhaps cut off
	indices              runCutter // of buffer, where the page has a dictionary
	indexWidth           [1]byte   // as it stands before them
	cutOff               []byte    // those of the part at hand
}

var splitters = sync.Pool{New: func() any { return new(pageSplitter) }}

// splits reports whether a page is huge and can be cut. Others are read whole.
func splits(h *pageHeader, chunk *columnChunk, dict *inputPage) bool {
	c := chunk.column
	t := c.PhysicalType()
	isArray := t == parquet.Types.ByteArray
	bytes := int64(h.packed)
	if chunk.codec != compress.Codecs.Uncompressed {
		bytes += int64(h.unpacked)
	}
	if isDeltas(h.encoding) { // what is made of them may take much more than they
		bytes += int64(h.entries) * int64(max(width(c), lengthBytes))
	}
	switch {
	case h.kind != pageData && h.kind != pageDataV2, h.entries == 0, bytes <= int64(splitting.from):
		return false
	case h.kind == pageData && c.MaxRepetitionLevel() > 0 && h.repEncoding != parquet.Encodings.RLE:
		return false
	case h.kind == pageData && c.MaxDefinitionLevel() > 0 && h.defEncoding != parquet.Encodings.RLE:
		return false
	case h.encoding == parquet.Encodings.Plain:
		return isArray || t != parquet.Types.Boolean && width(c) > 0
	case isIndices(h.encoding):
		return dict != nil && t != parquet.Types.Boolean
	case h.encoding == parquet.Encodings.DeltaBinaryPacked:
		return isInteger(t)
	}
	return h.encoding == parquet.Encodings.DeltaLengthByteArray && isArray
}

// isIndices reports whether values are in a dictionary.
func isIndices(e parquet.Encoding) bool {
	return e == parquet.Encodings.PlainDict || e == parquet.Encodings.RLEDict
}

// open begins with a page of a chunk whose body stands in the file at pos.
func (s *pageSplitter) open(h pageHeader, c *columnChunk, file io.ReaderAt, pos int64) error {
	s.header, s.column, s.width = &h, c.column, width(c.column)
	s.entries, s.passed, s.buffer = h.entries, 0, s.buffer[:0]
	s.body.open(file, pos, h.packed)
	return s.checked(s.openBody(c.codec))
}

// openBody reads what stands before the values.
func (s *pageSplitter) openBody(codec compress.Compression) (err error) {
	h := s.header
	size := h.unpacked
	if h.kind == pageDataV2 {
		if err = s.readLevelsV2(); err != nil {
			return err
		}
		if !h.compressed {
			codec = compress.Codecs.Uncompressed
		}
		size -= h.repBytes + h.defBytes
	}
	if err = s.body.unpack(codec, size); err != nil {
		return err
	}
	if h.kind == pageData {
		if err = s.readLevels(); err != nil {
			return err
		}
	}
	if err = s.countLevels(); err != nil {
		return err
	}
	s.in = &s.body
	switch {
	case s.values == 0:
	case isIndices(h.encoding):
		return s.openIndices()
	case h.encoding == parquet.Encodings.DeltaBinaryPacked:
		return s.deltas.open(&s.body, s.values)
	case h.encoding == parquet.Encodings.DeltaLengthByteArray:
		s.in = &s.lengths
		return s.lengths.open(s)
	case s.values > s.body.left/max(s.width, 1), s.width == 0 && s.values > s.body.left/lengthBytes:
		return errValuesShort
	}
	return nil
}

// next returns the next part as a page of a chunk with the huge page's number.
func (s *pageSplitter) next(c *columnChunk, number int, dict *inputPage) (*inputPage, error) {
	p, err := s.nextPart(c, number, dict)
	if err == nil && s.entries == 0 {
		err = s.body.end()
	}
	if err = s.checked(err); err != nil && p != nil {
		p.release()
		p = nil
	}
	return p, err
}

func (s *pageSplitter) nextPart(c *columnChunk, number int, dict *inputPage) (*inputPage, error) {
	most := max(splitting.piece/4, 1) // entries: no PLAIN value takes less than four bytes
	inDict := isIndices(s.header.encoding)
	values, err := min(most, s.values), error(nil)
	if !inDict {
		values, err = s.fill(values)
	}
	if err != nil {
		return nil, err
	}
	entries := values
	if s.column.MaxDefinitionLevel() > 0 {
		if s.defLevels, entries, values, err = s.def.cut(s.defLevels[:0], most, values); err != nil {
			return nil, err
		}
	}
	if isNested(s.column) {
		if s.repLevels, _, _, err = s.rep.cut(s.repLevels[:0], entries, math.MaxInt); err != nil {
			return nil, err
		}
	}
	h := pageHeader{kind: pageData, entries: entries, encoding: parquet.Encodings.Plain,
		defEncoding: parquet.Encodings.RLE, repEncoding: parquet.Encodings.RLE}
	var body []byte
	if inDict {
		h.encoding = parquet.Encodings.RLEDict
		body, err = s.cutIndices(values)
	} else {
		_, size := s.whole(values)
		body = s.buffer[:size]
	}
	if err != nil {
		return nil, err
	}
	p := s.makePage(h, c, number, body, dict)
	if !inDict {
		s.buffer = append(s.buffer[:0], s.buffer[len(body):]...)
	}
	s.entries, s.values, s.passed = s.entries-entries, s.values-values, s.passed+values
	return p, nil
}

// makePage returns a page with the levels of the part at hand, and values.
func (s *pageSplitter) makePage(h pageHeader, c *columnChunk, number int, values []byte, dict *inputPage) *inputPage {
	piece := newPiece(2*lengthBytes + len(s.repLevels) + len(s.defLevels) + len(values))
	defer piece.release()
	if isNested(s.column) {
		piece.data = appendPlain(piece.data, s.repLevels)
	}
	if s.column.MaxDefinitionLevel() > 0 {
		piece.data = appendPlain(piece.data, s.defLevels)
	}
	piece.data = append(piece.data, values...)
	h.packed, h.unpacked = len(piece.data), len(piece.data)
	return newInputPage(h, c, number, piece, piece.data, dict)
}

// checked returns the error, unless a wrong checksum explains it, and compares the
// checksum too where the page was read to its end.
func (s *pageSplitter) checked(err error) error {
	if !s.header.hasCRC || err == nil && s.entries > 0 {
		return err
	}
	sum, failed := s.body.sum()
	switch {
	case err == nil && failed != nil:
		return failed
	case failed == nil && sum != s.header.crc:
		return errChecksum
	}
	return err
}

// close lets go of the page.
func (s *pageSplitter) close() {
	s.body.close()
	pageMemory.give(s.repBytes)
	pageMemory.give(s.defBytes)
	s.repBytes, s.defBytes = nil, nil
	s.header, s.column = nil, nil
	s.rep, s.def, s.indices = runCutter{}, runCutter{}, runCutter{}
	s.lengths, s.deltas = lengthReader{}, deltaReader{bytes: s.deltas.bytes}
}
