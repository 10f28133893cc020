package parquet

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestDeltasRoundTrip checks that numbers of any width are the same after encoding and decoding,
// and that all data is decoded.
func TestDeltasRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 31).Draw(t, "width")
		numbers := rapid.SliceOfN(rapid.Int32Range(0, int32(1<<width-1)), 1, 600).Draw(t, "numbers")
		data := appendDeltas([]byte("before"), numbers)
		if before := string(data[:6]); before != "before" {
			t.Fatalf("%q precedes the deltas", before)
		}
		var got []int64
		rest, err := readDeltas(data[6:], len(numbers), func(n int64) error { got = append(got, n); return nil })
		if err != nil || len(rest) > 0 {
			t.Fatalf("%x is left after the deltas, error %v", rest, err)
		}
		for i, want := range numbers {
			if got[i] != int64(want) {
				t.Fatalf("number %d is %d, want %d", i, got[i], want)
			}
		}
	})
}

// appendDeltas appends numbers as DELTA_BINARY_PACKED. A block starts with the smallest of its 128
// deltas, which is subtracted from each delta. The results are in four miniblocks, each with the
// smallest bit width that suffices.
func appendDeltas(dst []byte, numbers []int32) []byte {
	const block, mini = 128, 32
	dst = append(dst, block&0x7f|0x80, block>>7, block/mini)
	dst = binary.AppendUvarint(dst, uint64(len(numbers)))
	dst = binary.AppendVarint(dst, int64(numbers[0]))
	var deltas []int64
	for i, n := range numbers[1:] {
		deltas = append(deltas, int64(n)-int64(numbers[i]))
	}
	for some := range slices.Chunk(deltas, block) {
		least := slices.Min(some)
		dst = binary.AppendVarint(dst, least)
		widths := len(dst)
		dst = append(dst, make([]byte, block/mini)...)
		for i := 0; i < len(some); i += mini {
			part := make([]uint64, mini)
			for j := range some[i:min(i+mini, len(some))] {
				part[j] = uint64(some[i+j] - least)
			}
			width := bits.Len64(slices.Max(part))
			dst[widths+i/mini] = byte(width)
			dst = appendBits(dst, part, width)
		}
	}
	return dst
}

// appendBits packs numbers of the given width into bits, starting with the lowest bit.
func appendBits(dst []byte, numbers []uint64, width int) []byte {
	start := len(dst)
	dst = append(dst, make([]byte, len(numbers)*width/8)...)
	for i, n := range numbers {
		for bit := range width {
			at := i*width + bit
			dst[start+at/8] |= byte(n>>bit&1) << (at % 8)
		}
	}
	return dst
}
