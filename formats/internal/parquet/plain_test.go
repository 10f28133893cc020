package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"pgregory.net/rapid"
)

// Byte arrays are where their lengths say, whether these are equal or not, and what
// lies is refused for the same reason.
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
		_, err := v.decode(c, parquet.Encodings.Plain, body, n, nil, nil)
		walked := values{n: n, gap: lengthBytes, data: body}
		want := walked.findEnds()
		if n > len(body)/lengthBytes {
			want = errValuesShort
		}
		if fmt.Sprint(err) != fmt.Sprint(want) {
			t.Fatalf("error %v, going from length to length %v", err, want)
		}
		for i := range n {
			if err == nil && string(v.at(i)) != string(walked.at(i)) {
				t.Fatalf("value %d is %q, going from length to length %q", i, v.at(i), walked.at(i))
			}
		}
	})
}

// Numbers are stored unchanged, and the smallest and the largest are known.
func TestAppendInt32s(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.OneOf(rapid.Int32(), rapid.Int32Range(-2, 2), rapid.SampledFrom([]int32{math.MinInt32, math.MaxInt32})), 1, 150).Draw(t, "numbers")
		got, least, most := appendInt32s([]byte("before"), numbers)
		want := []byte("before")
		for _, n := range numbers {
			want = binary.LittleEndian.AppendUint32(want, uint32(n))
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%d became %x", numbers, got)
		}
		if least != slices.Min(numbers) || most != slices.Max(numbers) {
			t.Fatalf("from %d to %d, of %d", least, most, numbers)
		}
		if l, m := plainExtremes(got[len("before"):], 4); l != int64(least) || m != int64(most) {
			t.Fatalf("from %d to %d, of %d", l, m, numbers)
		}
	})
}
