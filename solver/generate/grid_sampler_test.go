package generate

import (
	"math"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

func BenchmarkGrids(b *testing.B) {
	var s sampler
	var grid solver.Grid
	for i := range b.N {
		s.draw(&grid, newStream(1, forGrid, uint64(i), 0))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "grids/s")
}

// TestDraw checks that grids are solutions, differ from each other, and do not depend on earlier
// draws.
func TestDraw(t *testing.T) {
	var s sampler
	seen := map[solver.Grid]bool{}
	const n = 20_000
	for i := range uint64(n) {
		var grid, again solver.Grid
		s.draw(&grid, newStream(7, forGrid, i, 0))
		if !grid.SolutionOf(&grid) {
			t.Fatalf("grid %d is not a solution: %s", i, &grid)
		}
		new(sampler).draw(&again, newStream(7, forGrid, i, 0))
		if again != grid {
			t.Fatalf("grid %d depends on earlier draws", i)
		}
		seen[grid] = true
	}
	if len(seen) != n {
		t.Errorf("only %d of %d grids are different", len(seen), n)
	}
}

// TestTries checks the share of tries that yield a grid. The share must be close to the number of
// grids divided by the number of outcomes. An outcome includes the choices that sampler.store makes
// after the try.
func TestTries(t *testing.T) {
	const tries = 400_000
	const share = 6_670_903_752_021_072_936_960.0 / (362_880.0 * 2_612_736 * 2_612_736) / maxFillings / 64
	s := sampler{random: newStream(3, forGrid, 0, 0)}
	n := 0.0
	for range tries {
		if s.try() {
			n++
		}
	}
	if deviation := math.Sqrt(tries * share); math.Abs(n-tries*share) > 3*deviation {
		t.Errorf("%.0f of %d tries yield a grid, want %.0f ± %.0f", n, tries, tries*share, deviation)
	}
}

// TestMiddleFillings checks that the table lists as many different fillings of a middle box as
// countMiddle finds.
func TestMiddleFillings(t *testing.T) {
	s := sampler{random: newStream(4, forGrid, 0, 0)}
	most := 0
	for range 1000 {
		s.try()
		rows, columns := s.leftStack[0].columns, s.topBand[0].columns
		n := 0
		countMiddle(&rows, &columns, 0, 0, &n)
		most = max(most, n)
		fillings := middleKinds()[kindOf(&rows, &columns)].fillings
		seen := map[filling]bool{}
		for _, f := range fillings {
			seen[f] = true
		}
		if len(fillings) != n || len(seen) != n {
			t.Fatalf("%d fillings, %d of them different, want %d", len(fillings), len(seen), n)
		}
	}
	if most != maxFillings {
		t.Errorf("the maximum is %d fillings, want %d", most, maxFillings)
	}
}

// countMiddle adds to *n the number of ways to fill the middle box, starting at the given cell.
func countMiddle(rows, columns *[3]uint16, cell int, used uint16, n *int) {
	if cell == 9 {
		*n++
		return
	}
	free := allDigits &^ (rows[cell/3] | columns[cell%3] | used)
	for ; free != 0; free &= free - 1 {
		countMiddle(rows, columns, cell+1, used|free&-free, n)
	}
}
