package compress

import (
	"bufio"
	"encoding/binary"
	"errors"

	"github.com/ulikunitz/xz/lzma"
)

// errDictionary is the fault of an .xz file that refers back too far.
var errDictionary = errors.New("its dictionary is too large")

// xzData is data of xz on its way to the library, which makes room for any dictionary that a
// block asks for. So the blocks are followed, and one that asks for too much is an error before
// the library has seen its header (https://tukaani.org/xz/xz-file-format.txt). Small blocks are
// made to ask for no more than they can use. Whether the data is good otherwise is for the library
// to say.
type xzData struct {
	in     *bufio.Reader
	part   xzPart
	head   []byte // of the part, as far as it was read
	header []byte // of a block that asks for less than the data says, as far as it is left to read
	skip   int    // how many bytes follow before the next part
	at     int    // how many bytes were read, modulo 4, to which parts are padded

	check int    // bytes of the checksum behind each block of the stream
	left  uint64 // numbers of the index that follow
}

// xzPart is a part of xz data.
type xzPart int

const (
	xzStream xzPart = iota // a stream's header, or padding between streams
	xzBlock                // a block's header, or the index's first byte
	xzChunk                // the header of a chunk of LZMA2
	xzCount                // how many records the index has
	xzIndex                // a number of a record
)

// Read implements io.Reader.
func (x *xzData) Read(p []byte) (int, error) {
	if x.part == xzBlock && len(x.head)+x.skip == 0 {
		x.header = fittingHeader(x.in)
	}
	p = p[:min(max(x.skip, 1), len(p))]
	var n int
	var err error
	if len(x.header) > 0 {
		n = copy(p, x.header)
		x.header = x.header[n:]
	} else {
		n, err = x.in.Read(p)
	}
	x.at = (x.at + n) % 4
	if x.skip > 0 {
		x.skip -= n
	} else if n > 0 {
		if x.head = append(x.head, p[0]); x.ended() {
			if x.part == xzBlock && dictionaryOf(x.head) > maxWindow {
				return 0, errDictionary
			}
			x.next()
			x.head = x.head[:0]
		}
	}
	return n, err
}

// betweenStreams reports whether all streams that started have ended.
func (x *xzData) betweenStreams() bool { return x.part == xzStream && len(x.head)+x.skip == 0 }

// ended reports whether the head is that of a whole part.
func (x *xzData) ended() bool {
	first, n := x.head[0], len(x.head)
	switch x.part {
	case xzStream:
		return n == 12 || n == 4 && binary.LittleEndian.Uint32(x.head) == 0
	case xzBlock:
		return n == blockHeaderSize(first)
	case xzChunk:
		return n == chunkHeaderSize(first)
	}
	return x.head[n-1] < 0x80 || n == binary.MaxVarintLen64
}

// next goes from a part that has ended to the next one.
func (x *xzData) next() {
	padding := (4 - x.at) % 4
	switch head := x.head; x.part {
	case xzStream:
		if len(head) == 12 {
			x.check = checkSizes[head[7]&0xf]
			x.part = xzBlock
		}
	case xzBlock:
		x.part = xzChunk
		if head[0] == 0 {
			x.part = xzCount
		}
	case xzChunk:
		switch control := head[0]; {
		case control == 0: // the last chunk of a block
			x.skip = padding + x.check
			x.part = xzBlock
		case control < 0x80: // as it is
			x.skip = int(binary.BigEndian.Uint16(head[1:])) + 1
		default:
			x.skip = int(binary.BigEndian.Uint16(head[3:])) + 1
		}
	case xzCount, xzIndex:
		if x.left--; x.part == xzCount {
			records, _ := binary.Uvarint(head)
			x.left, x.part = 2*records, xzIndex
		}
		if x.left == 0 {
			const checksum, footer = 4, 12
			x.skip = padding + checksum + footer
			x.part = xzStream
		}
	}
}

// checkSizes is how many bytes checksums take, by the number of their kind.
var checkSizes = [16]int{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}

// blockHeaderSize returns how long a block's header is, given its first byte, which is 0 for
// the index.
func blockHeaderSize(first byte) int {
	if first == 0 {
		return 1
	}
	return 4 * (int(first) + 1)
}

// chunkHeaderSize returns how long the header of a chunk is, given its first byte.
func chunkHeaderSize(control byte) int {
	switch {
	case control == 0:
		return 1
	case control < 0x80:
		return 3
	case control < 0xc0:
		return 5
	}
	return 6
}

// dictionaryOf returns how many bytes the dictionary of a block takes, given its header, or 0
// for one that the library does not read.
func dictionaryOf(header []byte) int64 {
	at := dictionaryPlace(header)
	if at < 0 {
		return 0
	}
	size, _ := lzma.DecodeDictCap(header[at])
	return size
}

// dictionaryPlace returns the place in a block's header of the size of the dictionary, or -1 where
// there is none.
func dictionaryPlace(header []byte) int {
	if len(header) < 2 {
		return -1
	}
	flags, at := header[1], 2
	for _, sized := range []byte{0x40, 0x80} {
		if flags&sized != 0 {
			_, n := binary.Uvarint(header[at:])
			at += max(n, 0)
		}
	}
	const lzma2 = 0x21
	if len(header)-at < 3 || header[at] != lzma2 {
		return -1
	}
	return at + 2
}
