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

// BenchmarkMinlexOfParts measures Minlex for parts of a solution, such as a row or a diagonal. For
// such puzzles, there are many ways to build the first rows of the canonical form.
func BenchmarkMinlexOfParts(b *testing.B) {
	solution := gridOf(b, "534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	for _, c := range []struct {
		name  string
		clues func(cell int) bool
	}{
		{"row", func(cell int) bool { return cell < 9 }},
		{"column", func(cell int) bool { return cell%9 == 4 }},
		{"band", func(cell int) bool { return cell < 27 }},
		{"two bands", func(cell int) bool { return cell < 54 }},
		{"eight rows", func(cell int) bool { return cell < 72 }},
		{"without diagonal", func(cell int) bool { return cell%10 != 0 }},
		{"diagonal", func(cell int) bool { return cell%10 == 0 }},
		{"one digit", func(cell int) bool { return solution[cell] == '1' }},
		{"two digits", func(cell int) bool { return solution[cell] <= '2' }},
		{"80 clues", func(cell int) bool { return cell > 0 }},
		{"blank", func(int) bool { return false }},
	} {
		b.Run(c.name, func(b *testing.B) {
			puzzle := solution
			for cell := range puzzle {
				if !c.clues(cell) {
					puzzle[cell] = solver.Blank
				}
			}
			var f Form
			var form solver.Grid
			for b.Loop() {
				f.Minlex(&form, &puzzle)
			}
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
