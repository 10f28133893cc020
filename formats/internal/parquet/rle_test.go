package parquet

import (
	"bytes"
	"errors"
	"math/bits"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestRunsThatTakeMemory checks that levels are rejected if they have too many runs, or if a run
// declares too many values.
func TestRunsThatTakeMemory(t *testing.T) {
	defer func(n int) { maxRuns = n }(maxRuns)
	maxRuns = 1000
	var r rle
	many := bytes.Repeat([]byte{1 << 1, 0, 1 << 1, 1}, maxRuns)
	if err := r.parse(many, 1, 900, 1, noKey); err != nil || r.n != 900 {
		t.Errorf("%d values, error %v", r.n, err)
	}
	testkit.WantError(t, r.parse(many, 1, 2*maxRuns, 1, noKey), "have more runs than the limit of 1000")

	endless := bytes.Repeat([]byte{0xff}, 40)
	if err := r.parse(endless, 1, 8, 1, noKey); !errors.Is(err, errRunLength) {
		t.Errorf("got %v", err)
	}
}

// TestLevelsRoundTrip checks that levels are read back unchanged, and that equal levels take only a
// few bytes.
func TestLevelsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int16{1, 3, 255, 256, 300}).Draw(t, "most")
		want := []int16{}
		for range rapid.IntRange(0, 5).Draw(t, "steps") {
			level, n := rapid.Int16Range(0, most).Draw(t, "level"), rapid.IntRange(0, 3*longRun).Draw(t, "n")
			if rapid.Bool().Draw(t, "same") {
				want = append(want, slices.Repeat([]int16{level}, n)...)
				continue
			}
			want = append(want, rapid.SliceOfN(rapid.Int16Range(0, most), n, n).Draw(t, "levels")...)
		}
		data, rest, err := cutPrefixed(appendLevels(nil, want, most))
		if err != nil || len(rest) > 0 {
			t.Fatalf("%d bytes follow the levels, error %v", len(rest), err)
		}
		var r rle
		if err := r.parse(data, bits.Len16(uint16(most)), len(want), int(most), noKey); err != nil {
			t.Fatal(err)
		}
		if got := decodeRLE([]int16{}, &r, 0, r.n); !slices.Equal(got, want) {
			t.Errorf("levels %d, want %d", got, want)
		}
		if same := len(slices.Compact(slices.Clone(want))) == 1; same && len(data) > 4 {
			t.Errorf("%d levels of %d take %d bytes", len(want), want[0], len(data))
		}
	})
}

// TestFewOthersAmongManyEqual checks that a few exceptions among many equal numbers take only a few
// additional bytes.
func TestFewOthersAmongManyEqual(t *testing.T) {
	const rows = 4096
	for _, c := range []struct{ every, width, most int }{
		{rows, 1, 8}, {1000, 1, 40}, {97, 1, 43 * 8}, {97, 3, 43 * 10}, {longRun + 8, 3, 57 * 10}, {longRun, 3, rows*3/8 + 2}, {2, 1, rows/8 + 2},
	} {
		var numbers []int16
		for i := range rows {
			numbers = append(numbers, int16(min(i%c.every, 1)))
		}
		if got := len(appendRLE(nil, numbers, c.width)); got > c.most {
			t.Errorf("one in %s takes %d bytes, want at most %d", strconv.Itoa(c.every), got, c.most)
		}
	}
}
