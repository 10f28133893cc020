package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/thrift/lib/go/thrift"
)

// Kinds of pages.
const (
	pageData       = 0
	pageIndex      = 1
	pageDictionary = 2
	pageDataV2     = 3
)

// pageHeader describes a page.
type pageHeader struct {
	kind             int32
	compressedSize   int // size of the body in bytes, as stored in the file
	uncompressedSize int
	crc              uint32
	hasCRC           bool
	entries          int // values, including nulls
	encoding         parquet.Encoding
	// Encodings of the levels, in version 1.
	defEncoding, repEncoding parquet.Encoding
	// In version 2, the levels are not compressed.
	nulls, rows        int
	defBytes, repBytes int
	compressed         bool
}

// readPageHeader reads the header at the start of data. It also returns the size of the header.
func readPageHeader(data []byte) (h pageHeader, size int, err error) {
	r := newThriftReader(data)
	defer r.release()
	h = pageHeader{kind: -1, compressedSize: -1, uncompressedSize: -1, entries: -1, compressed: true}
	body := int32(-1) // the kind of page that the header of the body is for
	r.fields(func(id int16, kind thrift.TType) bool {
		switch {
		case kind == thrift.I32:
			return h.readField(r, id)
		case kind != thrift.STRUCT:
			return false
		case id == 5:
			body = pageData
		case id == 7:
			body = pageDictionary
		case id == 8:
			body = pageDataV2
		default:
			return false
		}
		r.fields(func(id int16, kind thrift.TType) bool { return h.readBodyField(r, body, id, kind) })
		return true
	})
	if r.err != nil {
		return h, 0, r.err
	}
	return h, len(data) - r.in.Len(), h.check(body)
}

// readField reads an integer field of the header, outside its nested structs.
func (h *pageHeader) readField(r *thriftReader, id int16) bool {
	switch id {
	case 1:
		h.kind = r.int32()
	case 2:
		h.uncompressedSize = int(r.int32())
	case 3:
		h.compressedSize = int(r.int32())
	case 4:
		h.crc, h.hasCRC = uint32(r.int32()), true
	default:
		return false
	}
	return true
}

// readBodyField reads a field of the struct in the header that is specific to the kind of page.
func (h *pageHeader) readBodyField(r *thriftReader, body int32, id int16, kind thrift.TType) bool {
	if body == pageDataV2 && id == 7 && kind == thrift.BOOL {
		h.compressed = r.bool()
		return true
	}
	if kind != thrift.I32 {
		return false
	}
	switch {
	case id == 1:
		h.entries = int(r.int32())
	case body != pageDataV2 && id == 2, body == pageDataV2 && id == 4:
		h.encoding = parquet.Encoding(r.int32())
	case body == pageData && id == 3:
		h.defEncoding = parquet.Encoding(r.int32())
	case body == pageData && id == 4:
		h.repEncoding = parquet.Encoding(r.int32())
	case body == pageDataV2 && id == 2:
		h.nulls = int(r.int32())
	case body == pageDataV2 && id == 3:
		h.rows = int(r.int32())
	case body == pageDataV2 && id == 5:
		h.defBytes = int(r.int32())
	case body == pageDataV2 && id == 6:
		h.repBytes = int(r.int32())
	default:
		return false
	}
	return true
}

// check returns an error if the header is invalid. It does not examine the data after the header.
func (h *pageHeader) check(body int32) error {
	switch {
	case h.compressedSize < 0 || h.uncompressedSize < 0:
		return errors.New("its size is missing or negative")
	case h.compressedSize > maxPageBytes || h.uncompressedSize > maxPageBytes:
		return fmt.Errorf("its declared size of %d bytes exceeds the limit of %d bytes", max(h.compressedSize, h.uncompressedSize), maxPageBytes)
	case h.kind == pageIndex:
		return nil
	case h.kind < 0 || h.kind > pageDataV2:
		return fmt.Errorf("its page type (%d) is unknown", h.kind)
	case h.kind != body:
		return errors.New("its header describes another type of page")
	case h.entries < 0:
		return errors.New("its number of values is missing or negative")
	case h.kind != pageDataV2:
		return nil
	case h.nulls < 0 || h.rows < 0 || h.nulls > h.entries || h.rows > h.entries:
		return fmt.Errorf("it declares %d rows and %d nulls, but %d values", h.rows, h.nulls, h.entries)
	case h.defBytes < 0 || h.repBytes < 0 || h.defBytes+h.repBytes > min(h.compressedSize, h.uncompressedSize):
		return errors.New("the declared size of its levels exceeds the size of the page")
	}
	return nil
}

// appendTo appends the header of a dictionary page, or of a data page of version 1 with RLE levels.
// The library's page writer is not used, because it omits the checksum. Without a checksum, a
// flipped bit can change a value silently.
func (h *pageHeader) appendTo(dst []byte) []byte {
	dst = appendFields(dst, h.kind, int32(h.uncompressedSize), int32(h.compressedSize), int32(h.crc))
	if h.kind == pageDictionary {
		dst = append(dst, 3<<4|compactStruct) // field 7: header of a dictionary page
		dst = appendFields(dst, int32(h.entries), int32(h.encoding))
	} else {
		dst = append(dst, 1<<4|compactStruct) // field 5: header of a data page
		dst = appendFields(dst, int32(h.entries), int32(h.encoding), int32(parquet.Encodings.RLE), int32(parquet.Encodings.RLE))
	}
	return append(dst, 0, 0) // the ends of both structs
}

// Types of fields in Thrift's compact protocol.
const (
	compactInt32  = 5
	compactStruct = 12
)

// appendFields appends integers as consecutively numbered fields of a struct.
func appendFields(dst []byte, fields ...int32) []byte {
	for _, v := range fields {
		dst = binary.AppendVarint(append(dst, 1<<4|compactInt32), int64(v))
	}
	return dst
}
