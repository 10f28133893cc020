package pipeline

import (
	"io"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// BenchmarkRun measures everything but solving: cutting, parsing, encoding and
// writing to nowhere, with one worker.
func BenchmarkRun(b *testing.B) {
	const rows = 200_000
	input := "id,puzzle\n" + strings.Repeat("7,"+strings.Repeat(".", 50)+strings.Repeat("123456789", 3)+"1234\n", rows)
	for _, name := range []string{"x.csv", "x.txt", "x.parquet"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s := setup{strings.NewReader(input), io.Discard, name, 1, 4096, func() (solver.Solver, error) { return idle{}, nil }}
				if _, err := s.run(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
		})
	}
}
