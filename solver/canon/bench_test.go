package canon

import (
	"testing"

	"github.com/gridmill/gridmill/solver"
)

var benchmarkCorpora = []string{"minimal_20k.txt", "17_clue.txt", "hardest_5000.txt", "easy_40k.csv"}

func perSecond(b *testing.B, rows int) {
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkMinlex(b *testing.B) {
	for _, name := range benchmarkCorpora {
		b.Run(name, func(b *testing.B) {
			puzzles := readCorpus(b, name)
			var f Form
			var form solver.Grid
			for b.Loop() {
				for i := range puzzles {
					f.Minlex(&form, &puzzles[i])
				}
			}
			perSecond(b, len(puzzles))
		})
	}
}

func BenchmarkSolution(b *testing.B) {
	solutions := solutionsOf(b, readCorpus(b, "minimal_20k.txt"))
	var f Form
	var form solver.Grid
	f.Solution(&form, &solutions[0])
	for b.Loop() {
		for i := range solutions {
			f.Solution(&form, &solutions[i])
		}
	}
	perSecond(b, len(solutions))
}

func BenchmarkKey(b *testing.B) {
	for _, name := range benchmarkCorpora {
		b.Run(name, func(b *testing.B) {
			puzzles := readCorpus(b, name)
			solutions := solutionsOf(b, puzzles)
			var f Form
			f.Key(&puzzles[0], &solutions[0])
			for b.Loop() {
				for i := range puzzles {
					f.Key(&puzzles[i], &solutions[i])
				}
			}
			perSecond(b, len(puzzles))
		})
	}
}

func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		makeBands()
	}
}
