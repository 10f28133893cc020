package formats

import (
	"encoding/binary"
	"math/bits"
)

// appendLevels appends levels in the hybrid of run lengths and bit packing, with
// the length before it: one run where all are the same, else one packed run.
func appendLevels(dst []byte, levels []int16, most int16) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	width := bits.Len16(uint16(most))
	same := len(levels) > 0
	for _, level := range levels {
		same = same && level == levels[0]
	}
	if same {
		dst = binary.AppendUvarint(dst, uint64(len(levels))<<1)
		dst = append(dst, byte(levels[0]))
		if width > 8 {
			dst = append(dst, byte(levels[0]>>8))
		}
	} else {
		dst = appendPacked(dst, levels, width)
	}
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start-4))
	return dst
}

// appendPacked appends levels bit by bit, lowest first, in groups of eight.
func appendPacked(dst []byte, levels []int16, width int) []byte {
	groups := (len(levels) + 7) / 8
	dst = binary.AppendUvarint(dst, uint64(groups)<<1|1)
	end := len(dst) + groups*width
	var pending uint64
	held := 0
	for _, level := range levels {
		pending |= uint64(level) << held
		for held += width; held >= 8; held -= 8 {
			dst = append(dst, byte(pending))
			pending >>= 8
		}
	}
	if held > 0 {
		dst = append(dst, byte(pending))
	}
	for len(dst) < end {
		dst = append(dst, 0)
	}
	return dst
}

// appendBooleans packs bytes that are 0 or 1 into bits. They may begin where dst
// ends.
func appendBooleans(dst, values []byte) []byte {
	for i, v := range values {
		if i%8 == 0 {
			dst = append(dst, 0)
		}
		dst[len(dst)-1] |= v << (i % 8)
	}
	return dst
}
