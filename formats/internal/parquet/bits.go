package parquet

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// bitsAt returns the width-bit number that starts at the given bit of data. width is at most 32.
func bitsAt(data []byte, bit, width int) uint32 {
	data = data[bit>>3:]
	var word uint64
	if len(data) >= 8 {
		word = binary.LittleEndian.Uint64(data)
	} else {
		var last [8]byte
		copy(last[:], data)
		word = binary.LittleEndian.Uint64(last[:])
	}
	return uint32(word >> (bit & 7) & (1<<width - 1))
}

// readBits appends n packed numbers of the given width. The first number starts at the given bit.
func readBits[T int16 | uint32](dst []T, data []byte, bit, width, n int) []T {
	start := len(dst)
	dst = slices.Grow(dst, n)[:start+n]
	rest := dst[start:]
	if width < 8 || width == 8 && bit%8 == 0 { // eight numbers fit into a word
		for ; len(rest) >= 8 && len(data)-bit>>3 >= 8; rest = rest[8:] {
			eight := spreadBits(binary.LittleEndian.Uint64(data[bit>>3:])>>(bit&7), width)
			to := (*[8]T)(rest)
			to[0], to[1], to[2], to[3] = T(eight&0xff), T(eight>>8&0xff), T(eight>>16&0xff), T(eight>>24&0xff)
			to[4], to[5], to[6], to[7] = T(eight>>32&0xff), T(eight>>40&0xff), T(eight>>48&0xff), T(eight>>56)
			bit += 8 * width
		}
	}
	for i := range rest {
		rest[i] = T(bitsAt(data, bit, width))
		bit += width
	}
	return dst
}

// spreadBits moves the eight numbers in the low-order bits of word to separate bytes. Each number
// has width bits, at most 8. After the first step, each half of the word holds four numbers. After
// the second step, each quarter holds two numbers.
func spreadBits(word uint64, width int) uint64 {
	four := uint64(1)<<(4*width) - 1
	two := (uint64(1)<<(2*width) - 1) * 0x00000001_00000001
	one := (uint64(1)<<width - 1) * 0x0001_0001_0001_0001
	word = word&four | word>>(4*width)&four<<32
	word = word&two | word>>(2*width)&two<<16
	return word&one | word>>width&one<<8
}

// appendPacked packs numbers into a run, lowest bits first. Zeros pad the last group of eight.
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
	for ; len(dst) < end; pending >>= 8 {
		dst = append(dst, byte(pending))
	}
	return dst
}

// Masks that select, in each byte, the lowest bit, the highest bit, or all bits but the highest.
const (
	ones     = 0x01010101_01010101
	highBits = 0x80 * ones
	lowBits  = 0x7f * ones
)

// countPacked counts the occurrences of r.key among the n values packed at pos. It returns an error
// if a value is larger than r.most.
func (r *rle) countPacked(pos, n int) (count int, err error) {
	i := 0
	if data := r.data[pos:]; r.most < 0x80 && r.width <= 8 {
		for ; i+8 <= n && len(data) >= 8; i += 8 {
			eight := spreadBits(binary.LittleEndian.Uint64(data), r.width)
			if (eight&lowBits+uint64(0x7f-r.most)*ones|eight)&highBits != 0 {
				break
			}
			others := eight ^ uint64(r.key)*ones
			count += 8 - bits.OnesCount64((others&lowBits+lowBits|others)&highBits)
			data = data[r.width:]
		}
	}
	for ; i < n; i++ {
		v := bitsAt(r.data[pos:], i*r.width, r.width)
		if v > uint32(r.most) {
			return count, r.tooLarge(v)
		}
		if v == uint32(r.key) {
			count++
		}
	}
	return count, nil
}

func (r *rle) tooLarge(value uint32) error {
	return fmt.Errorf("a level or index is %d, which exceeds the limit of %d", value, r.most)
}
