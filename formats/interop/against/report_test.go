package main

import (
	"testing"
	"time"
)

// TestRatios computes medians of costs, their ratio and the ratios within rounds.
func TestRatios(t *testing.T) {
	t.Parallel()
	second := func(n float64) cost { return cost{cpu: time.Duration(n * float64(time.Second)), peak: int64(n * 1e6)} }
	m := measurement{
		base:    []cost{second(4), second(1), second(2)},
		current: []cost{second(4), second(3), second(1)},
	}
	r := m.ratios()
	if r.cpu != 1.5 || r.peak != 1.5 || median(r.paired) != 1 {
		t.Errorf("got %+v, want ratios of medians 1.5 and a paired ratio of 1", r)
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("the median of an even number is %v, want 2.5", got)
	}
}

// TestShellCommand quotes what a shell would take apart.
func TestShellCommand(t *testing.T) {
	t.Parallel()
	got := shellCommand([]string{"gridmill", "solve", "it's a file", "-o", "out.csv", ""})
	if want := `gridmill solve 'it'\''s a file' -o out.csv ''`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
