package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/likeness"
	"github.com/gridmill/gridmill/solver"
)

// What the first rows look like does not depend on batches, and is said of more than half alone.
func TestCommonestLikeness(t *testing.T) {
	for _, c := range []struct {
		rows, want string
	}{
		{"1..4\n1..4\nx\n", "4x4"}, {"1..4\nx\n", "other"}, {"x\n", "other"}, {strings.Repeat("1..4\n", 60) + strings.Repeat("x\n", 1000), "4x4"},
		{puzzle(0) + "\n", "other"},
	} {
		file := store(t, "in.txt", c.rows)
		var first likeness.Counts
		for size := 1; size < 200; size = 2*size + 1 {
			var counts likeness.Counts
			err := each([]string{file}, ReadOptions{}, size, func(_ Reader, b *Batch) error {
				var inBatch likeness.Counts
				for i, r := range b.Results {
					if r.Verdict == solver.Invalid {
						b.CountLikeness(&inBatch, i)
					}
				}
				counts.Merge(inBatch)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := counts.Commonest().String(); got != c.want {
				t.Errorf("%.20q looks like %s, want %s", c.rows, got, c.want)
			}
			if size == 1 {
				first = counts
			} else if !slices.Equal(counts, first) {
				t.Errorf("%.20q: batches of %d give %v, of 1 %v", c.rows, size, counts, first)
			}
		}
	}
}
