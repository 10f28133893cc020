package formats

import (
	"encoding/binary"
	"math/bits"
)

// The encoder of the RLE / bit-packed hybrid, in which pages hold their levels and the
// indices of their values in a dictionary:
// https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE

// appendLevels appends levels, of which the largest is known, and before them their length
// in bytes.
func appendLevels(dst []byte, levels []int16, most int16) []byte {
	start := len(dst)
	dst = appendRLE(append(dst, make([]byte, lengthBytes)...), levels, bits.Len16(uint16(most)))
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start-lengthBytes))
	return dst
}

// longRun is how many equal numbers are written as one of them and its count, among
// others that are packed. Fewer might take more bytes so, if a number takes one bit, and
// more time to read.
const longRun = 64

// appendRLE appends numbers, each of at most width bits. Most columns have only one.
func appendRLE(dst []byte, numbers []int16, width int) []byte {
	if repeated(numbers) == len(numbers) {
		return appendRun(dst, numbers, width)
	}
	for len(numbers) > 0 {
		before, run := nextRun(numbers)
		dst = appendPacked(dst, numbers[:before], width)
		dst = appendRun(dst, numbers[before:before+run], width)
		numbers = numbers[before+run:]
	}
	return dst
}

// repeated returns how many numbers at the start are equal.
func repeated(numbers []int16) int {
	for i, n := range numbers {
		if n != numbers[0] {
			return i
		}
	}
	return len(numbers)
}

// nextRun returns how many numbers stand before the next long run, which can only start
// behind whole groups of eight, and how many are in it. Without one, all stand before it.
func nextRun(numbers []int16) (before, run int) {
	for before < len(numbers) {
		if run = repeated(numbers[before:]); run >= longRun {
			return before, run
		}
		before += max(run&^7, 8)
	}
	return len(numbers), 0
}

// appendRun appends equal numbers.
func appendRun(dst []byte, numbers []int16, width int) []byte {
	if len(numbers) == 0 {
		return dst
	}
	dst = binary.AppendUvarint(dst, uint64(len(numbers))<<1)
	for number := numbers[0]; width > 0; width -= 8 {
		dst = append(dst, byte(number))
		number >>= 8
	}
	return dst
}

// appendPacked appends numbers bit by bit, lowest first, in groups of eight.
func appendPacked(dst []byte, numbers []int16, width int) []byte {
	if len(numbers) == 0 {
		return dst
	}
	groups := (len(numbers) + 7) / 8
	dst = binary.AppendUvarint(dst, uint64(groups)<<1|1)
	end := len(dst) + groups*width
	var pending uint64
	held := 0
	for _, n := range numbers {
		pending |= uint64(n) << held
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
