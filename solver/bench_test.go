package solver

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// corpora is where the shared corpora lie beside a checkout.
const corpora = "../../shared/corpora"

// readCorpus returns the puzzles of a shared corpus, or skips the test where
// the corpora are absent.
func readCorpus(tb testing.TB, name string) []Grid {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(corpora, name))
	if os.IsNotExist(err) {
		tb.Skipf("%s is not here; it lies in the shared folder beside the checkout", name)
	}
	if err != nil {
		tb.Fatal(err)
	}
	var grids []Grid
	for line := range bytes.Lines(text) {
		var g Grid
		if len(line) >= Cells && Parse(&g, line) < 0 {
			grids = append(grids, g)
		}
	}
	return grids
}

// benchmarkCorpora are the shared corpora, from easy to hard.
var benchmarkCorpora = []string{"easy_40k.csv", "minimal_20k.txt", "17_clue.txt", "magictour_top1465.txt", "hardest_5000.txt"}

func BenchmarkSolve(b *testing.B) {
	for _, corpus := range benchmarkCorpora {
		for _, v := range Variants() {
			b.Run(corpus+"/"+v.Name, func(b *testing.B) {
				puzzles := readCorpus(b, corpus)
				results := make([]Result, len(puzzles))
				s := v.New(Config{MaxSolutions: 2})
				for b.Loop() {
					s.Solve(puzzles, results)
				}
				guesses := int64(0)
				for i := range results {
					guesses += int64(results[i].Guesses)
				}
				b.ReportMetric(float64(len(puzzles))*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
				b.ReportMetric(float64(guesses)/float64(len(puzzles)), "guesses/puzzle")
			})
		}
	}
}
