package solver

import "testing"

// TestClassicVariantsSearchTheSameTree checks that the scan, rescan, flags and list variants
// produce equal statistics. These variants differ only in how they find and check blanks.
func TestClassicVariantsSearchTheSameTree(t *testing.T) {
	puzzles := puzzlesOf(readKnown(t))
	for _, limit := range knownLimits {
		want := knownResults(t, Variant{Name: "scan", newSolver: newScan}, limit)
		for _, v := range []Variant{{Name: "rescan", newSolver: newRescan}, {Name: "flags", newSolver: newFlags}, {Name: "list", newSolver: newList}} {
			for i, r := range knownResults(t, v, limit) {
				if r != want[i] {
					t.Errorf("%v up to %d: %s %+v, scan %+v", &puzzles[i], limit, v.Name, r, want[i])
				}
			}
		}
	}
}

// TestExhaustContinuesAfterMaxSolutions compares the exhaust solver with the flags solver. Both
// must give the same answers. They must do the same work unless the flags solver stops early.
func TestExhaustContinuesAfterMaxSolutions(t *testing.T) {
	for _, row := range readKnown(t) {
		for _, limit := range []int32{1, 2, 100} {
			c := Config{MaxSolutions: limit, MaxGuesses: testBudget}
			exhaust := solveOne(t, Variant{Name: "exhaust", newSolver: newExhaust}, c, row.puzzle)
			flags := solveOne(t, Variant{Name: "flags", newSolver: newFlags}, c, row.puzzle)
			if exhaust.Guesses < flags.Guesses || flags.Count < limit && exhaust != flags {
				t.Errorf("%v up to %d: exhaust %+v, flags %+v", &row.puzzle, limit, exhaust, flags)
			}
			exhaust.Stats = flags.Stats
			if exhaust != flags {
				t.Errorf("%v up to %d: exhaust answers %+v, flags %+v", &row.puzzle, limit, exhaust, flags)
			}
		}
	}
}

// TestExhaustSearchesTheWholeTree checks that exhaust does the same work for any MaxSolutions.
func TestExhaustSearchesTheWholeTree(t *testing.T) {
	v := Variant{Name: "exhaust", newSolver: newExhaust}
	for _, row := range readKnown(t) {
		all := Config{MaxSolutions: 1000, MaxGuesses: testBudget}
		want := solveOne(t, v, all, row.puzzle)
		if got := solveOne(t, v, Config{MaxSolutions: 1, MaxGuesses: testBudget}, row.puzzle); got.Stats != want.Stats {
			t.Errorf("%v: %+v for one solution, %+v for all", &row.puzzle, got, want)
		}
	}
}

// TestPrefillCountsSweeps checks that prefill counts all sweeps, even the last one, which changes
// nothing.
func TestPrefillCountsSweeps(t *testing.T) {
	for _, c := range []struct {
		name, puzzle string
		passes       int32
		searches     bool
	}{
		{"nothing to fill", wikipediaSolution, 1, false},
		{"one blank", "." + wikipediaSolution[1:], 2, false},
		{"singles fill it", wikipedia, 6, false},
		{"no single", "1...............................................................................2", 1, true},
	} {
		r := solveOne(t, Variant{Name: "prefill", newSolver: newPrefill}, Config{MaxSolutions: 2, MaxGuesses: 100}, grid(t, c.puzzle))
		if r.Passes != c.passes || r.Guesses > 0 != c.searches {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}
