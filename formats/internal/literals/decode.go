package literals

import (
	"encoding/binary"
	"sync"
)

// decoders are used again, since each keeps tables of 32 kilobytes.
var decoders = sync.Pool{New: func() any { return new(decoder) }}

// Decode unpacks a frame into dst, which must be as long as what the frame holds, and
// reports whether it could. It knows only what AppendFrame and AppendStored make: another
// frame may be good, and must be left to a library, which also tells what is wrong with
// one that is not.
func Decode(dst, frame []byte) bool {
	const header = len(Magic) + 1 + 8
	if len(frame) < header || string(frame[:len(Magic)]) != Magic || frame[len(Magic)] != descriptor ||
		binary.LittleEndian.Uint64(frame[len(Magic)+1:]) != uint64(len(dst)) {
		return false
	}
	d := decoders.Get().(*decoder)
	defer decoders.Put(d)
	for frame = frame[header:]; len(frame) >= blockHeader; {
		h := int(frame[0]) | int(frame[1])<<8 | int(frame[2])<<16
		filled, taken, ok := d.decodeBlock(dst, frame[blockHeader:], h>>1&3, h>>3)
		if !ok {
			return false
		}
		dst, frame = dst[filled:], frame[blockHeader+taken:]
		if isLast := h&1 != 0; isLast {
			return len(dst) == 0 && len(frame) == 0
		}
	}
	return false
}

// decoder decodes what huffman encodes.
type decoder struct {
	table   decodeTable
	streams streamReaders
}

// decodeBlock unpacks the block of a kind that src begins with. It returns how many bytes
// of dst it filled, and how many of src it took.
func (d *decoder) decodeBlock(dst, src []byte, kind, size int) (filled, taken int, ok bool) {
	switch {
	case size > maxBlock:
	case kind == blockRaw && size <= min(len(dst), len(src)):
		return copy(dst, src[:size]), size, true
	case kind == BlockRLE && size <= len(dst) && len(src) > 0:
		for i := range dst[:size] {
			dst[i] = src[0]
		}
		return size, 1, true
	case kind == blockCompressed && size <= len(src):
		filled, ok = d.decodeLiterals(dst, src[:size])
		return filled, size, ok
	}
	return 0, 0, false
}

// decodeLiterals unpacks what a compressed block holds: literals with a table of their
// own, in four streams, that are more than src takes, and no sequences.
func (d *decoder) decodeLiterals(dst, src []byte) (filled int, ok bool) {
	if len(src) <= literalsHeader || src[len(src)-1] != 0 {
		return 0, false
	}
	l := uint64(binary.LittleEndian.Uint32(src)) | uint64(src[4])<<32
	src = src[literalsHeader : len(src)-1]
	n, size := int(l>>4&(1<<18-1)), int(l>>22)
	if l&15 != literalsInStreams || n > min(len(dst), maxBlock) || size != len(src) || size >= n {
		return 0, false
	}
	rest, ok := d.table.read(src)
	return n, ok && d.streams.open(rest, n) && d.streams.decode(dst[:n], &d.table)
}
