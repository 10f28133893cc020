package solver

import (
	"fmt"
	"testing"
)

// BenchmarkLanesPass times one pass over a lane group.
func BenchmarkLanesPass(b *testing.B) {
	for _, k := range kernels {
		b.Run(k.name, func(b *testing.B) {
			s := newKernel(b, k.name, Config{MaxSolutions: 2}).(*lanes)
			puzzles := readCorpus(b, "hardest_5000.txt")
			s.puzzles, s.results = puzzles, make([]Result, len(puzzles))
			for l := range s.lanes {
				s.refill(l)
			}
			s.flushLoad()
			for b.Loop() {
				for g := range s.groups {
					k.pass(&s.groups[g].passContext)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(s.lanes)), "ns/lane")
		})
	}
}

// BenchmarkLanesBatch solves 65,536 puzzles in batches of several sizes: small
// ones pay for lanes that stand idle at their ends.
func BenchmarkLanesBatch(b *testing.B) {
	const total = 65536
	for _, corpus := range []string{"easy_40k.csv", "17_clue.txt", "hardest_5000.txt"} {
		for _, size := range []int{64, 256, 1024, 4096, total} {
			b.Run(fmt.Sprintf("%s/%d", corpus, size), func(b *testing.B) {
				var puzzles []Grid
				for text := readCorpus(b, corpus); len(puzzles) < total; {
					puzzles = append(puzzles, text[:min(len(text), total-len(puzzles))]...)
				}
				results := make([]Result, total)
				s := newKernel(b, "", Config{MaxSolutions: 2})
				for b.Loop() {
					for i := 0; i < total; i += size {
						s.Solve(puzzles[i:i+size], results[i:i+size])
					}
				}
				b.ReportMetric(total*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
			})
		}
	}
}
