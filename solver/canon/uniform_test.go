package canon

import (
	"math"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
)

// TestGeneratedGridsAreUniform compares how often the classes of bands occur in successive rows
// of two seeds. Where grids are not equally likely or not independent of each other, classes
// deviate by far more than chance allows: searches that choose at random come to 700 and more,
// and grids of which some share a band to thousands.
func TestGeneratedGridsAreUniform(t *testing.T) {
	few, many := 20_000, 100_000
	if testing.Short() {
		few, many = 4_000, 20_000
	}
	a, b := countBands(t, 1, few), countBands(t, 2, many)
	ratio := math.Sqrt(float64(many) / float64(few))
	square, seen := 0.0, 0
	for class := range a {
		if sum := a[class] + b[class]; sum > 0 {
			seen++
			difference := a[class]*ratio - b[class]/ratio
			square += difference * difference / sum
		}
	}
	t.Logf("chi-square %.0f over %d classes", square, seen)
	if square > 500 || seen < classes-10 {
		t.Errorf("chi-square is %.0f over %d classes, expected about 413 over %d", square, seen, classes)
	}
}

// countBands counts the classes of the bands and stacks of generated grids.
func countBands(t *testing.T, seed uint64, rows int) (counts [classes]float64) {
	t.Helper()
	g, err := generate.New(generate.Options{Seed: seed, PerGrid: 1, Clues: generate.Range{From: 81, To: 81}}, "")
	if err != nil {
		t.Fatal(err)
	}
	grids := make([]solver.Grid, rows)
	if err := g.Fill(0, grids, make([]bool, rows)); err != nil {
		t.Fatal(err)
	}
	var f Form
	for i := range grids {
		f.solution[0] = grids[i]
		transpose.Apply(&f.solution[1], &grids[i])
		for k := range 6 {
			var s shape
			if !s.set(f.band(k)) {
				t.Fatalf("%v is no solution", &grids[i])
			}
			counts[bands().bands[s.index].class()]++
		}
	}
	return counts
}
