package generate

import (
	"testing"

	"github.com/gridmill/gridmill/solver"
)

func BenchmarkGrids(b *testing.B) {
	var s sampler
	grids := make([]solver.Grid, blockGrids)
	for i := range b.N {
		s.drawBlock(grids, 1, uint64(i))
	}
	b.ReportMetric(float64(b.N)*blockGrids/b.Elapsed().Seconds(), "grids/s")
}

// TestGridsAreSolved draws blocks, whole and in part.
func TestGridsAreSolved(t *testing.T) {
	var s sampler
	grids := make([]solver.Grid, blockGrids)
	some := make([]solver.Grid, 100)
	for block := range uint64(20) {
		s.drawBlock(grids, 7, block)
		seen := map[solver.Grid]bool{}
		for i := range grids {
			if !grids[i].SolutionOf(&grids[i]) {
				t.Fatalf("block %d, grid %d is not solved: %s", block, i, &grids[i])
			}
			seen[grids[i]] = true
		}
		if len(seen) != len(grids) {
			t.Errorf("block %d has %d different grids of %d", block, len(seen), len(grids))
		}
		s.drawBlock(some, 7, block)
		for i := range some {
			if some[i] != grids[i] {
				t.Fatalf("grid %d of block %d depends on how many are drawn", i, block)
			}
		}
	}
}

// TestCompletions counts the grids that come of bands and stacks: one in 128 of the number of
// all grids divided by that of such pairs.
func TestCompletions(t *testing.T) {
	const pairs = 3000
	const want = 6_670_903_752_021_072_936_960.0 / (362_880.0 * 2_612_736 * 2_612_736) / 128
	s := sampler{random: newStream(3, forBlock, 0, 0), out: make([]solver.Grid, 0, 40*pairs)}
	for range pairs {
		s.drawBandAndStack()
		s.fillMiddle(0, 0)
	}
	if mean := float64(len(s.out)) / pairs; mean < want*0.98 || mean > want*1.02 {
		t.Errorf("%.2f grids come of a band and a stack, not about %.2f", mean, want)
	}
}
