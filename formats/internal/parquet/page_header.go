package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/thrift/lib/go/thrift"
)

// Kinds of pages.
const (
	pageData       = 0
	pageDictionary = 2
	pageDataV2     = 3
)

type pageHeader struct {
	kind             int
	compressedSize   int // size of the body in bytes, as stored in the file
	uncompressedSize int
	crc              uint32
	hasCRC           bool
	entries          int // values, including nulls
	encoding         parquet.Encoding
	// Encodings of the levels in data pages of version 1.
	defEncoding, repEncoding parquet.Encoding
	// Fields of data pages of version 2, in which the levels are not compressed.
	nulls, rows        int
	defBytes, repBytes int
	compressed         bool
}

// bodyKinds maps a field number in a page header to the page type that the field describes.
var bodyKinds = map[int16]int{5: pageData, 7: pageDictionary, 8: pageDataV2}

// structFields holds the 32-bit integers of a Thrift struct, indexed by field number.
type structFields [7]int

// read reads a field into f. If f has no element for the field, read returns false.
func (f *structFields) read(r *thriftReader, id int16, kind thrift.TType) bool {
	if kind != thrift.I32 || id < 0 || int(id) >= len(f) {
		return false
	}
	f[id] = int(r.int32())
	return true
}

// readPageHeader reads the header at the start of data. It also returns the size of the header.
func readPageHeader(data []byte) (h pageHeader, size int, err error) {
	const noCRC = math.MinInt // no 32-bit integer has this value
	r := newThriftReader(data)
	defer r.release()
	h.compressed = true
	header, body := structFields{1: -1, 2: -1, 3: -1, 4: noCRC}, structFields{1: -1}
	bodyKind := -1
	r.fields(func(id int16, kind thrift.TType) bool {
		kindOfField, found := bodyKinds[id]
		if kind != thrift.STRUCT || !found {
			return header.read(r, id, kind)
		}
		bodyKind = kindOfField
		r.fields(func(id int16, kind thrift.TType) bool {
			if id == 7 && kind == thrift.BOOL {
				h.compressed = r.bool()
				return true
			}
			return body.read(r, id, kind)
		})
		return true
	})
	if r.err != nil {
		return h, 0, r.err
	}
	h.kind, h.uncompressedSize, h.compressedSize = header[1], header[2], header[3]
	h.crc, h.hasCRC = uint32(header[4]), header[4] != noCRC
	h.entries, h.encoding = body[1], parquet.Encoding(body[2])
	switch bodyKind {
	case pageData:
		h.defEncoding, h.repEncoding = parquet.Encoding(body[3]), parquet.Encoding(body[4])
	case pageDataV2:
		h.nulls, h.rows, h.encoding = body[2], body[3], parquet.Encoding(body[4])
		h.defBytes, h.repBytes = body[5], body[6]
	}
	return h, len(data) - r.in.Len(), h.check(bodyKind)
}

func (h *pageHeader) check(body int) error {
	switch {
	case h.compressedSize < 0 || h.uncompressedSize < 0:
		return errors.New("its size is missing or negative")
	case h.compressedSize > maxPageBytes || h.uncompressedSize > maxPageBytes:
		return fmt.Errorf("its declared size of %d bytes exceeds the limit of %d bytes", max(h.compressedSize, h.uncompressedSize), maxPageBytes)
	case h.kind < 0 || h.kind > pageDataV2:
		return fmt.Errorf("its page type (%d) is unknown", h.kind)
	case h.kind != body:
		return errors.New("the page type in its header does not match the other fields of the header")
	case h.entries < 0:
		return errors.New("its number of values is missing or negative")
	case h.kind != pageDataV2:
		return nil
	case h.nulls < 0 || h.rows < 0 || h.nulls > h.entries || h.rows > h.entries:
		return fmt.Errorf("it declares %d rows and %d nulls for %d values, which is impossible", h.rows, h.nulls, h.entries)
	case h.defBytes < 0 || h.repBytes < 0 || h.defBytes+h.repBytes > min(h.compressedSize, h.uncompressedSize):
		return errors.New("the declared size of its levels exceeds the size of the page")
	}
	return nil
}

// appendTo appends the header of a dictionary page, or of a data page of version 1 with RLE levels.
// The Arrow library's page writer is not used, because it omits the checksum. Without a checksum, a
// flipped bit can change a value silently.
func (h *pageHeader) appendTo(dst []byte) []byte {
	dst = appendFields(dst, int32(h.kind), int32(h.uncompressedSize), int32(h.compressedSize), int32(h.crc))
	if h.kind == pageDictionary {
		dst = append(dst, 3<<4|compactStruct) // field 7: header of a dictionary page
		dst = appendFields(dst, int32(h.entries), int32(h.encoding))
	} else {
		dst = append(dst, 1<<4|compactStruct) // field 5: header of a data page
		dst = appendFields(dst, int32(h.entries), int32(h.encoding), int32(parquet.Encodings.RLE), int32(parquet.Encodings.RLE))
	}
	return append(dst, 0, 0) // the ends of both structs
}

// Field types of Thrift's compact protocol.
const (
	compactInt32  = 5
	compactStruct = 12
)

// appendFields appends integers as the first fields of a struct, numbered from 1.
func appendFields(dst []byte, fields ...int32) []byte {
	for _, v := range fields {
		dst = binary.AppendVarint(append(dst, 1<<4|compactInt32), int64(v))
	}
	return dst
}
