package solver

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// uneven returns n unusual batches: empty batches, single puzzles, grids that are not puzzles,
// copies of a hard puzzle, batches that end with a hard puzzle, and batches with fewer or more
// puzzles than there are lanes.
func uneven(tb testing.TB, rng *rand.Rand, n int) (batches [][]Grid) {
	tb.Helper()
	hard := readPuzzles(tb, filepath.Join(shipped, "hard.txt"))
	mixed := mixedPuzzles(rng.Uint64(), 2000)
	some := func(n int) (batch []Grid) {
		for range n {
			batch = append(batch, mixed[rng.IntN(len(mixed))])
		}
		return batch
	}
	for range n {
		var batch []Grid
		switch rng.IntN(8) {
		case 0: // empty
		case 1:
			batch = some(1)
		case 2:
			batch = make([]Grid, rng.IntN(200))
		case 3:
			one := hard[rng.IntN(len(hard))]
			for range rng.IntN(300) {
				batch = append(batch, one)
			}
		case 4, 5:
			batch = append(some(rng.IntN(300)), hard[rng.IntN(len(hard))])
		default:
			batch = some(rng.IntN(600))
		}
		batches = append(batches, batch)
	}
	return batches
}

// TestLanesAhead starts some batches early. Each batch must have the same results as when it is
// solved separately. The results must also be the same for all kernels.
func TestLanesAhead(t *testing.T) {
	for _, c := range []Config{
		{MaxSolutions: 1}, {MaxSolutions: 2}, {MaxSolutions: 100, MaxGuesses: 300},
		{MaxSolutions: 1, MaxGuesses: 1}, {MaxSolutions: 2, MaxGuesses: 3}, {MaxSolutions: 100},
	} {
		rng := rand.New(rand.NewPCG(uint64(c.MaxGuesses), uint64(c.MaxSolutions)))
		batches := fewer(uneven(t, rng, 40))
		var want [][]Result
		for alone, i := newKernel(t, "", c), 0; i < len(batches); i++ {
			want = append(want, solveWith(alone, batches[i]))
		}
		for _, name := range kernelNames() {
			t.Run(fmt.Sprintf("%d solutions %d guesses %s", c.MaxSolutions, c.MaxGuesses, name), func(t *testing.T) {
				ahead := newKernel(t, name, c).(*lanes)
				ahead.round = math.MaxInt32 - 100 // the number of passes must be correct even if round overflows
				results := make([][]Result, len(batches))
				next, early := 0, 0
				start := func() {
					results[next] = make([]Result, len(batches[next]))
					for i := range results[next] {
						results[next][i] = Result{Count: 7, Stats: Stats{Guesses: 7}} // must be overwritten
					}
					ahead.Start(batches[next], results[next])
					next++
				}
				more := func() {
					if next < len(batches) && rng.IntN(3) == 0 {
						start()
						early++
					}
				}
				for i, puzzles := range batches {
					if next == i {
						start()
					}
					ahead.Finish(more)
					requireSame(t, fmt.Sprint("batch ", i), puzzles, results[i], want[i])
				}
				if early == 0 {
					t.Error("no batch was started early")
				}
			})
		}
	}
}

// TestLanesAheadFillsLanes checks that starting batches early has an effect: the solver solves
// other batches while it counts the solutions of the blank grid.
func TestLanesAheadFillsLanes(t *testing.T) {
	easy := readPuzzles(t, filepath.Join(shipped, "easy.csv"))[:100]
	blank := Grid([]byte(strings.Repeat(".", Cells)))
	for _, name := range kernelNames() {
		s := newKernel(t, name, Config{MaxSolutions: 1000}).(Ahead)
		results, started := make([]Result, (MaxStarted-1)*len(easy)), 0
		s.Start([]Grid{blank}, make([]Result, 1))
		s.Finish(func() {
			s.Start(easy, results[started:][:len(easy)])
			started += len(easy)
		})
		for i := range results {
			if results[i].Verdict != Unique {
				t.Fatalf("%s: puzzle %d of the next batches is not solved yet: %+v", name, i, results[i])
			}
		}
	}
}

// TestLanesSolveFinishesEarlierBatches checks that Solve also finishes a batch that was started
// earlier.
func TestLanesSolveFinishesEarlierBatches(t *testing.T) {
	puzzles := mixedPuzzles(7, 300)
	want := solveWith(newKernel(t, "", Config{MaxSolutions: 2}), puzzles)
	s := newKernel(t, "", Config{MaxSolutions: 2}).(Ahead)
	first, second := make([]Result, 200), make([]Result, 100)
	s.Start(puzzles[:200], first)
	s.Solve(puzzles[200:], second)
	requireSame(t, "one started, one solved", puzzles, append(first, second...), want)
}

// TestLanesAheadRefuses checks that invalid calls panic.
func TestLanesAheadRefuses(t *testing.T) {
	for name, misuse := range map[string]func(Ahead){
		"Finish without a batch": func(s Ahead) { s.Finish(nil) },
		"one batch too many": func(s Ahead) {
			for range MaxStarted + 1 {
				s.Start(nil, nil)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("the call did not panic")
				}
			}()
			misuse(newKernel(t, "", Config{MaxSolutions: 2}).(Ahead))
		})
	}
}

func TestLanesAheadNoAllocation(t *testing.T) {
	puzzles := mixedPuzzles(5, 1000)
	results := make([]Result, len(puzzles))
	for _, name := range kernelNames() {
		s := newKernel(t, name, Config{MaxSolutions: 2}).(Ahead)
		// Only the closure of solveAhead and the variables that it captures may be allocated.
		if n := testing.AllocsPerRun(5, func() { solveAhead(s, puzzles, results, 100) }); n > 2 {
			t.Errorf("%s: %v allocations for ten batches", name, n)
		}
	}
}
