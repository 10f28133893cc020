package formats

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// The shape of DELTA_BINARY_PACKED data: blocks of miniblocks, each of whose
// deltas take as few bits as its largest needs.
const (
	deltaBlock = 128
	deltaMini  = 32
	deltaMinis = deltaBlock / deltaMini
)

// appendDeltas appends numbers that are not negative as DELTA_BINARY_PACKED.
func appendDeltas(dst []byte, numbers []int32) []byte {
	dst = binary.AppendUvarint(dst, deltaBlock)
	dst = binary.AppendUvarint(dst, deltaMinis)
	dst = binary.AppendUvarint(dst, uint64(len(numbers)))
	if len(numbers) == 0 {
		return binary.AppendVarint(dst, 0)
	}
	dst = binary.AppendVarint(dst, int64(numbers[0]))
	for before, rest := numbers[0], numbers[1:]; len(rest) > 0; {
		n := min(len(rest), deltaBlock)
		dst = appendDeltaBlock(dst, before, rest[:n])
		before, rest = rest[n-1], rest[n:]
	}
	return dst
}

// appendDeltaBlock appends the deltas of up to 128 numbers. Miniblocks without a
// number take no room.
func appendDeltaBlock(dst []byte, before int32, numbers []int32) []byte {
	var deltas [deltaBlock]uint32
	least := numbers[0] - before
	for i, n := range numbers {
		delta := n - before // numbers are not negative, so this cannot overflow
		deltas[i] = uint32(delta)
		least = min(least, delta)
		before = n
	}
	dst = binary.AppendVarint(dst, int64(least))
	widths := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	for mini := range (len(numbers) + deltaMini - 1) / deltaMini {
		part := (*[deltaMini]uint32)(deltas[mini*deltaMini:])
		var all uint32
		for i := range min(deltaMini, len(numbers)-mini*deltaMini) {
			part[i] -= uint32(least)
			all |= part[i]
		}
		width := bits.Len32(all)
		dst[widths+mini] = byte(width)
		dst = appendBits(dst, part, width)
	}
	return dst
}

// appendBits appends the low bits of 32 numbers, lowest first.
func appendBits(dst []byte, numbers *[deltaMini]uint32, width int) []byte {
	start, size := len(dst), width*deltaMini/8
	dst = slices.Grow(dst, size+8)
	space := dst[start : start+size+8] // 8 more, as whole words are stored
	if width <= 8 {
		// Eight numbers take as many bytes as each takes bits.
		for i := 0; i < deltaMini; i += 8 {
			binary.LittleEndian.PutUint64(space, joinEight((*[8]uint32)(numbers[i:]), width))
			space = space[width:]
		}
		return dst[:start+size]
	}
	var pending uint64
	held := 0
	for _, n := range numbers {
		pending |= uint64(n) << held
		if held += width; held >= 32 {
			binary.LittleEndian.PutUint32(space, uint32(pending))
			space = space[4:]
			pending >>= 32
			held -= 32
		}
	}
	return dst[:start+size] // 32 numbers fill whole words
}

// joinEight returns the bits of eight numbers of up to eight bits.
func joinEight(n *[8]uint32, width int) uint64 {
	w := uint(width) & 15
	a, b := n[0]|n[1]<<w, n[2]|n[3]<<w
	c, d := n[4]|n[5]<<w, n[6]|n[7]<<w
	low, high := uint64(a|b<<(2*w)), uint64(c|d<<(2*w))
	return low | high<<(4*w)
}
