package formats

import (
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

// plainNumbers returns numbers in PLAIN encoding.
func plainNumbers(numbers []int32) []byte {
	data := make([]byte, numberBytes*len(numbers))
	if len(numbers) > 0 {
		putNumbers(data, numbers)
	}
	return data
}
