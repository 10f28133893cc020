package formats

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

// Numbers of every width come back from their deltas, and nothing stands behind
// them.
func TestDeltasComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 31).Draw(t, "width")
		numbers := rapid.SliceOfN(rapid.Int32Range(0, int32(1<<width-1)), 1, 600).Draw(t, "numbers")
		data := appendDeltas([]byte("before"), plainNumbers(numbers))
		if before := string(data[:6]); before != "before" {
			t.Fatalf("%q stands before the deltas", before)
		}
		var d deltas
		if err := d.open(data[6:], len(numbers)); err != nil {
			t.Fatal(err)
		}
		for i, want := range numbers {
			if n, err := d.next(); err != nil || n != int64(want) {
				t.Fatalf("number %d is %d, not %d, error %v", i, n, want, err)
			}
		}
		if rest := d.end(); len(rest) > 0 {
			t.Fatalf("%x stands behind the deltas", rest)
		}
	})
}

// Deltas of full blocks and of others are found alike, and packed alike, and nothing is
// stored beside them.
func TestDeltaKernels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 31).Draw(t, "width")
		n := rapid.SampledFrom([]int{2, 33, deltaBlock, deltaBlock + 1}).Draw(t, "n")
		numbers := plainNumbers(rapid.SliceOfN(rapid.Int32Range(0, int32(1<<width-1)), n, n).Draw(t, "numbers"))
		var deltas, want [deltaBlock]uint32
		least, all := findDeltas(&deltas, numbers)
		wantedLeast, wantedAll := findDeltasOneByOne(&want, numbers)
		if least != wantedLeast || all != wantedAll || deltas != want {
			t.Fatalf("deltas %d from %d on, with bits %b, want %d from %d on with %b", deltas, least, all, want, wantedLeast, wantedAll)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 8).Draw(t, "width")
		numbers := [deltaMini]uint32(rapid.SliceOfN(rapid.Uint32Range(0, 1<<width-1), deltaMini, deltaMini).Draw(t, "numbers"))
		size := width * deltaMini / 8
		space := bytes.Repeat([]byte{0xa5}, size+8+64)
		packMini(space, &numbers, width)
		want := make([]byte, size+8)
		packMiniOneByOne(want, &numbers, width)
		if !bytes.Equal(space[:size], want[:size]) || len(bytes.Trim(space[size+8:], "\xa5")) > 0 {
			t.Fatalf("%d bits of %d are packed as %x, want %x", width, numbers, space, want[:size])
		}
	})
}

// plainNumbers returns numbers in PLAIN encoding.
func plainNumbers(numbers []int32) []byte {
	data := make([]byte, numberBytes*len(numbers))
	if len(numbers) > 0 {
		putNumbersOneByOne(data, numbers)
	}
	return data
}
