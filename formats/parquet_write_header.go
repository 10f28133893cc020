package formats

import (
	"encoding/binary"

	"github.com/apache/arrow/go/v15/parquet"
)

// appendHeader appends the header that stands before the body, in Thrift's compact
// protocol. The library's own writer of pages leaves out the checksum, without
// which a flipped bit can make another puzzle of a puzzle in silence.
func (p *sealedPage) appendHeader(dst []byte) []byte {
	dst = appendInt32s(dst, p.kind, int32(p.uncompressed), int32(len(p.body)), int32(p.crc))
	if p.kind == pageDictionary {
		dst = append(dst, 3<<4|thriftStruct) // field 7
		dst = appendInt32s(dst, int32(p.entries), int32(p.encoding))
	} else {
		dst = append(dst, 1<<4|thriftStruct) // field 5, for data pages of version 1
		dst = appendInt32s(dst, int32(p.entries), int32(p.encoding), int32(parquet.Encodings.RLE), int32(parquet.Encodings.RLE))
	}
	return append(dst, 0, 0) // the ends of both structs
}

// appendInt32s appends integers as the first fields of a struct, each with the
// number after that of the one before.
func appendInt32s(dst []byte, fields ...int32) []byte {
	for _, v := range fields {
		dst = binary.AppendVarint(append(dst, 1<<4|thriftInt32), int64(v))
	}
	return dst
}
