package report

import (
	"testing"
	"time"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/pipeline"
)

// TestBarsOfGuessesCountEveryPuzzle checks that each puzzle is counted in exactly one bar. The
// first bar must start at zero guesses. Only the last bar may have a different width.
func TestBarsOfGuessesCountEveryPuzzle(t *testing.T) {
	for name, numbers := range map[string][]int32{
		"one":       {0},
		"few":       {0, 1, 2, 3, 3},
		"wide":      {10, 700, 990, 999},
		"long tail": append(make([]int32, 1000), 5, 100_000),
	} {
		h := new(pipeline.Histogram)
		for _, n := range numbers {
			h.Add(n)
		}
		bars, rows := guessBars(h), int64(0)
		for i, b := range bars {
			rows += b.Rows
			if i > 0 && b.From != bars[i-1].To+1 || b.More != (name == "long tail" && i == len(bars)-1) {
				t.Errorf("%s: bar %d is %+v", name, i, b)
			}
			if !b.More && b.To-b.From != bars[0].To-bars[0].From {
				t.Errorf("%s: bar %d differs in width: %+v", name, i, b)
			}
		}
		if rows != int64(len(numbers)) || bars[0].From != 0 || len(bars) > mostBars+1 {
			t.Errorf("%s: %d bars from %d on count %d of %d puzzles", name, len(bars), bars[0].From, rows, len(numbers))
		}
	}
}

// TestSpeedStepsAccountForAllRows checks that the steps cover the whole run without gaps. Speed
// times duration, summed over all steps, must equal the number of rows.
func TestSpeedStepsAccountForAllRows(t *testing.T) {
	samples := []progress.Sample{{}}
	for i := range 1000 {
		samples = append(samples, progress.Sample{After: time.Duration(i+1) * time.Second, Rows: int64(i / 7 * 4096)})
	}
	steps, rows, at := stepsOf(samples), 0.0, time.Duration(0)
	for _, s := range steps {
		if s.from != at || s.to <= s.from {
			t.Errorf("a step is from %v to %v, but the previous one ends at %v", s.from, s.to, at)
		}
		rows, at = rows+s.speed*(s.to-s.from).Seconds(), s.to
	}
	if last := samples[1000]; at != last.After || int64(rows+0.5) != last.Rows {
		t.Errorf("the speeds account for %.0f rows until %v", rows, at)
	}
	if len(steps) < mostSteps/2 || len(steps) > mostSteps+1 {
		t.Errorf("there are %d steps", len(steps))
	}
}

// TestSpeedStepsEndWithTheAverage checks that the last moments of a run do not become a separate
// step. The speed of such a step would be far too high or too low.
func TestSpeedStepsEndWithTheAverage(t *testing.T) {
	for name, end := range map[string]progress.Sample{
		"last batches at once": {After: 20*time.Second + time.Millisecond, Rows: 20_000 + 300},
		"last rows at once":    {After: 20*time.Second + time.Microsecond, Rows: 20_000 + 10},
		"nothing":              {After: 20*time.Second + time.Millisecond, Rows: 20_000},
		"no time":              {After: 20 * time.Second, Rows: 20_000 + 10},
	} {
		samples := []progress.Sample{{}}
		for i := range 1000 {
			samples = append(samples, progress.Sample{After: time.Duration(i+1) * 20 * time.Millisecond, Rows: int64(i+1) * 20})
		}
		steps := stepsOf(append(samples, end))
		for _, s := range steps {
			if s.speed < 500 || s.speed > 2000 {
				t.Errorf("%s: from %v to %v, the speed is %.0f rows per second", name, s.from, s.to, s.speed)
			}
		}
		if last := steps[len(steps)-1]; last.to != end.After {
			t.Errorf("%s: the steps end after %v, but the run after %v", name, last.to, end.After)
		}
	}
}

func TestSharesAreNotRoundedToZeroOrAll(t *testing.T) {
	for want, c := range map[string][2]int64{"0.0%": {0, 0}, "< 0.1%": {1, 1e6}, "> 99.9%": {1e6 - 1, 1e6}, "100.0%": {5, 5}, "33.3%": {1, 3}} {
		if got := percent(c[0], c[1]); got != want {
			t.Errorf("%d of %d is %s, want %s", c[0], c[1], got, want)
		}
	}
}
