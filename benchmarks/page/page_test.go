package page

import (
	"fmt"
	"strings"
	"testing"
)

func TestCompact(t *testing.T) {
	for x, want := range map[float64]string{0.5: "0.5", 1: "1", 9.96: "10", 123: "123", 1000: "1 k", 4567: "4.6 k", 45678: "46 k", 1e6: "1 M", 4.2e6: "4.2 M"} {
		if got := Compact(x); got != want {
			t.Errorf("Compact(%g) = %q, want %q", x, got, want)
		}
	}
}

// TestChartsHaveAColorForEverySeries checks that the style sheet has a light and a dark color for
// every series.
func TestChartsHaveAColorForEverySeries(t *testing.T) {
	for i := range Colors {
		if n := strings.Count(head, fmt.Sprintf("--s%d: #", i)); n != 2 {
			t.Errorf("color %d is defined %d times", i, n)
		}
	}
}
