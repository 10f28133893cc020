package pipeline

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/pipeline/internal/testkit"
)

// BenchmarkRun measures a run without a solver. One worker parses and encodes rows.
func BenchmarkRun(b *testing.B) {
	const rows = 200_000
	input := "id,puzzle\n" + strings.Repeat("7,"+strings.Repeat(".", 50)+strings.Repeat("123456789", 3)+"1234\n", rows)
	for _, name := range []string{"x.csv", "x.txt", "x.parquet"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s := setup{strings.NewReader(input), io.Discard, name, 1, 4096, testkit.NewIdle}
				if _, err := s.run(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
		})
	}
}

// BenchmarkSolve measures a run in memory. It reads easy puzzles and their answers, solves the
// puzzles, and encodes all columns.
func BenchmarkSolve(b *testing.B) {
	const copies = 200
	text := testkit.Read(b, "../benchmarks/corpora/easy.csv")
	header, rows, _ := strings.Cut(string(text), "\n")
	input := header + "\n" + strings.Repeat(rows, copies)
	count := float64(copies * strings.Count(rows, "\n"))
	for _, name := range []string{"x.csv", "none.parquet", "zstd.parquet"} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(b *testing.B) {
				for b.Loop() {
					s := setup{strings.NewReader(input), io.Discard, name, workers, 4096, testkit.NewSolver}
					if _, err := s.run(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(count*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
			})
		}
	}
}
