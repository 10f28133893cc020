package benchmarks

import (
	"strings"
	"testing"
)

// measured is a record with these speeds of mrv, corpus by corpus.
func measured(speeds map[string]float64) *RunResult {
	r := &RunResult{}
	for _, corpus := range []string{"a.txt", "b.txt", "c.txt"} {
		if speed, found := speeds[corpus]; found {
			r.Corpora = append(r.Corpora, MeasuredCorpus{Corpus: corpus, SHA256: "0123456789abcdef"})
			r.Results = append(r.Results, Result{Corpus: corpus, Solver: "mrv", PuzzlesPerSecond: speed, Search: &Search{GuessesPerPuzzle: 2}})
		}
	}
	return r
}

func TestCompareKnowsItsTolerance(t *testing.T) {
	before := measured(map[string]float64{"a.txt": 1000, "b.txt": 1000, "c.txt": 1000})
	for _, c := range []struct {
		now       map[string]float64
		tolerance float64
		slower    int
		missing   int
	}{
		{map[string]float64{"a.txt": 1000, "b.txt": 901, "c.txt": 5000}, 0.1, 0, 0},
		{map[string]float64{"a.txt": 1000, "b.txt": 899, "c.txt": 5000}, 0.1, 1, 0},
		{map[string]float64{"a.txt": 999, "b.txt": 899}, 0, 2, 1},
		{map[string]float64{"a.txt": 501}, 0.5, 0, 2},
	} {
		got := Compare(before, measured(c.now), c.tolerance)
		if len(got.Slower()) != c.slower || got.Missing != c.missing || (got.Err() != nil) != (c.slower > 0) {
			t.Errorf("%v with a tolerance of %g: %d slower, %d missing, %v", c.now, c.tolerance, len(got.Slower()), got.Missing, got.Err())
		}
	}
}

func TestCompareSaysWhatDiffers(t *testing.T) {
	before, now := measured(map[string]float64{"a.txt": 1000}), measured(map[string]float64{"a.txt": 250})
	before.Machine.Processor, now.Machine.Processor = "abacus", "slide rule"
	now.Corpora[0].SHA256 = "fedcba9876543210"
	now.Options.Seed = 7
	c := Compare(before, now, 0.1)
	var b strings.Builder
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `Compared with the earlier run, with a tolerance of 10 %:
                old puzzles/s  new puzzles/s  ratio  old guesses  new guesses
  mrv on a.txt          1,000            250   0.25         2.00         2.00  slower
  the runs differ in processor: abacus before, slide rule now
  the runs differ in seed: 0 before, 7 now
  the runs differ in sha256 of a.txt: 0123456789ab before, fedcba987654 now
`
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
	if got := c.Err().Error(); got != "slower by more than 10 %: mrv on a.txt (0.25 times as fast as before)" {
		t.Error(got)
	}
}
