package formats

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// TestExtrasDoNotAllocate checks that computing all extras a second time does not allocate. The
// rows cover every verdict.
func TestExtrasDoNotAllocate(t *testing.T) {
	extras, err := ParseExtras(strings.Join(ExtraNames(), ","))
	if err != nil {
		t.Fatal(err)
	}
	const rows = 3 * solver.NumVerdicts
	b := NewBatch(rows)
	b.setLen(rows)
	for i := range rows {
		b.Puzzles[i] = solver.Grid([]byte(puzzle(i)))
		b.Results[i] = solver.Result{Solution: solver.Grid([]byte(solution(i))), Verdict: solver.Verdict(i % solver.NumVerdicts), Count: 1}
	}
	b.FindExtras(extras)
	if n := testing.AllocsPerRun(10, func() { b.FindExtras(extras) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	for i := range rows {
		isUnique := b.Results[i].Verdict == solver.Unique
		if b.Minlex[i].Clues() != b.Puzzles[i].Clues() || (b.Symmetries[i] > 0) != isUnique || (b.Classes[i] != ClassText{}) != isUnique {
			t.Errorf("a puzzle that is %v has minlex %v, class %q and %d symmetries", b.Results[i].Verdict, &b.Minlex[i], b.Classes[i], b.Symmetries[i])
		}
	}
}
