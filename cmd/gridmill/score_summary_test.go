package main

import (
	"math"
	"testing"
)

// TestIntervals compares intervals with published tables of the Wilson score interval.
func TestIntervals(t *testing.T) {
	for _, c := range []struct {
		part, n   int64
		low, high float64
	}{{0, 10, 0, 0.2775}, {5, 10, 0.2366, 0.7634}, {81, 263, 0.2553, 0.3662}, {10, 10, 0.7225, 1}, {0, 0, 0, 0}} {
		if s := wilson(c.part, c.n); math.Abs(s.Low-c.low) > 1e-4 || math.Abs(s.High-c.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.part, c.n, s.Low, s.High, c.low, c.high)
		}
	}
	// The shares 0.25, 0.5, 0.5 and 0.75 have a standard deviation of 0.2041.
	if s := meanOf(2, 1.125, 4); math.Abs(s.Share-0.5) > 1e-9 || math.Abs(s.High-0.7) > 1e-3 || math.Abs(s.Low-0.3) > 1e-3 {
		t.Errorf("the mean is %v", s)
	}
}
