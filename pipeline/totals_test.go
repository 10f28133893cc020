package pipeline

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

func TestHistogramBucketsAreOrderedAndTight(t *testing.T) {
	last := -1
	for n := int64(0); n <= math.MaxInt32; n += 1 + n/1000 {
		b := bucket(int32(n))
		if b < last {
			t.Fatalf("%d falls in bucket %d after %d", n, b, last)
		}
		last = b
		if low := int64(least(b)); low > n || float64(n-low) > 0.01*float64(n) {
			t.Fatalf("%d falls in bucket %d, which starts at %d", n, b, low)
		}
	}
}

// TestPercentilesHaveAtLeastThreeDigits checks medians below and above the limit for exact counts.
func TestPercentilesHaveAtLeastThreeDigits(t *testing.T) {
	for _, c := range []struct {
		added, median int32
		exact         bool
	}{
		{9999, 9999, true}, {10_000, 10_000, true}, {10_099, 10_000, false}, {19_968, 19_900, false}, {20_000, 20_000, true},
		{99_999, 99_900, false}, {100_999, 100_000, false}, {math.MaxInt32, 2_140_000_000, false},
	} {
		var h Histogram
		h.Add(c.added)
		if got := h.Percentile(50); got != c.median || h.Exact(got) != c.exact {
			t.Errorf("the median of %d is %d, exact: %t", c.added, got, h.Exact(got))
		}
	}
}

func TestHistogramAgreesWithSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.Int32Range(0, 1<<20), 1, 200).Draw(t, "numbers")
		var one, a, b Histogram
		sum := 0.0
		for i, n := range numbers {
			one.Add(n)
			sum += float64(n)
			if i%3 == 0 {
				a.Add(n)
			} else {
				b.Add(n)
			}
		}
		if a.merge(&b); !reflect.DeepEqual(a, one) {
			t.Fatal("merged parts differ from the whole")
		}
		slices.Sort(numbers)
		for _, n := range append([]int32{0, exact - 1}, numbers...) {
			count := 0
			for _, other := range numbers {
				if n == other {
					count++
				}
			}
			if got, want := one.Share(n), float64(count)/float64(len(numbers)); n < exact && got != want {
				t.Fatalf("the share of %d is %g, want %g", n, got, want)
			}
		}
		for _, p := range []float64{1, 50, 90, 99, 100} {
			want := numbers[int(math.Ceil(p/100*float64(len(numbers))))-1]
			if got := one.Percentile(p); got > want || float64(want-got) > 0.01*float64(want) || got != want && one.Exact(got) {
				t.Fatalf("percentile %g is %d, want %d", p, got, want)
			}
		}
		if one.Max() != numbers[len(numbers)-1] || math.Abs(one.Mean()-sum/float64(len(numbers))) > 1e-6*sum {
			t.Fatalf("largest %d, mean %g", one.Max(), one.Mean())
		}
	})
}

// TestHardestDoNotDependOnTheSplit checks that the list of hardest puzzles does not depend on how
// rows are divided into parts. In this test, a puzzle can occur with different numbers of guesses,
// as if several solvers had solved it.
func TestHardestDoNotDependOnTheSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []Hard
		parts := make([]Totals, 3)
		for row := range rapid.Int64Range(0, 60).Draw(t, "rows") {
			h := Hard{
				Row:     row + 1,
				Guesses: rapid.Int32Range(1, 30).Draw(t, "guesses"),
				Puzzle:  solver.Grid{rapid.ByteRange(1, 60).Draw(t, "puzzle")},
			}
			all = append(all, h)
			if p := &parts[rapid.IntRange(0, 2).Draw(t, "part")]; int64(h.Guesses) >= p.bar() {
				p.insert(h)
			}
		}
		slices.SortFunc(all, func(a, b Hard) int {
			return cmp.Or(-cmp.Compare(a.Guesses, b.Guesses), cmp.Compare(a.Row, b.Row))
		})
		seen := map[solver.Grid]bool{}
		all = slices.DeleteFunc(all, func(h Hard) bool {
			repeated := seen[h.Puzzle]
			seen[h.Puzzle] = true
			return repeated
		})
		var merged Totals
		for i := range parts {
			merged.Merge(&parts[i])
		}
		if want := all[:min(len(all), hardest)]; !slices.Equal(merged.Hardest, want) {
			t.Fatalf("got %v, want %v", merged.Hardest, want)
		}
	})
}

// TestDifferences checks that Differences finds each figure that differs, unless the part's file
// lacks the column of this figure.
func TestDifferences(t *testing.T) {
	all, err := formats.ParseStatistics("all")
	if err != nil {
		t.Fatal(err)
	}
	all = formats.Written(all)
	makeTotals := func(first int64) *Totals {
		made := &Totals{Rows: 1, Hardest: []Hard{{Row: first, Guesses: 3}}}
		made.Guesses.Add(3)
		return made
	}
	for figure, change := range map[string]func(*Totals){
		"verdicts":        func(t *Totals) { t.Verdicts[solver.Unique]++ },
		"clues":           func(t *Totals) { t.Clues[17]++ },
		"answers":         func(t *Totals) { t.Answers[formats.Match]++ },
		"guesses":         func(t *Totals) { t.Guesses.Add(3) },
		"hardest puzzles": func(t *Totals) { t.Hardest[0].Guesses++ },
	} {
		part, expected := makeTotals(2), makeTotals(102)
		if got := part.Differences(expected, all, 100); got != nil {
			t.Errorf("equal totals differ in %q", got)
		}
		change(expected)
		if got := part.Differences(expected, all, 100); !slices.Equal(got, []string{figure}) {
			t.Errorf("the totals differ in %q, want %s", got, figure)
		}
		if got := part.Differences(expected, formats.ColumnSet{}, 100); got != nil {
			t.Errorf("without columns, the totals differ in %q", got)
		}
	}
}
