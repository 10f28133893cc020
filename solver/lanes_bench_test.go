package solver

import "testing"

// BenchmarkPass times one pass over a lane group.
func BenchmarkPass(b *testing.B) {
	for _, k := range kernels {
		b.Run(k.name, func(b *testing.B) {
			s := newLanes(Config{MaxSolutions: 2, Kernel: k.name}).(*lanes)
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
