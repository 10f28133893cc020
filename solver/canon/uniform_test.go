package canon_test

import (
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/generate"
)

// TestGeneratedGridsAreUniform compares how often each class of bands occurs in generated grids and
// in all solutions. The frequencies must not deviate by more than chance allows.
func TestGeneratedGridsAreUniform(t *testing.T) {
	rows := 100_000
	if testing.Short() {
		rows = 20_000
	}
	square := 0.0
	shares := canon.BandShares(t)
	for class, n := range countBands(t, 1, rows) {
		expected := 6 * float64(rows) * shares[class]
		square += (n - expected) * (n - expected) / expected
	}
	t.Logf("chi-square %.0f", square)
	if square > 500 {
		t.Errorf("chi-square is %.0f over %d classes, want about %d", square, canon.BandClasses, canon.BandClasses-1)
	}
}

// countBands generates grids and counts the classes of their bands and stacks.
func countBands(t *testing.T, seed uint64, rows int) (counts [canon.BandClasses]float64) {
	t.Helper()
	g, err := generate.New(generate.Options{Seed: seed, PerGrid: 1, Clues: &generate.Range{From: 81, To: 81}}, "", new(generate.Run))
	if err != nil {
		t.Fatal(err)
	}
	grids := make([]solver.Grid, rows)
	if err := g.Fill(0, grids, make([]bool, rows), nil); err != nil {
		t.Fatal(err)
	}
	var f canon.Form
	for i := range grids {
		for _, class := range f.ClassesOfBands(t, &grids[i]) {
			counts[class]++
		}
	}
	return counts
}
