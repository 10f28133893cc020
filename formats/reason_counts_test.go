package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// TestReasonCountsDoNotDependOnTheSplit checks that counts depend neither on how the rows are
// divided into batches nor on the order of merging.
func TestReasonCountsDoNotDependOnTheSplit(t *testing.T) {
	rows := []string{puzzle(0), "short", "530070000", puzzle(1)[1:], "", "other", "q" + puzzle(0)[1:], puzzle(0) + "1", "53007000q", "600195000", "q" + puzzle(1)[1:]}
	file := store(t, "in.csv", "puzzle,n\n"+strings.Join(rows, ",1\n")+",1\n")
	var want []string
	for size := range 12 {
		var parts []ReasonCounts
		err := eachBatch([]string{file}, ReadOptions{}, size+1, func(_ Reader, b *Batch) error {
			var c ReasonCounts
			for i, r := range b.Results {
				if r.Verdict == solver.Invalid {
					c.Add(b, i)
				}
			}
			parts = append(parts, c)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var sum ReasonCounts
		slices.Reverse(parts)
		for _, c := range parts {
			sum.Merge(c)
		}
		if sum.Rows() != 10 {
			t.Errorf("batches of %d: %d rows are counted", size+1, sum.Rows())
		}
		var got []string
		for _, c := range sum.MostCommon(5) {
			got = append(got, fmt.Sprintf("%d %s in row %d, line %d", c.Rows, c.First.Code(), c.Row, c.Line))
		}
		if size == 0 {
			want = []string{
				"6 too_short length=5 in row 2, line 3",
				"2 bad_character position=1 character=U+0071 in row 7, line 8",
				"1 empty in row 5, line 6",
				"1 too_long length=82 in row 8, line 9",
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("batches of %d: %q, want %q", size+1, got, want)
		}
	}
}

// TestReasonCountsDoNotAllocate checks that counting a reason allocates only if the reason is the
// first of its kind.
func TestReasonCountsDoNotAllocate(t *testing.T) {
	text := strings.Repeat("short\n"+puzzle(0)+"1\n", 50)
	b := unparsed(t, "x\n"+text, Text, "")
	if err := b.Parse(); err != nil {
		t.Fatal(err)
	}
	const runs = 10
	var c ReasonCounts
	count := func() {
		for i := range b.Len() {
			c.Add(b, i)
		}
	}
	if n := testing.AllocsPerRun(runs, count); n > 0 || c.Rows() != int64((1+runs)*b.Len()) {
		t.Errorf("%v allocations for %d of %d rows", n, c.Rows(), (1+runs)*b.Len())
	}
}
