package formats

import (
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// TestExtrasOfRowsHeldElsewhere checks that FindExtrasOf computes the right extras when a batch is
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
