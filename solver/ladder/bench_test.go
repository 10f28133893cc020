package ladder

import "testing"

func BenchmarkRate(b *testing.B) {
	for _, last := range []Technique{Singles, HiddenQuad, TrialAndError} {
		for _, name := range []string{"minimal_20k.txt", "17_clue.txt", "hardest_5000.txt"} {
			b.Run(last.String()+"/"+name, func(b *testing.B) {
				puzzles := readCorpus(b, name)
				l := New()
				for b.Loop() {
					for i := range puzzles {
						l.RateTo(&puzzles[i], last)
					}
				}
				b.ReportMetric(float64(len(puzzles))*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
			})
		}
	}
}
