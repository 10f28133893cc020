package parquet

import (
	"bytes"
	"errors"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// Runs of levels are limited in number, and in what they claim.
func TestRunsThatTakeMemory(t *testing.T) {
	defer func(n int) { maxRuns = n }(maxRuns)
	maxRuns = 1000
	var r rle
	many := bytes.Repeat([]byte{1 << 1, 0, 1 << 1, 1}, maxRuns)
	if err := r.parse(many, 1, 900, 1, noKey); err != nil || r.n != 900 {
		t.Errorf("%d values, error %v", r.n, err)
	}
	testkit.WantError(t, r.parse(many, 1, 2*maxRuns, 1, noKey), "in more than 1000 runs")

	endless := bytes.Repeat([]byte{0xff}, 40)
	if err := r.parse(endless, 1, 8, 1, noKey); !errors.Is(err, errRunLength) {
		t.Errorf("got %v", err)
	}
}
