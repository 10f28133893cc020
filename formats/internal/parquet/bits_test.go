package parquet

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestReadBits checks that reading many numbers at a time gives the same result as reading them one
// at a time, for every width and starting bit.
func TestReadBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOfN(rapid.Byte(), 1, 100).Draw(t, "data")
		width := rapid.IntRange(1, 32).Draw(t, "width")
		if 8*len(data) < width {
			return
		}
		bit := rapid.IntRange(0, 8*len(data)-width).Draw(t, "bit")
		n := rapid.IntRange(0, (8*len(data)-bit)/width).Draw(t, "n")
		want := []uint32{7}
		for i := range n {
			want = append(want, bitsAt(data, bit+i*width, width))
		}
		if got := readBits([]uint32{7}, data, bit, width, n); !slices.Equal(got, want) {
			t.Fatalf("%d numbers of %d bits from bit %d on are %v, want %v", n, width, bit, got, want)
		}
	})
}

// TestPackedNumbersAreCountedAndChecked checks that countPacked counts the occurrences of a given
// number and returns an error if any number is above the limit.
func TestPackedNumbersAreCountedAndChecked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 15).Draw(t, "width")
		most := rapid.IntRange(1, 1<<width-1).Draw(t, "most")
		key := rapid.IntRange(0, most).Draw(t, "key")
		n := rapid.IntRange(1, 100).Draw(t, "n")
		// Most numbers are within the limit. In some sequences, all numbers are within the limit.
		numbers := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, most), rapid.Just(key), rapid.IntRange(0, 1<<width-1)), n, n).Draw(t, "numbers")
		padded := make([]uint64, (n+7)/8*8)
		count, tooLarge := 0, false
		for i, v := range numbers {
			padded[i] = uint64(v)
			if v == key {
				count++
			}
			tooLarge = tooLarge || v > most
		}
		r := rle{data: appendBits(nil, padded, width), width: width, most: most, key: key}
		got, err := r.countPacked(0, n)
		if (err != nil) != tooLarge {
			t.Errorf("numbers %v, limit %d: error %v", numbers, most, err)
		}
		if err == nil && got != count {
			t.Errorf("%d of %v are %d, want %d", got, numbers, key, count)
		}
	})
}
