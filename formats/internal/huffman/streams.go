package huffman

import "encoding/binary"

// pairCodes holds the codes of pairs of symbols. The earlier symbol of a pair is the lower byte of
// the index. The low bits of an element are the length of the code, and the higher bits are the
// code. Only elements for symbols that occur are valid.
type pairCodes [1 << 16]uint32

const pairLengthBits = 8

// fill sets the codes of all pairs of the given symbols. Decoders read a stream from its end, so
// the lower bits hold the code of the later symbol.
func (p *pairCodes) fill(c *codeTable, symbols []byte) {
	for _, later := range symbols {
		for _, earlier := range symbols {
			code := uint32(c.codes[later]) | uint32(c.codes[earlier])<<c.lengths[later]
			p[uint16(later)<<8|uint16(earlier)] = code<<pairLengthBits | uint32(c.lengths[later]+c.lengths[earlier])
		}
	}
}

// bitStream is a growing stream. Its buffer has bitStreamSlack more bytes than the stream needs.
type bitStream struct {
	space []byte
	n     int    // number of complete bytes
	open  uint64 // bits that are not stored yet; the lowest bit is stored first
	held  uint   // number of bits in open
}

// bitStreamSlack is the space required after a bit stream, because one instruction stores up to
// this many bytes.
const bitStreamSlack = 64

// shortCodes is the maximum length of a short code. Eight short codes and the bits of an incomplete
// byte fit into 64 bits.
const shortCodes = 7

// appendStream appends the codes of src, starting with its last symbol, and then a 1 bit that tells
// decoders where to start. dst must have room for the stream and bitStreamSlack more bytes.
func (e *encoder) appendStream(dst, src []byte) []byte {
	before := len(dst)
	s := bitStream{space: dst[before:cap(dst)]}
	if e.codes.longest <= shortCodes {
		src = s.addEights(src, e)
	}
	for i := len(src) - 1; i >= 0; i-- {
		s.add(uint64(e.codes.codes[src[i]]), uint(e.codes.lengths[src[i]]))
	}
	s.add(1, 1)
	if s.held > 0 {
		s.n++
	}
	return dst[:before+s.n]
}

// add adds a code and stores the completed bytes.
func (s *bitStream) add(code uint64, length uint) {
	s.open |= code << (s.held & 63)
	s.held += length
	binary.LittleEndian.PutUint64(s.space[s.n:], s.open)
	s.n += int(s.held / 8)
	s.open >>= s.held & 56
	s.held %= 8
}

// addFourPairs adds codes in groups of eight symbols and returns the remaining symbols, if any. All
// codes must be short (see shortCodes).
func (s *bitStream) addFourPairs(src []byte, pairs *pairCodes) []byte {
	// The lowest six bits of held count the bits in open. The higher bits of held are meaningless.
	space, n, open, held := s.space, s.n, s.open, uint32(s.held)
	for ; len(src) >= 8; src = src[:len(src)-8] {
		v := binary.LittleEndian.Uint64(src[len(src)-8:])
		e := pairs[v>>48]
		open |= uint64(e>>pairLengthBits) << (held & 63)
		held += e
		e = pairs[v>>32&0xffff]
		open |= uint64(e>>pairLengthBits) << (held & 63)
		held += e
		e = pairs[v>>16&0xffff]
		open |= uint64(e>>pairLengthBits) << (held & 63)
		held += e
		e = pairs[v&0xffff]
		open |= uint64(e>>pairLengthBits) << (held & 63)
		held = (held + e) & 63
		binary.LittleEndian.PutUint64(space[n:], open)
		n += int(held / 8)
		open >>= held & 56
		held %= 8
	}
	s.n, s.open, s.held = n, open, uint(held)
	return src
}
