package solver

import "testing"

func BenchmarkPass(b *testing.B) {
	for _, k := range kernels {
		b.Run(k.name, func(b *testing.B) {
			s := newLanesK(Config{MaxSolutions: 2}, k).(*lanes)
			p := readCorpus(b, "hardest_5000.txt")
			for l := range s.lanes {
				k.parse(&s.states[l], &p[l])
				s.inFrom(l, l)
			}
			s.flushIn()
			for b.Loop() {
				for g := range s.events {
					k.pass(&s.events[g])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(s.lanes)), "ns/lane")
		})
	}
}
