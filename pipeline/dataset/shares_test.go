package dataset

import (
	"math"
	"math/rand/v2"
	"testing"
)

// However many classes there are, a bounded number of them shows how large they are.
func TestClassSizesOfManyClasses(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := &classSizes{sizes: map[uint64]float64{}}
	puzzles, squares := 0.0, 0.0
	for range 4 * mostClasses {
		size := 1 + random.IntN(5)
		hash := random.Uint64()
		for range size {
			if err := s.Write(nil, &classesOfBatch{hashes: []uint64{hash}}); err != nil {
				t.Fatal(err)
			}
		}
		puzzles += float64(size)
		squares += float64(size * size)
	}
	if len(s.sizes) > mostClasses || len(s.sizes) < mostClasses/4 {
		t.Errorf("%d classes are kept, want at most %d", len(s.sizes), mostClasses)
	}
	if got, want := s.mean(), squares/puzzles; math.Abs(got/want-1) > 0.02 {
		t.Errorf("the mean size is %.3f, want about %.3f", got, want)
	}
}
