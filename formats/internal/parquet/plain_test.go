package parquet

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"pgregory.net/rapid"
)

// walk returns the n byte arrays in body, or nil if body has fewer.
func walk(body []byte, n int) (arrays []string) {
	for range n {
		array, rest, err := cutPrefixed(body)
		if err != nil {
			return nil
		}
		arrays, body = append(arrays, string(array)), rest
	}
	return arrays
}

// TestPlainLengths checks that byte arrays are located by their lengths, and that wrong lengths are
// rejected.
func TestPlainLengths(t *testing.T) {
	c := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.ByteArray, -1))
	rapid.Check(t, func(t *rapid.T) {
		n, length := rapid.IntRange(1, 30).Draw(t, "values"), rapid.IntRange(0, 6).Draw(t, "length")
		var body []byte
		for range n {
			body = append(body, plainTexts("abcdef"[:length])...)
		}
		for range rapid.IntRange(0, 2).Draw(t, "lies") {
			lie := rapid.SampledFrom([]uint32{0, 1, uint32(length) + 1, uint32(length) + 4, 100, 1 << 31, 1<<32 - 4, 1<<32 - 1}).Draw(t, "lie")
			binary.LittleEndian.PutUint32(body[rapid.IntRange(0, n-1).Draw(t, "place")*(4+length):], lie)
		}
		body = append(body, make([]byte, rapid.IntRange(0, 9).Draw(t, "tail"))...)
		body = body[:rapid.IntRange(max(0, len(body)-12), len(body)).Draw(t, "cut")]
		n = max(n+rapid.IntRange(-1, 2).Draw(t, "claim"), 1)

		var v values
		err := v.decode(c, parquet.Encodings.Plain, body, n, nil)
		want := walk(body, n)
		if (err == nil) != (want != nil) {
			t.Fatalf("error %v for the values %q", err, want)
		}
		for i, text := range want {
			if string(v.at(i)) != text {
				t.Fatalf("value %d is %q, want %q", i, v.at(i), text)
			}
		}
	})
}

// TestAddInt32s checks that numbers are stored unchanged, and that their minimum and maximum are
// found.
func TestAddInt32s(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.OneOf(rapid.Int32(), rapid.Int32Range(-2, 2), rapid.SampledFrom([]int32{math.MinInt32, math.MaxInt32})), 1, 150).Draw(t, "numbers")
		var p Page
		p.reset()
		p.AddInt32s(numbers)
		var want []byte
		for _, n := range numbers {
			want = binary.LittleEndian.AppendUint32(want, uint32(n))
		}
		if got := p.values; !bytes.Equal(got, want) {
			t.Fatalf("%d became %x", numbers, got)
		}
		if least, most := plainExtremes(want, 4); least != int64(slices.Min(numbers)) || most != int64(slices.Max(numbers)) {
			t.Fatalf("from %d to %d, of %d", least, most, numbers)
		}
	})
}
