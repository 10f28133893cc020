package solver

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The directories of the repository's corpora and of the shared corpora next to the checkout.
const (
	shipped = "../benchmarks/corpora"
	corpora = "../../shared/corpora"
)

// readCorpus returns the puzzles in a shared corpus. It skips the test if the file does not exist.
func readCorpus(tb testing.TB, name string) []Grid {
	tb.Helper()
	path := filepath.Join(corpora, name)
	if _, err := os.Stat(path); os.IsNotExist(err) {
		tb.Skipf("%s does not exist; it belongs in shared/corpora, next to the checkout", name)
	}
	return readPuzzles(tb, path)
}

// readPuzzles returns the puzzles in a file. It looks for a puzzle at the start of each line.
func readPuzzles(tb testing.TB, path string) []Grid {
	tb.Helper()
	text, err := os.ReadFile(path)
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

// benchmarkCorpora lists the shared corpora, from easy to hard.
var benchmarkCorpora = []string{"easy_40k.csv", "minimal_20k.txt", "17_clue.txt", "magictour_top1465.txt", "hardest_5000.txt"}

// sampleOf returns between n and 2n evenly spaced puzzles, or all if there are fewer than n.
func sampleOf(puzzles []Grid, n int) (sample []Grid) {
	for i := 0; i < len(puzzles); i += max(1, len(puzzles)/n) {
		sample = append(sample, puzzles[i])
	}
	return sample
}

// BenchmarkSolve measures every variant and kernel. Classic variants could take minutes for some
// puzzles, so they solve only samples, with a limit on guesses. If you quote their figures, also
// give the share of unfinished puzzles.
func BenchmarkSolve(b *testing.B) {
	for _, corpus := range benchmarkCorpora {
		for _, v := range Variants() {
			b.Run(corpus+"/"+v.Name, func(b *testing.B) {
				puzzles := readCorpus(b, corpus)
				c := Config{MaxSolutions: 2}
				if classic[v.Name] {
					puzzles = sampleOf(puzzles, 200)
					c.MaxGuesses = testBudget
				}
				if v.Kernels() == nil {
					benchmarkSolver(b, puzzles, v.newSolver(completed(c)))
				}
				for _, c.Kernel = range v.Kernels() {
					b.Run(c.Kernel, func(b *testing.B) { benchmarkSolver(b, puzzles, v.newSolver(completed(c))) })
				}
			})
		}
	}
}

func benchmarkSolver(b *testing.B, puzzles []Grid, s Solver) {
	results := make([]Result, len(puzzles))
	for b.Loop() {
		s.Solve(puzzles, results)
	}
	var sum Stats
	unfinished := 0
	for i := range results {
		sum.Guesses += results[i].Guesses
		sum.Passes += results[i].Passes
		if results[i].Verdict == Unfinished {
			unfinished++
		}
	}
	n := float64(len(puzzles))
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
	b.ReportMetric(float64(sum.Guesses)/n, "guesses/puzzle")
	b.ReportMetric(float64(sum.Passes)/n, "passes/puzzle")
	b.ReportMetric(float64(unfinished)/n, "unfinished/puzzle")
}
