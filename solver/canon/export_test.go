package canon

import (
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// The following identifiers are exported for package canon_test. Its tests cannot be in this
// package, because they import package generate, which imports this package.

// BandClasses is the number of classes of bands.
const BandClasses = classes

// BandShares returns the probability of each class of bands in a random solution.
var BandShares = bandShares

// ClassesOfBands returns the classes of the bands and stacks of a solution.
func (f *Form) ClassesOfBands(tb testing.TB, grid *solver.Grid) (of [6]int) {
	tb.Helper()
	f.solution[0] = *grid
	transpose.Apply(&f.solution[1], grid)
	for k := range of {
		var s shape
		if !s.set(f.band(k)) {
			tb.Fatalf("%v is not a solution", grid)
		}
		of[k] = int(bands().bands[s.index].class())
	}
	return of
}
