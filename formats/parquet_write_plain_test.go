package formats

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Numbers are stored as they are, and the smallest and the largest are known.
func TestAppendInt32s(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.OneOf(rapid.Int32(), rapid.Int32Range(-2, 2), rapid.SampledFrom([]int32{math.MinInt32, math.MaxInt32})), 1, 150).Draw(t, "numbers")
		got, least, most := appendInt32s([]byte("before"), numbers)
		if want := append([]byte("before"), plainNumbers(numbers)...); !bytes.Equal(got, want) {
			t.Fatalf("%d became %x", numbers, got)
		}
		if least != slices.Min(numbers) || most != slices.Max(numbers) {
			t.Fatalf("from %d to %d, of %d", least, most, numbers)
		}
		if l, m := plainExtremes(got[len("before"):], numberBytes); l != int64(least) || m != int64(most) {
			t.Fatalf("from %d to %d, of %d", l, m, numbers)
		}
	})
}
