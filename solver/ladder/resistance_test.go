package ladder

import (
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// TestResistance checks that hard puzzles have a high resistance. The resistance of easy puzzles
// must be 0.
func TestResistance(t *testing.T) {
	for _, c := range []struct {
		puzzle string
		least  int
	}{
		{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 0},
		{"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 150},
		{"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 150},
	} {
		g := solver.Grid([]byte(c.puzzle))
		l := New()
		n := l.Resistance(&g)
		if needed := l.Rate(&g).Hardest >= TrialAndError; n < c.least || (n > 0) != needed {
			t.Errorf("%s: resistance %d, expected at least %d; trial and error needed: %t", c.puzzle, n, c.least, needed)
		}
		t.Log(n)
	}
}
