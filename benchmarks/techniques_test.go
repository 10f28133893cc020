package benchmarks

import (
	"context"
	"errors"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// TestTechniquesCountEachPuzzleOnce compares the counts for a corpus with individual ratings.
func TestTechniquesCountEachPuzzleOnce(t *testing.T) {
	o := quick("mrv")
	o.Techniques = true
	hard := few(t, "hard.txt", 60)
	result, err := Run(t.Context(), []*Corpus{hard, few(t, "many-solutions.txt", 5)}, o, Progress{})
	if err != nil {
		t.Fatal(err)
	}
	got := result.Corpora[0].Techniques
	want := map[string]int{}
	for i := range hard.Puzzles {
		want[ladder.New().Rate(&hard.Puzzles[i]).Hardest.String()]++
	}
	sum := 0
	for name, n := range got.Hardest {
		if sum += n; want[name] != n {
			t.Errorf("%s: %d puzzles, want %d", name, n, want[name])
		}
	}
	bands := 0
	for _, n := range got.Difficulty {
		bands += n
	}
	if sum != 60 || got.Puzzles != 60 || bands != 60 || got.PuzzlesPerSecond <= 0 {
		t.Errorf("%d of 60 puzzles have a technique, and %d a difficulty: %+v", sum, bands, got)
	}
	if none := result.Corpora[1].Techniques; none.Puzzles != 0 || len(none.Hardest) != 0 {
		t.Errorf("puzzles with several solutions are rated: %+v", none)
	}
}

// TestRatingStops checks that rating stops when the context is canceled.
func TestRatingStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("stopped"))
	s := &puzzleSet{corpus: few(t, "hard.txt", 1), truths: []truth{{verdict: solver.Unique}}}
	if _, err := s.rate(ctx); err == nil || err.Error() != "stopped" {
		t.Errorf("error %v", err)
	}
}
