package formats

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/steps"
	"github.com/gridmill/gridmill/solver"
)

// TestRedundantCluesAreReadBack checks that only text that gridmill writes is accepted.
func TestRedundantCluesAreReadBack(t *testing.T) {
	b := NewBatch(1)
	b.setLen(1)
	b.ratings(1)
	b.Results[0].Verdict = solver.Unique
	for text, isValid := range map[string]bool{
		"": true, "r1c2": true, "r1c2 r1c7 r9c9": true,
		"r1c2r1c7": false, "r1c7 r1c2": false, "r1c2 r1c2": false, "r1c2 ": false, " r1c2": false, "r1c2  r1c7": false,
		"r0c1": false, "r1c10": false, "c1r2": false, "r1c2,r1c7": false, "none": false,
	} {
		if parseRedundant(b, 0, []byte(text)) != isValid {
			t.Errorf("%q is valid: %t, want %t", text, !isValid, isValid)
		}
	}
}

// TestRedundantClues removes each clue in turn and solves the rest of the puzzle with a different
// solver. It checks that FindExtrasOf finds the same redundant clues.
func TestRedundantClues(t *testing.T) {
	plain, err := solver.New("mrv", solver.Config{MaxSolutions: 2})
	if err != nil {
		t.Fatal(err)
	}
	var puzzles []solver.Grid
	for _, text := range []string{
		".2.4..9...54...23638.9...5....52.6..51....3..69...87.5..1..9..22...1687.....8....",
		".2.......4...3..21.9.1.6...5...79.4..863......................7..9..581.3.2...9..",
		"126435987954871236387962154478523691512697348693148725831759462245316879769284513",
		"12...............................................................................",
		"11...............................................................................",
	} {
		puzzles = append(puzzles, solver.Grid([]byte(text)))
	}
	for range 3 {
		puzzles = append(puzzles, puzzles...)
	}
	results := make([]solver.Result, len(puzzles))
	plain.Solve(puzzles, results)
	extras, err := ParseExtras("minimal,redundant")
	if err != nil {
		t.Fatal(err)
	}
	b := NewBatch(0)
	b.FindExtrasOf(puzzles, results, extras)
	seen := map[string]int{}
	for i := range puzzles {
		minimal, redundant := "", ""
		if results[i].Verdict == solver.Unique {
			var cells []string
			for cell, clue := range puzzles[i] {
				less, found := []solver.Grid{puzzles[i]}, make([]solver.Result, 1)
				less[0][cell] = solver.Blank
				if plain.Solve(less, found); clue != solver.Blank && found[0].Verdict == solver.Unique {
					cells = append(cells, string(steps.AppendCell(nil, cell)))
				}
			}
			minimal, redundant = map[bool]string{true: "true", false: "false"}[cells == nil], strings.Join(cells, " ")
		}
		seen[minimal]++
		if got := string(b.AppendExtra(nil, i, ComputedMinimalColumn)); got != minimal {
			t.Errorf("puzzle %d: minimal is %q, want %q", i, got, minimal)
		}
		if got := string(b.AppendExtra(nil, i, RedundantColumn)); got != redundant {
			t.Errorf("puzzle %d: redundant is %q, want %q", i, got, redundant)
		}
	}
	if len(seen) != 3 {
		t.Errorf("the puzzles have only the values %v", seen)
	}
}
