package solver

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"
)

func TestTry(t *testing.T) {
	for _, corpus := range []string{"easy_40k.csv", "minimal_20k.txt", "17_clue.txt", "magictour_top1465.txt", "hardest_5000.txt"} {
		p := readCorpus(t, corpus)
		for _, k := range kernels {
			if os.Getenv("K") != "" && os.Getenv("K") != k.name {
				continue
			}

			r := make([]Result, len(p))
			s := newLanes(Config{MaxSolutions: 2, Kernel: k.name})
			var ds []time.Duration
			for range 7 {
				t0 := time.Now()
				s.Solve(p, r)
				ds = append(ds, time.Since(t0))
			}
			slices.Sort(ds)
			el, best := ds[3], ds[0]
			var g, ps, bad int
			for i := range r {
				g += int(r[i].Guesses)
				ps += int(r[i].Passes)
				if r[i].Verdict != Unique || !r[i].Solution.SolutionOf(&p[i]) {
					bad++
				}
			}
			n := float64(len(p))
			fmt.Printf("%-22s %-8s %8.0f/s best %8.0f guesses %7.3f passes %8.3f bad %d\n", corpus, k.name, n/el.Seconds(), n/best.Seconds(), float64(g)/n, float64(ps)/n, bad)
		}
	}
}
