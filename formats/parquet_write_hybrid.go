package formats

import (
	"encoding/binary"
	"math/bits"
)

// hybrid is small numbers that are written in Parquet's hybrid of run lengths and bit
// packing: the definition or the repetition levels of a page's entries, or the indices
// of its values in a dictionary. As long as all are the same they are only counted, since
// most columns have no others.
type hybrid struct {
	n     int
	same  int16   // what all are, as long as mixed is empty
	mixed []int16 // each, once they differ
}

func (h *hybrid) reset() { h.n, h.mixed = 0, h.mixed[:0] }

// repeat adds a number n times.
func (h *hybrid) repeat(number int16, n int) {
	switch {
	case n == 0:
		return
	case h.n == 0:
		h.same = number
	case len(h.mixed) == 0 && number != h.same:
		h.spread()
	}
	h.n += n
	if len(h.mixed) > 0 {
		h.mixed = appendRepeated(h.mixed, number, n)
	}
}

// add adds each of the numbers.
func (h *hybrid) add(numbers []int16) {
	if len(numbers) == 0 {
		return
	}
	if repeated(numbers) == len(numbers) {
		h.repeat(numbers[0], len(numbers))
		return
	}
	if len(h.mixed) == 0 {
		h.spread()
	}
	h.n += len(numbers)
	h.mixed = append(h.mixed, numbers...)
}

// spread notes each number, where they were only counted.
func (h *hybrid) spread() { h.mixed = appendRepeated(h.mixed, h.same, h.n) }

// repeated returns how many of the numbers, of which there are some, are the first.
func repeated[N int16 | int32](numbers []N) int {
	for i, n := range numbers {
		if n != numbers[0] {
			return i
		}
	}
	return len(numbers)
}

// appendLevels appends the numbers as levels of which the largest is known, with their
// length in bytes before them.
func (h *hybrid) appendLevels(dst []byte, most int16) []byte {
	start := len(dst)
	dst = h.append(append(dst, make([]byte, lengthBytes)...), bits.Len16(uint16(most)))
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start-lengthBytes))
	return dst
}

// longRun is how many equal numbers are written as one of them and its count, among
// others that are packed. Fewer might take more bytes so, if a number takes one bit, and
// more time to read.
const longRun = 64

// append appends the numbers, each of at most so many bits.
func (h *hybrid) append(dst []byte, width int) []byte {
	if len(h.mixed) == 0 {
		return appendRun(dst, h.same, h.n, width)
	}
	for rest := h.mixed; len(rest) > 0; {
		packed, run := nextRun(rest)
		dst = appendPacked(dst, rest[:packed], width)
		rest = rest[packed:]
		if run > 0 {
			dst = appendRun(dst, rest[0], run, width)
			rest = rest[run:]
		}
	}
	return dst
}

// nextRun returns how many numbers stand before the next long run, which can only begin
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

// appendRun appends a number that occurs n times.
func appendRun(dst []byte, number int16, n, width int) []byte {
	if n == 0 {
		return dst
	}
	dst = binary.AppendUvarint(dst, uint64(n)<<1)
	for ; width > 0; width -= 8 {
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
