package formats

import (
	"encoding/binary"
	"math"
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

// numberBytes is the size of a number in PLAIN encoding.
const numberBytes = 4

// appendDeltas appends numbers that are not negative, and come in PLAIN encoding, as
// DELTA_BINARY_PACKED.
func appendDeltas(dst, numbers []byte) []byte {
	dst = binary.AppendUvarint(dst, deltaBlock)
	dst = binary.AppendUvarint(dst, deltaMinis)
	dst = binary.AppendUvarint(dst, uint64(len(numbers)/numberBytes))
	if len(numbers) == 0 {
		return binary.AppendVarint(dst, 0)
	}
	dst = binary.AppendVarint(dst, int64(plainNumber(numbers)))
	for len(numbers) > numberBytes {
		n := min(len(numbers)/numberBytes-1, deltaBlock)
		dst = appendDeltaBlock(dst, numbers[:(n+1)*numberBytes])
		numbers = numbers[n*numberBytes:]
	}
	return dst
}

// plainNumber returns the first of numbers in PLAIN encoding.
func plainNumber(numbers []byte) int32 { return int32(binary.LittleEndian.Uint32(numbers)) }

// appendDeltaBlock appends the deltas between up to 129 numbers. Miniblocks without a
// delta take no room.
func appendDeltaBlock(dst, numbers []byte) []byte {
	var deltas [deltaBlock]uint32
	n := len(numbers)/numberBytes - 1
	least, all := findDeltas(&deltas, numbers)
	dst = binary.AppendVarint(dst, int64(least))
	widths := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	for mini := range (n + deltaMini - 1) / deltaMini {
		part := (*[deltaMini]uint32)(deltas[mini*deltaMini:])
		width := bits.Len32(all[mini])
		dst[widths+mini] = byte(width)
		dst = appendBits(dst, part, width)
	}
	return dst
}

// findDeltas stores the deltas between up to 129 numbers in PLAIN encoding, less the
// smallest of them, which it returns, and all the bits that are set in each miniblock.
func findDeltas(deltas *[deltaBlock]uint32, numbers []byte) (least int32, all [deltaMinis]uint32) {
	n := len(numbers)/numberBytes - 1
	before := plainNumber(numbers)
	least = math.MaxInt32
	for i := range n {
		numbers = numbers[numberBytes:]
		number := plainNumber(numbers)
		delta := number - before // numbers are not negative, so this cannot overflow
		deltas[i] = uint32(delta)
		least = min(least, delta)
		before = number
	}
	for i := range n {
		deltas[i] -= uint32(least)
		all[i/deltaMini] |= deltas[i]
	}
	return least, all
}

// appendBits appends the low bits of 32 numbers, lowest first.
func appendBits(dst []byte, numbers *[deltaMini]uint32, width int) []byte {
	start, size := len(dst), width*deltaMini/8
	dst = slices.Grow(dst, size+8)
	space := dst[start : start+size+8] // 8 more, as whole words are stored
	if width <= 8 {
		packMini(space, numbers, width)
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

// packMini stores the low bits of 32 numbers, eight or fewer, lowest first. Eight numbers
// take as many bytes as each takes bits; up to eight bytes more are stored.
func packMini(space []byte, numbers *[deltaMini]uint32, width int) {
	for i := 0; i < deltaMini; i += 8 {
		binary.LittleEndian.PutUint64(space, joinEight((*[8]uint32)(numbers[i:]), width))
		space = space[width:]
	}
}

// joinEight returns the bits of eight numbers of up to eight bits.
func joinEight(n *[8]uint32, width int) uint64 {
	w := uint(width) & 15
	a, b := n[0]|n[1]<<w, n[2]|n[3]<<w
	c, d := n[4]|n[5]<<w, n[6]|n[7]<<w
	low, high := uint64(a|b<<(2*w)), uint64(c|d<<(2*w))
	return low | high<<(4*w)
}
