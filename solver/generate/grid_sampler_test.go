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

// TestGridsAreSolved draws grids with one sampler and with others.
func TestGridsAreSolved(t *testing.T) {
	var s sampler
	seen := map[solver.Grid]bool{}
	const n = 20_000
	for i := range uint64(n) {
		var grid, again solver.Grid
		s.draw(&grid, newStream(7, forGrid, i, 0))
		if !grid.SolutionOf(&grid) {
			t.Fatalf("grid %d is not solved: %s", i, &grid)
		}
		new(sampler).draw(&again, newStream(7, forGrid, i, 0))
		if again != grid {
			t.Fatalf("grid %d depends on those drawn before", i)
		}
		seen[grid] = true
	}
	if len(seen) != n {
		t.Errorf("%d different grids of %d", len(seen), n)
	}
}

// TestTries counts the tries that yield a grid: the share of all grids in what can be
// drawn.
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
		t.Errorf("%.0f tries of %d yield a grid, expected %.0f ± %.0f", n, tries, tries*share, deviation)
	}
}

// TestMiddleFillings counts the ways to fill the middle boxes of bands and stacks, each of
// which must be what the box permits and of its own.
func TestMiddleFillings(t *testing.T) {
	s := sampler{random: newStream(4, forGrid, 0, 0)}
	most := 0
	for range 1000 {
		s.try()
		rows, columns := s.below[0].columns, s.beside[0].columns
		n := 0
		countMiddle(&rows, &columns, 0, 0, &n)
		most = max(most, n)
		fillings := middleKinds()[kindOf(&rows, &columns)].fillings
		seen := map[filling]bool{}
		for _, f := range fillings {
			seen[f] = true
		}
		if len(fillings) != n || len(seen) != n {
			t.Fatalf("%d fillings, %d of them different, expected %d", len(fillings), len(seen), n)
		}
	}
	if most != maxFillings {
		t.Errorf("at most %d fillings, expected %d", most, maxFillings)
	}
}

// countMiddle counts the ways to fill the middle box from a cell on.
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
