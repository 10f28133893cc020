package benchmarks

import (
	"errors"
	"strings"
	"testing"
)

// measured returns the result of a run of mrv. speeds maps corpus names to speeds.
func measured(speeds map[string]float64) *RunResult {
	r := &RunResult{}
	for _, corpus := range []string{"a.txt", "b.txt", "c.txt"} {
		if speed, found := speeds[corpus]; found {
			r.Corpora = append(r.Corpora, MeasuredCorpus{Corpus: corpus, SHA256: "0123456789abcdef"})
			r.Results = append(r.Results, &Result{Corpus: corpus, Solver: "mrv", Rounds: []float64{speed}, Search: &Search{GuessesPerPuzzle: 2}})
		}
	}
	return r
}

func TestCompareUsesItsTolerance(t *testing.T) {
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
		if len(got.suspects()) != c.slower || len(got.OnlyOld) != c.missing || (got.Err() != nil) != (c.slower > 0) {
			t.Errorf("%v with a tolerance of %g: %d slower, %d missing, %v", c.now, c.tolerance, len(got.suspects()), len(got.OnlyOld), got.Err())
		}
	}
}

func TestCompareListsDifferences(t *testing.T) {
	before, now := measured(map[string]float64{"a.txt": 1000}), measured(map[string]float64{"a.txt": 250})
	before.Machine.Processor, now.Machine.Processor = "abacus", "slide rule"
	before.Results[0].MachineRounds, now.Results[0].MachineRounds = []float64{60}, []float64{30}
	c := Compare(before, now, 0.1)
	var b strings.Builder
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `Compared with the earlier run (by processor time where both runs recorded it, with a tolerance of 10%):
                old puzzles/s  new puzzles/s  machine  ratio  old guesses  new guesses
  mrv on a.txt          1,000            250     0.50   0.50         2.00         2.00  slower
  the runs differ in processor: abacus before, slide rule now
`
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
	if got := c.Err().Error(); got != "slower by more than 10%: mrv on a.txt (0.50 times as fast as before)" {
		t.Error(got)
	}
}

// TestCompareUsesTheSpreadOfBothRuns checks Pair.outcome. If the median decreases by more than the
// tolerance, the outcome depends on the spread of the old rounds and of the new rounds. Processor
// times count only if both runs recorded them.
func TestCompareUsesTheSpreadOfBothRuns(t *testing.T) {
	quiet := Result{Rounds: []float64{980, 1000, 1010}}
	noisy := Result{Rounds: []float64{600, 1000, 1100}}
	for name, c := range map[string]struct {
		before, now Result
		want        outcome
	}{
		"slower than all rounds before": {quiet, Result{Rounds: []float64{750, 770, 780}}, slower},
		"with one fast round":           {quiet, Result{Rounds: []float64{750, 770, 950}}, inconclusive},
		"with one fast round of many":   {quiet, Result{Rounds: []float64{740, 745, 750, 750, 755, 760, 765, 770, 775, 950}}, slower},
		"within the tolerance":          {quiet, Result{Rounds: []float64{890, 910, 930}}, notSlower},
		"as slow as a round before":     {noisy, Result{Rounds: []float64{750, 770, 780}}, inconclusive},
		"slower than a noisy run":       {noisy, Result{Rounds: []float64{500, 550, 700}}, slower},
		"slow only in elapsed time": {
			Result{Rounds: []float64{1000}, ProcessorRounds: []float64{1000}}, Result{Rounds: []float64{500}, ProcessorRounds: []float64{990}}, notSlower,
		},
		"slow on the processor": {
			Result{Rounds: []float64{1000}, ProcessorRounds: []float64{1000}}, Result{Rounds: []float64{1000}, ProcessorRounds: []float64{500}}, slower,
		},
		"processor time of one run": {quiet, Result{Rounds: []float64{500}, ProcessorRounds: []float64{1000}}, slower},
		"on a slower machine": {
			Result{Rounds: []float64{1000, 1010}, MachineRounds: []float64{50, 50}},
			Result{Rounds: []float64{500, 700}, MachineRounds: []float64{25, 35}}, notSlower,
		},
		"by more than the machine": {
			Result{Rounds: []float64{1000, 1010}, MachineRounds: []float64{50, 50}},
			Result{Rounds: []float64{400, 560}, MachineRounds: []float64{25, 35}}, slower,
		},
		"as fast on a faster machine": {
			Result{Rounds: []float64{1000, 1010}, MachineRounds: []float64{50, 50}},
			Result{Rounds: []float64{1000, 1010}, MachineRounds: []float64{70, 70}}, slower,
		},
	} {
		pair := Pair{&c.before, &c.now}
		if got := pair.outcome(0.1); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestSlowerSolversAreMeasuredAgain checks that Confirm measures a solver again if it seems slower.
// Confirm must give up if the solver remains slow.
func TestSlowerSolversAreMeasuredAgain(t *testing.T) {
	corpora := []*Corpus{few(t, "easy.csv", 3), few(t, "hard.txt", 3)}
	o := quick("mrv", "dlx")
	before, err := Run(t.Context(), corpora, o, Progress{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range before.Results {
		before.Results[i].setSpeed([]speed{{1, 1, 1}}) // lower than every measured speed
	}
	now, err := Run(t.Context(), corpora, o, Progress{})
	if err != nil {
		t.Fatal(err)
	}
	now.Results[3].setSpeed([]speed{{0.1, 0.1, 1}})
	var steps []string
	c, err := Confirm(t.Context(), corpora, before, now, 0.1, Progress{Step: func(doing string, _, _ int) { steps = append(steps, doing) }})
	if err != nil || c.Err() != nil {
		t.Error(err, c.Err())
	}
	if n := len(steps); n != 1+Rounds || steps[0] != "checking hard.txt again" || len(now.Results[3].Rounds) != 1+Rounds || len(now.Results[0].Rounds) != Rounds {
		t.Errorf("the steps are %q, the results %+v", steps, now.Results)
	}
	before.Results[0].setSpeed([]speed{{1e12, 1e12, 1}})
	if c, err = Confirm(t.Context(), corpora, before, now, 0.1, Progress{}); err != nil || len(c.suspects()) != 1 {
		t.Errorf("a solver that remains slow: %v, %v", err, c.suspects())
	}
	if n := len(now.Results[0].Rounds); n != Rounds*(1+confirmations) {
		t.Errorf("the solver was timed %d times", n)
	}
}

func TestInconclusiveComparison(t *testing.T) {
	before, now := measured(map[string]float64{"a.txt": 1000}), measured(map[string]float64{"a.txt": 540})
	before.Results[0].Rounds, now.Results[0].Rounds = []float64{500, 1000, 1200}, []float64{400, 540, 1000}
	err := Compare(before, now, 0.1).Err()
	var slower *SlowerError
	want := "inconclusive: mrv on a.txt (0.54 times as fast as before; confidence intervals relative to the earlier speed: 0.40 to 1.00 in this run, 0.50 to 1.20 in the earlier run); either the rounds vary too much, or the runs solved different puzzles; repeat both runs with the same puzzles; use an idle machine or longer rounds"
	if !errors.As(err, &slower) || !slower.Inconclusive || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

// TestGuessesOfOtherPuzzlesAreNotCompared checks that guesses are not compared if the runs solved
// different numbers of puzzles.
func TestGuessesOfOtherPuzzlesAreNotCompared(t *testing.T) {
	before, now := measured(map[string]float64{"a.txt": 1000}), measured(map[string]float64{"a.txt": 1000})
	before.Results[0].Morphs, now.Results[0].Morphs = 4096, 2048
	var b strings.Builder
	if err := Compare(before, now, 0.1).Write(&b); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, "some solvers received different puzzles in the two runs") || strings.Contains(text, "2.00") {
		t.Errorf("got:\n%s", text)
	}
}
