package formats

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
)

// batchOfGrids returns a batch with a puzzle and a solution in the rows of which it is
// said, each of other characters.
func batchOfGrids(puzzles, solutions []bool) *Batch {
	b := NewBatch(len(puzzles))
	b.setLen(len(puzzles))
	for i := range b.Puzzles {
		// What stands in a row without a grid must not matter.
		r := &b.Results[i]
		r.Verdict, r.Stats = solver.Multiple, solver.Stats{Guesses: -1, Backtracks: -1, MaxDepth: -1, Passes: -1}
		for cell := range solver.Cells {
			b.Puzzles[i][cell] = "123456789."[(i+cell)%10]
			r.Solution[cell] = "123456789"[(i+2*cell)%9]
		}
		if !puzzles[i] {
			b.Puzzles[i][0] = 0
		}
		if solutions[i] {
			r.Count = 1 << (i % 31)
		}
	}
	return b
}

// Grids are stored up to the first that is not there, and nothing behind them.
func TestPutGrids(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "rows")
		some := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) bool { return rapid.IntRange(0, 9).Draw(t, "") > 0 }), n, n)
		b := batchOfGrids(some.Draw(t, "puzzles"), some.Draw(t, "solutions"))
		from := rapid.IntRange(0, n).Draw(t, "from")
		to := rapid.IntRange(from, n).Draw(t, "to")
		for _, kind := range []gridKind{ofPuzzle, ofSolution} {
			checkPutGrids(t, b, kind, from, to, make([]byte, (to-from)*gridEntry))
		}
	})
}

// checkPutGrids wants grids in dst as appendPlain stores them.
func checkPutGrids(t rapid.TB, b *Batch, kind gridKind, from, to int, dst []byte) {
	t.Helper()
	want, grids := []byte{}, 0
	for i := from; i < to && b.grid(kind, i) != nil; i++ {
		want = appendPlain(want, b.grid(kind, i)[:])
		grids++
	}
	for i := range dst {
		dst[i] = 0xa5
	}
	if got := putGrids(dst, b, kind, from, to); got != grids || !bytes.Equal(dst[:len(want)], want) {
		t.Fatalf("%d grids of rows %d to %d are not the %d that there are", got, from, to, grids)
	}
	if len(bytes.Trim(dst[len(want):], "\xa5")) > 0 {
		t.Fatalf("something stands behind %d grids", grids)
	}
}

// Numbers are stored as they are, and the smallest and the largest are known.
func TestPutNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.OneOf(rapid.Int32(), rapid.Int32Range(-2, 2), rapid.SampledFrom([]int32{math.MinInt32, math.MaxInt32})), 1, 150).Draw(t, "numbers")
		dst := bytes.Repeat([]byte{0xa5}, numberBytes*len(numbers)+64)
		least, most := putNumbers(dst, numbers)
		if want := plainNumbers(numbers); !bytes.HasPrefix(dst, want) || len(bytes.Trim(dst[len(want):], "\xa5")) > 0 {
			t.Fatalf("%d became %x", numbers, dst)
		}
		if least != slices.Min(numbers) || most != slices.Max(numbers) {
			t.Fatalf("from %d to %d, of %d", least, most, numbers)
		}
	})
}
