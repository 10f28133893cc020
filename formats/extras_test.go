package formats

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// TestNumbersOfMorphs checks which numbers of morphs are accepted in a list of extras.
func TestNumbersOfMorphs(t *testing.T) {
	for text, want := range map[string]int{
		"guesses_mean": DefaultMorphs, "guesses_mean:7,class": 7, "class,guesses_mean:1,000,steps": 1000, "guesses_mean:10k": 10_000,
		"guesses_mean:1M": 1_000_000, "guesses_mean:2M": 0, "guesses_mean:0": 0, "guesses_mean:1,00": 0, "guesses_mean:": 0, "class:1,000": 0,
	} {
		extras, err := ParseExtras(text)
		if (err == nil) != (want > 0) || err == nil && extras.morphs != want {
			t.Errorf("%q means %d morphs, want %d: %v", text, extras.morphs, want, err)
		}
	}
}

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
