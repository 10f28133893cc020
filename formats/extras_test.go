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

// TestExtrasOfRowsHeldElsewhere checks the extras that FindExtrasOf computes when a batch is
// reused, first for fewer and then for more rows.
func TestExtrasOfRowsHeldElsewhere(t *testing.T) {
	puzzle := solver.Grid([]byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	unique := solver.Result{Verdict: solver.Unique, Count: 1, Solution: solver.Grid([]byte("534678912672195348198342567859761423426853791713924856961537284287419635345286179"))}
	e, err := ParseExtras("class,symmetries,difficulty,backdoor,explainer_rating,guesses_mean:3,techniques")
	if err != nil {
		t.Fatal(err)
	}
	b := NewBatch(0)
	for _, rows := range []int{5, 2, 9} {
		puzzles, results := make([]solver.Grid, rows), make([]solver.Result, rows)
		for i := range puzzles {
			if puzzles[i] = puzzle; i%2 == 0 {
				results[i] = unique
			}
		}
		b.FindExtrasOf(puzzles, results, e)
		for i := range rows {
			for column, want := range map[Column][2]string{
				ClassColumn: {"053aea2242d8aa49", ""}, SymmetriesColumn: {"1", "0"}, DifficultyColumn: {"easy", ""}, HardestColumn: {"singles", ""},
				BackdoorColumn: {"0", ""}, ExplainerRatingColumn: {"1.2", ""}, GuessesMeanColumn: {"0", ""}, WavesColumn: {"5", "0"},
			} {
				if got := string(b.AppendExtra(nil, i, column)); got != want[i%2] {
					t.Errorf("row %d of %d: %s is %q, want %q", i, rows, column, got, want[i%2])
				}
			}
		}
	}
}
