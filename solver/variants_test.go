package solver

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// reference is the variant that the tests compare with all other variants.
var reference = Variant{Name: "mrv", newSolver: newMRV}

// testBudget is the limit on guesses per puzzle in most tests. Variants that choose which blank to
// fill next stay far below the limit. The classic variants would take minutes without the limit.
const testBudget = 10_000

// classic lists the variants that fill blanks in row-major order. Only these may reach testBudget.
var classic = map[string]bool{
	"scan": true, "rescan": true, "flags": true, "exhaust": true, "list": true, "prefill": true,
}

// capped returns c with a budget of at most 500 guesses if v is a classic variant. These variants
// rarely finish a puzzle that needs more guesses.
func capped(v Variant, c Config) Config {
	if classic[v.Name] && (c.MaxGuesses == 0 || c.MaxGuesses > 500) {
		c.MaxGuesses = 500
	}
	return c
}

// leastAnswered returns the number of puzzles, out of n, that a variant must answer within
// testBudget. Classic variants must answer half of the puzzles. Other variants must answer all.
func leastAnswered(v Variant, n int) int {
	if classic[v.Name] {
		return n / 2
	}
	return n
}

func forEachVariant(t *testing.T, test func(*testing.T, Variant)) {
	for _, v := range Variants() {
		t.Run(v.Name, func(t *testing.T) { test(t, v) })
	}
}

// fataler is implemented by both *testing.T and *rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// completed returns c in the form in which New passes it to a variant.
func completed(c Config) Config {
	c.MaxGuesses = cmp.Or(c.MaxGuesses, math.MaxInt32)
	return c
}

// solveAll solves puzzles in one batch. It stops the test if violation rejects a result.
func solveAll(t fataler, v Variant, c Config, puzzles []Grid) []Result {
	t.Helper()
	results := make([]Result, len(puzzles))
	v.newSolver(completed(c)).Solve(puzzles, results)
	for i := range results {
		if complaint := violation(c, &puzzles[i], &results[i]); complaint != "" {
			t.Fatalf("%s with %+v on %q: %s: %+v", v.Name, c, puzzles[i][:], complaint, results[i])
		}
	}
	return results
}

func solveOne(t fataler, v Variant, c Config, puzzle Grid) Result {
	t.Helper()
	return solveAll(t, v, c, []Grid{puzzle})[0]
}

// ended reports whether it is certain that the search ended before its budget ran out.
func ended(c Config, r *Result) bool {
	return c.MaxGuesses == 0 || r.Guesses < c.MaxGuesses
}

// exhausted reports whether it is certain that the search visited the whole tree and counted every
// solution.
func exhausted(c Config, r *Result) bool {
	return r.Verdict != Invalid && ended(c, r) && r.Count < c.MaxSolutions
}

// violation describes an inconsistency in a result, or returns "" if there is none.
func violation(c Config, puzzle *Grid, r *Result) string {
	counts := map[Verdict][2]int32{ // minimum and maximum number of solutions
		Invalid: {0, 0}, None: {0, 0}, Unique: {1, 1}, Solved: {1, 1}, Multiple: {2, c.MaxSolutions},
		Unfinished: {0, min(1, c.MaxSolutions-1)},
	}
	allowed, isVerdict := counts[r.Verdict]
	_, repeats := puzzle.FindRepeat()
	leaves := r.Count + r.Backtracks
	switch {
	case !isVerdict || r.Count < allowed[0] || r.Count > allowed[1]:
		return "the verdict and the count disagree"
	case (r.Verdict == Solved) != (c.MaxSolutions == 1 && r.Count == 1):
		return "the verdict must be solved if and only if one solution was requested and found"
	case r.Verdict == Unfinished && (c.MaxGuesses == 0 || ended(c, r)):
		return "unfinished with budget left"
	case c.MaxGuesses > 0 && r.Guesses > c.MaxGuesses:
		return "more guesses than the budget allows"
	case r.Count == 0 && r.Solution != Grid{}:
		return "a solution that was not counted"
	case r.Count > 0 && !r.Solution.SolutionOf(puzzle):
		return "the solution does not solve the puzzle"
	case min(r.Guesses, r.Backtracks, r.MaxDepth, r.Passes) < 0:
		return "a negative count"
	case r.MaxDepth > r.Guesses || r.Backtracks > r.Guesses:
		return "more depth or backtracks than guesses"
	case exhausted(c, r) && leaves != r.Guesses+1 && leaves != r.Guesses:
		return "a tree must have one more leaf than guesses; leaves are solutions, backtracks and possibly a last contradiction that undoes no guess"
	case (r.MaxDepth == 0) != (r.Guesses == 0):
		return "guesses without depth or depth without guesses"
	case (r.Verdict == Invalid) != strings.ContainsFunc(puzzle.String(), isForeign):
		return "the verdict must be invalid if and only if a cell holds neither a digit nor a blank"
	case r.Verdict == Invalid && *r != Result{}:
		return "an invalid grid was searched"
	case repeats && r.Guesses > 0:
		return "guesses although clues contradict each other"
	}
	return ""
}

func isForeign(c rune) bool { return c != Blank && (c < '1' || c > '9') }

func TestInvalidGrids(t *testing.T) {
	good := grid(t, wikipedia)
	puzzles := []Grid{{}, good}
	for cell := range Cells {
		for _, foreign := range []byte{0, '0', '*', '/', ':', 'a', 0x80, 0xff} {
			bad := good
			bad[cell] = foreign
			puzzles = append(puzzles, bad)
		}
	}
	for c := range 256 {
		bad := good
		bad[40] = byte(c)
		puzzles = append(puzzles, bad)
	}
	repeats := grid(t, "55"+strings.Repeat(".", Cells-2))
	repeats[80] = 'x'
	puzzles = append(puzzles, repeats)
	forEachVariant(t, func(t *testing.T, v Variant) {
		results := solveAll(t, v, Config{MaxSolutions: 2, MaxGuesses: 100}, puzzles)
		if results[0] != (Result{}) {
			t.Errorf("the result of the zero Grid is %+v", results[0])
		}
	})
}

// TestBudget checks that a sufficient guess budget does not change the result, and that a search
// stops when an insufficient budget is used up. It skips long searches to save time.
func TestBudget(t *testing.T) {
	const mostGuesses = 1000
	puzzles := puzzlesOf(readKnown(t))
	forEachVariant(t, func(t *testing.T, v Variant) {
		for _, limit := range knownLimits {
			for i, r := range knownResults(t, v, limit) {
				if r.Guesses < mostGuesses {
					testBudgetOf(t, v, limit, puzzles[i], r)
				}
			}
		}
	})
}

// testBudgetOf solves a puzzle with several budgets. r is the result with a sufficient budget. Any
// budget from 1 to r.Guesses-1 must be used up, and the statistics must not exceed those of r.
func testBudgetOf(t *testing.T, v Variant, limit int32, puzzle Grid, r Result) {
	t.Helper()
	for _, budget := range []int32{0, 1, r.Guesses / 2, r.Guesses - 1, r.Guesses, r.Guesses + 1} {
		if budget < 0 {
			continue
		}
		got := solveOne(t, v, Config{MaxSolutions: limit, MaxGuesses: budget}, puzzle)
		switch {
		case budget == 0 || budget >= r.Guesses:
			if got != r {
				t.Fatalf("%d guesses suffice, but the result with a budget of %d is %+v, want %+v", r.Guesses, budget, got, r)
			}
		case got.Guesses != budget || got.Count > r.Count || got.Backtracks > r.Backtracks ||
			got.MaxDepth > r.MaxDepth || got.Passes > r.Passes:
			t.Fatalf("%d of %d guesses: %+v", budget, r.Guesses, got)
		case got.Count < min(limit, 2) && got.Verdict != Unfinished:
			t.Fatalf("%d of %d guesses cannot prove this verdict: %+v", budget, r.Guesses, got)
		}
	}
}

// TestResultsDoNotDependOnTheBatch checks that a puzzle has the same result alone and in batches of
// various sizes. Some sizes are close to the number of lanes in a vector.
func TestResultsDoNotDependOnTheBatch(t *testing.T) {
	puzzles := append(puzzlesOf(readKnown(t)), Grid{})
	c := Config{MaxSolutions: 3, MaxGuesses: 300}
	forEachVariant(t, func(t *testing.T, v Variant) {
		separate := map[Grid]Result{}
		for _, puzzle := range puzzles {
			separate[puzzle] = solveOne(t, v, c, puzzle)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		s := v.newSolver(c)
		for _, size := range []int{0, 1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 65, 200} {
			batch, results := make([]Grid, size), make([]Result, size)
			for i := range batch {
				batch[i] = puzzles[rng.IntN(len(puzzles))]
				results[i].Count = 7 // left over from an earlier batch
			}
			s.Solve(batch, results)
			for i := range batch {
				if results[i] != separate[batch[i]] {
					t.Fatalf("%v in a batch of %d: %+v, on its own: %+v", &batch[i], size, results[i], separate[batch[i]])
				}
			}
		}
	})
}

func TestSolveDoesNotAllocate(t *testing.T) {
	puzzles := append(puzzlesOf(readKnown(t)), Grid{})
	results := make([]Result, len(puzzles))
	forEachVariant(t, func(t *testing.T, v Variant) {
		s := v.newSolver(Config{MaxSolutions: 2, MaxGuesses: 200})
		if n := testing.AllocsPerRun(3, func() { s.Solve(puzzles, results) }); n != 0 {
			t.Errorf("%v allocations to solve %d puzzles", n, len(puzzles))
		}
	})
}

func TestNew(t *testing.T) {
	forEachVariant(t, func(t *testing.T, v Variant) {
		s, err := New(v.Name, Config{MaxSolutions: 1})
		if err != nil {
			t.Fatal(err)
		}
		results := make([]Result, 1)
		s.Solve([]Grid{grid(t, wikipedia)}, results)
		if results[0].Solution.String() != wikipediaSolution {
			t.Errorf("the solution is %v", &results[0].Solution)
		}
		if v.Summary == "" || strings.Contains(v.Summary, "\n") {
			t.Errorf("the summary %q is not one line", v.Summary)
		}
	})
	if _, err := New(Default, Config{MaxSolutions: 1}); err != nil {
		t.Errorf("New(Default): %v", err)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		config Config
		want   string
	}{
		{"mrv", Config{}, "at least 1, not 0"},
		{"mrv", Config{MaxSolutions: -1}, "not -1"},
		{"mrv", Config{MaxSolutions: 1, MaxGuesses: -5}, "-5"},
		{"nemo", Config{MaxSolutions: 1}, `"nemo"`},
		{"nemo", Config{MaxSolutions: 1}, "mrv"},
		{"", Config{MaxSolutions: 1}, `""`},
	} {
		s, err := New(c.name, c.config)
		if s != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New(%q, %+v) = %v, %v; the error should say %s", c.name, c.config, s, err, c.want)
		}
	}
}

// TestTwoSolutions checks the statistics for a grid with a single choice: its four blanks form a
// rectangle in which two digits can be swapped.
func TestTwoSolutions(t *testing.T) {
	puzzle := grid(t, wikipediaSolution)
	for _, cell := range []int{3, 4, 30, 31} {
		puzzle[cell] = Blank
	}
	forEachVariant(t, func(t *testing.T, v Variant) {
		for limit, verdict := range map[int32]Verdict{1: Solved, 2: Multiple, 3: Multiple} {
			r := solveOne(t, v, Config{MaxSolutions: limit}, puzzle)
			got := Stats{Guesses: r.Guesses, Backtracks: r.Backtracks, MaxDepth: r.MaxDepth}
			if want := (Stats{Guesses: 1, MaxDepth: 1}); got != want || r.Verdict != verdict {
				t.Errorf("cap %d: %v with %+v, want %v with %+v", limit, r.Verdict, got, verdict, want)
			}
		}
	})
}

func TestVerdictString(t *testing.T) {
	seen := map[string]bool{}
	for verdict := range Verdict(NumVerdicts) {
		seen[verdict.String()] = true
	}
	if len(seen) != NumVerdicts || seen[""] {
		t.Errorf("the names of the verdicts are not distinct: %s", fmt.Sprint(seen))
	}
}
