package compress

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/ulikunitz/xz/lzma"
)

// fittingHeader returns the header of the block that comes next with a dictionary that is no larger
// than the block's text, and goes past it, if the block is so small that it fits the buffer.
// Otherwise it returns nil and leaves the header to be read. The library makes a dictionary for each
// block, usually of 8 MiB, even if a file consists of many streams of a few bytes.
func fittingHeader(in *bufio.Reader) []byte {
	first, err := in.Peek(1)
	if err != nil || first[0] == 0 {
		return nil
	}
	size := blockHeaderSize(first[0])
	text := textOfBlock(in, size)
	if text < 0 {
		return nil
	}
	header, _ := in.Peek(size) // which textOfBlock has seen
	header = bytes.Clone(header)
	at, sum := dictionaryPlace(header), header[size-4:]
	if at < 0 || binary.LittleEndian.Uint32(sum) != crc32.ChecksumIEEE(header[:size-4]) {
		return nil
	}
	for code := range header[at] {
		if capacity, err := lzma.DecodeDictCap(code); err == nil && capacity >= text {
			header[at] = code
			break
		}
	}
	binary.LittleEndian.PutUint32(sum, crc32.ChecksumIEEE(header[:size-4]))
	_, _ = in.Discard(size)
	return header
}

// textOfBlock returns how many bytes of text a block holds, given the size of its header, or -1 if
// the block does not fit the buffer.
func textOfBlock(in *bufio.Reader, header int) (text int64) {
	for at := header; ; {
		head, err := in.Peek(at + 1)
		if err != nil {
			return -1
		}
		control := head[at]
		if control == 0 {
			return text
		}
		if head, err = in.Peek(at + chunkHeaderSize(control)); err != nil {
			return -1
		}
		low := int64(binary.BigEndian.Uint16(head[at+1:])) + 1
		at += chunkHeaderSize(control)
		if control < 0x80 {
			text += low
			at += int(low)
			continue
		}
		text += int64(control&0x1f)<<16 + low
		at += int(binary.BigEndian.Uint16(head[at-chunkHeaderSize(control)+3:])) + 1
	}
}
