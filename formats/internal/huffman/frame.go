package huffman

import (
	"encoding/binary"
	"sync"
)

const magic = "\x28\xb5\x2f\xfd"

// maxBlock is the maximum size of a block in bytes.
const maxBlock = 128 << 10

// The block types. A blockRLE holds one byte, which is repeated.
const (
	blockRaw = iota
	blockRLE
	blockCompressed
)

// descriptor is the frame header descriptor of a single-segment frame whose header stores the size
// of the content in eight bytes. The header has no window size.
const descriptor = 3<<6 | 1<<5

// encoders holds encoders for reuse, because an encoder takes more than 256 KiB.
var encoders = sync.Pool{New: func() any { return new(encoder) }}

// AppendFrame appends head and src to dst as one frame. It compresses only src, because the codes
// would be longer if they also represented head. head must not be longer than maxBlock.
func AppendFrame(dst, head, src []byte) []byte {
	dst = append(append(dst, magic...), descriptor)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(head)+len(src)))
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	if len(head) > 0 {
		dst = append(appendBlockHeader(dst, blockRaw, len(head), false), head...)
	}
	for {
		n := min(len(src), maxBlock)
		last := n == len(src)
		dst = appendBlock(dst, src[:n], last, e)
		if last {
			return dst
		}
		src = src[n:]
	}
}

// appendBlockHeader appends the header of a block. size is the size of the content or, for a
// blockRLE, the number of repetitions.
func appendBlockHeader(dst []byte, kind, size int, last bool) []byte {
	h := uint32(size)<<3 | uint32(kind)<<1
	if last {
		h |= 1
	}
	return append(dst, byte(h), byte(h>>8), byte(h>>16))
}

// appendBlock appends src as one block, compressed if that saves space.
func appendBlock(dst, src []byte, last bool, e *encoder) []byte {
	ok := e.prepare(src)
	switch {
	case len(e.symbols) == 1:
		return append(appendBlockHeader(dst, blockRLE, len(src), last), src[0])
	case !ok || literalsHeader+e.mostBytes()+1 >= len(src):
		return append(appendBlockHeader(dst, blockRaw, len(src), last), src...)
	}
	// Reserve space for the headers. The sizes in them are known only after encoding.
	headers := len(dst)
	dst = append(dst, make([]byte, blockHeader+literalsHeader)...)
	coded := len(dst)
	dst = append(e.encode(dst, src), 0) // no sequences
	size := len(dst) - 1 - coded
	appendBlockHeader(dst[:headers], blockCompressed, len(dst)-coded+literalsHeader, last)
	l := literalsInStreams | uint64(len(src))<<4 | uint64(size)<<22
	copy(dst[headers+blockHeader:], []byte{byte(l), byte(l >> 8), byte(l >> 16), byte(l >> 24), byte(l >> 32)})
	return dst
}

// The sizes in bytes of a block header, and of a literals section header with 18-bit size fields.
const (
	blockHeader    = 3
	literalsHeader = 5
)

// literalsInStreams holds the low four bits of the literals section header: block type 2
// (compressed) and size format 3 (four streams, 18-bit size fields).
const literalsInStreams = 2 | 3<<2
