package formats

import (
	"github.com/apache/arrow/go/v15/parquet"

	"github.com/gridmill/gridmill/formats/internal/thrift"
)

// appendHeader appends the header that stands before the body, in Thrift's compact
// protocol. The library's own writer of pages leaves out the checksum, without
// which a flipped bit can make another puzzle of a puzzle in silence.
func (p *sealedPage) appendHeader(dst []byte) []byte {
	dst = thrift.AppendInt32s(dst, p.kind, int32(p.uncompressed), int32(len(p.body)), int32(p.crc))
	if p.kind == pageDictionary {
		dst = append(dst, 3<<4|thrift.Struct) // field 7
		dst = thrift.AppendInt32s(dst, int32(p.entries), int32(p.encoding))
	} else {
		dst = append(dst, 1<<4|thrift.Struct) // field 5, for data pages of version 1
		dst = thrift.AppendInt32s(dst, int32(p.entries), int32(p.encoding), int32(parquet.Encodings.RLE), int32(parquet.Encodings.RLE))
	}
	return append(dst, 0, 0) // the ends of both structs
}
