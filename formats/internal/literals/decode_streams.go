package literals

import (
	"encoding/binary"
	"math/bits"
)

// streamReaders reads the four streams of a block side by side, as each symbol has to
// wait for the one before it in its stream. The kernel knows its layout.
type streamReaders struct {
	src  [huffmanStreams][]byte
	left [huffmanStreams]int // bits that were not read, at the beginning of src
	at   [huffmanStreams]int // where the next symbol belongs
	end  [huffmanStreams]int // behind the last symbol
}

const (
	// looksTogether is how often the table is asked before bits are loaded again: the
	// longest codes leave no more of a word that begins within a byte.
	looksTogether = 5
	// bitsTogether is how many bits a stream needs for that, to be loaded at once.
	bitsTogether = 64 - 7
	// roomTogether is how many bytes that may write.
	roomTogether = (looksTogether-1)*entryMost + 8
)

// open begins with the streams of n symbols, behind the sizes of all but the last.
func (s *streamReaders) open(src []byte, n int) bool {
	const sizes = 2 * (huffmanStreams - 1)
	quarter := (n + huffmanStreams - 1) / huffmanStreams
	if len(src) < sizes || (huffmanStreams-1)*quarter > n {
		return false
	}
	rest := src[sizes:]
	for i := range huffmanStreams {
		size, end := len(rest), n
		if i < huffmanStreams-1 {
			size, end = int(binary.LittleEndian.Uint16(src[2*i:])), (i+1)*quarter
		}
		if size == 0 || size > len(rest) || rest[size-1] == 0 {
			return false
		}
		// The highest bit of the last byte only tells where the codes begin.
		s.src[i], s.left[i] = rest[:size], 8*size-bits.LeadingZeros8(rest[size-1])-1
		s.at[i], s.end[i] = i*quarter, end
		rest = rest[size:]
	}
	return true
}

// decode fills dst, and reports whether all streams end with it.
func (s *streamReaders) decode(dst []byte, t *decodeTable) bool {
	s.decodeTogether(dst, t)
	for i := range huffmanStreams {
		if !s.decodeAlone(dst, t, i) {
			return false
		}
	}
	return true
}

// decodeTogetherPortable fills dst as long as all streams are long.
func (s *streamReaders) decodeTogetherPortable(dst []byte, t *decodeTable) {
	for s.isLong(0) && s.isLong(1) && s.isLong(2) && s.isLong(3) {
		for i := range huffmanStreams {
			s.decodeSome(dst, t, i)
		}
	}
}

// isLong reports whether a stream has the bits and the room for some looks into the table.
func (s *streamReaders) isLong(stream int) bool {
	return s.left[stream] >= bitsTogether && s.at[stream] <= s.end[stream]-roomTogether
}

// decodeSome looks into the table some times for one stream.
func (s *streamReaders) decodeSome(dst []byte, t *decodeTable, stream int) {
	left, at := s.left[stream], s.at[stream]
	// The lowest bit, which is not read, tells how many were.
	word := binary.LittleEndian.Uint64(s.src[stream][(left+7)/8-8:])<<(-left&7) | 1
	for range looksTogether {
		entry := t.look(int(word >> (64 - huffmanLimit)))
		binary.LittleEndian.PutUint64(dst[at:], entry>>entrySymbols)
		at += int(entry >> entryCount & 0xff)
		word <<= entry & 63
	}
	s.left[stream], s.at[stream] = left-bits.TrailingZeros64(word), at
}

// decodeAlone fills what is left to one stream, and reports whether it ends there.
func (s *streamReaders) decodeAlone(dst []byte, t *decodeTable, stream int) bool {
	for s.isLong(stream) {
		s.decodeSome(dst, t, stream)
	}
	src, left := s.src[stream], s.left[stream]
	for at := s.at[stream]; at < s.end[stream]; at++ {
		symbol := byte(t.look(nextBits(src, left)) >> entrySymbols)
		if left -= int(t.lengths[symbol]); left < 0 {
			return false
		}
		dst[at] = symbol
	}
	return left == 0
}

// nextBits returns the last huffmanLimit of the bits left at the beginning of src, or
// those there are and zeros.
func nextBits(src []byte, left int) int {
	end := (left + 7) / 8
	v := 0
	for i := max(0, end-3); i < end; i++ {
		v |= int(src[i]) << (8 * (i - end + 3))
	}
	return v << (-left & 7) >> (24 - huffmanLimit) & (1<<huffmanLimit - 1)
}
