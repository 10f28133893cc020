package solver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func newKernel(tb testing.TB, kernel string, c Config) Solver {
	tb.Helper()
	c.Kernel = kernel
	s, err := New("lanes", c)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func solveWith(s Solver, puzzles []Grid) []Result {
	results := make([]Result, len(puzzles))
	s.Solve(puzzles, results)
	return results
}

// requireSame stops the test unless got and want are equal, including their statistics.
func requireSame(tb testing.TB, what string, puzzles []Grid, got, want []Result) {
	tb.Helper()
	for i := range puzzles {
		if got[i] != want[i] {
			tb.Fatalf("%s: puzzle %d, %s:\n got %+v\nwant %+v", what, i, &puzzles[i], got[i], want[i])
		}
	}
}

// requireAgree stops the test unless got agrees with want. Verdicts and counts must be equal, and
// so must the solutions of puzzles with a unique solution.
func requireAgree(tb testing.TB, what string, puzzles []Grid, got, want []Result) {
	tb.Helper()
	for i := range puzzles {
		g, w := &got[i], &want[i]
		if g.Verdict != w.Verdict || g.Count != w.Count || w.Verdict == Unique && g.Solution != w.Solution {
			tb.Fatalf("%s: puzzle %d, %s:\n got %v %d %s\nwant %v %d %s", what, i, &puzzles[i],
				g.Verdict, g.Count, &g.Solution, w.Verdict, w.Count, &w.Solution)
		}
		if g.Count > 0 && !g.Solution.SolutionOf(&puzzles[i]) {
			tb.Fatalf("%s: puzzle %d, %s: %s is not a solution", what, i, &puzzles[i], &g.Solution)
		}
	}
}

var lanesCorpora = []string{"easy_40k.csv", "minimal_20k.txt", "17_clue.txt", "magictour_top1465.txt", "hardest_5000.txt"}

func TestLanesCorpora(t *testing.T) {
	for _, corpus := range lanesCorpora {
		t.Run(corpus, func(t *testing.T) {
			puzzles := fewer(sampleOf(readCorpus(t, corpus), 1000))
			want := solveWith(newKernel(t, "portable", Config{MaxSolutions: 2}), puzzles)
			requireAgree(t, "portable", puzzles, want, solveWith(newMRV(completed(Config{MaxSolutions: 2})), puzzles))
			for _, name := range vectorKernels() {
				got := solveWith(newKernel(t, name, Config{MaxSolutions: 2}), puzzles)
				requireSame(t, name, puzzles, got, want)
			}
		})
	}
}

// mixedPuzzles generates puzzles with no solution, one solution or many solutions. It blanks cells
// of random solved grids, and puts a random digit in some of these grids. A few elements of the
// result are the zero Grid, which is not a puzzle.
func mixedPuzzles(seed uint64, n int) []Grid {
	rng := rand.New(rand.NewPCG(seed, 81))
	puzzles := make([]Grid, n)
	for i := range puzzles {
		g := randomSolution(rng)
		for _, cell := range rng.Perm(Cells)[:35+rng.IntN(30)] {
			g[cell] = Blank
		}
		switch rng.IntN(8) {
		case 0, 1:
			g[rng.IntN(Cells)] = '1' + byte(rng.IntN(9))
		case 2:
			if rng.IntN(10) == 0 {
				g = Grid{}
			}
		}
		puzzles[i] = g
	}
	return puzzles
}

// randomSolution applies a random symmetry to a fixed solved grid, and returns the result.
func randomSolution(rng *rand.Rand) Grid {
	var g Grid
	for cell := range Cells {
		row, col := cell/9, cell%9
		g[cell] = '1' + byte((row*3+row/3+col)%9)
	}
	return randomMap(rng).apply(&g)
}

func TestLanesMixed(t *testing.T) {
	puzzles := fewer(mixedPuzzles(1, 4000))
	for _, c := range []Config{
		{MaxSolutions: 1}, {MaxSolutions: 2}, {MaxSolutions: 3}, {MaxSolutions: 100},
		{MaxSolutions: 2, MaxGuesses: 1}, {MaxSolutions: 2, MaxGuesses: 2}, {MaxSolutions: 50, MaxGuesses: 10},
	} {
		t.Run(fmt.Sprintf("%d solutions %d guesses", c.MaxSolutions, c.MaxGuesses), func(t *testing.T) {
			want := solveWith(newKernel(t, "portable", c), puzzles)
			if c.MaxGuesses == 0 {
				requireAgree(t, "portable", puzzles, want, solveWith(newMRV(completed(c)), puzzles))
			}
			for _, name := range vectorKernels() {
				requireSame(t, name, puzzles, solveWith(newKernel(t, name, c), puzzles), want)
			}
		})
	}
}

// TestLanesMixedCoversVerdicts checks that the puzzles of TestLanesMixed cover every verdict.
func TestLanesMixedCoversVerdicts(t *testing.T) {
	var seen [NumVerdicts]int
	puzzles := mixedPuzzles(1, 4000)
	for _, c := range []Config{{MaxSolutions: 1}, {MaxSolutions: 2}, {MaxSolutions: 2, MaxGuesses: 1}} {
		for _, r := range solveWith(newKernel(t, "", c), puzzles) {
			seen[r.Verdict]++
		}
	}
	for v, n := range seen {
		if n < 10 {
			t.Errorf("only %d results are %v", n, Verdict(v))
		}
	}
}

func TestLanesBudget(t *testing.T) {
	puzzles := fewer(mixedPuzzles(2, 2000))
	free := solveWith(newKernel(t, "", Config{MaxSolutions: 2}), puzzles)
	for _, budget := range []int32{1, 2, 10} {
		for i, r := range solveWith(newKernel(t, "", Config{MaxSolutions: 2, MaxGuesses: budget}), puzzles) {
			switch {
			case r.Guesses > budget:
				t.Fatalf("%s: %d guesses with a budget of %d", &puzzles[i], r.Guesses, budget)
			case free[i].Guesses <= budget && r != free[i]:
				t.Fatalf("%s: a sufficient budget of %d changes the result:\n%+v\n%+v", &puzzles[i], budget, r, free[i])
			case free[i].Guesses > budget && (r.Verdict != Unfinished || r.Guesses != budget):
				t.Fatalf("%s: %v after %d guesses with a budget of %d", &puzzles[i], r.Verdict, r.Guesses, budget)
			case r.Count > 0 && !r.Solution.SolutionOf(&puzzles[i]):
				t.Fatalf("%s: %s is not a solution", &puzzles[i], &r.Solution)
			}
		}
	}
}

// TestLanesIndependence checks that the results do not depend on the size of the batches or on the
// order of the puzzles.
func TestLanesIndependence(t *testing.T) {
	puzzles := mixedPuzzles(3, 600)
	for _, name := range kernelNames() {
		t.Run(name, func(t *testing.T) {
			s := newKernel(t, name, Config{MaxSolutions: 2})
			want := solveWith(s, puzzles)
			alone := make([]Result, len(puzzles))
			for i := range puzzles {
				s.Solve(puzzles[i:i+1], alone[i:i+1])
			}
			requireSame(t, "alone", puzzles, alone, want)
			for size := 1; size <= 100; size++ {
				from := size * 5
				got := solveWith(s, puzzles[from:from+size])
				requireSame(t, fmt.Sprint("batch of ", size), puzzles[from:], append(got, want[from+size:]...), want[from:])
			}
			rng := rand.New(rand.NewPCG(4, 81))
			for range 5 {
				order := rng.Perm(len(puzzles))
				var shuffled []Grid
				var expected []Result
				for _, i := range order {
					shuffled, expected = append(shuffled, puzzles[i]), append(expected, want[i])
				}
				requireSame(t, "shuffled", shuffled, solveWith(s, shuffled), expected)
			}
			s.Solve(nil, nil)
		})
	}
}

func TestLanesNoAllocation(t *testing.T) {
	puzzles := mixedPuzzles(5, 500)
	results := make([]Result, len(puzzles))
	for _, name := range kernelNames() {
		s := newKernel(t, name, Config{MaxSolutions: 2})
		if n := testing.AllocsPerRun(5, func() { s.Solve(puzzles, results) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestLanesKernels(t *testing.T) {
	lanes := Variants()[slices.IndexFunc(Variants(), func(v Variant) bool { return v.Name == "lanes" })]
	names := lanes.Kernels()
	if len(names) == 0 || names[len(names)-1] != "portable" {
		t.Fatalf("kernels %v do not end with the portable one", names)
	}
	for _, name := range append(names, "") {
		s, err := New("lanes", Config{MaxSolutions: 1, Kernel: name})
		if err != nil {
			t.Fatal(err)
		}
		if got := KernelOf(s); got != name && (name != "" || got != names[0]) {
			t.Errorf("requested kernel %q, got %q", name, got)
		}
	}
	for variant, kernel := range map[string]string{"lanes": "mmx", "mrv": "portable"} {
		if _, err := New(variant, Config{MaxSolutions: 1, Kernel: kernel}); err == nil {
			t.Errorf("variant %s accepts kernel %s", variant, kernel)
		} else {
			t.Log(err)
		}
	}
	if s, _ := New("mrv", Config{MaxSolutions: 1}); KernelOf(s) != "" {
		t.Error("mrv has a kernel")
	}
}

func FuzzLanes(f *testing.F) {
	for i, g := range mixedPuzzles(6, 20) {
		f.Add(g[:], uint8(i%4+1), uint8(i%7))
	}
	f.Fuzz(func(t *testing.T, text []byte, solutions, budget uint8) {
		// Characters that are not clues become blanks. The number of solutions is limited, because
		// a full search of a grid with few clues takes a long time.
		var g Grid
		for i := range g {
			g[i] = Blank
			if i < len(text) && text[i]-'1' < 9 {
				g[i] = text[i]
			}
		}
		puzzles := []Grid{g}
		c := Config{MaxSolutions: 1 + int32(solutions%8), MaxGuesses: int32(budget)}
		want := solveWith(newKernel(t, "portable", c), puzzles)
		for _, name := range kernelNames() {
			requireSame(t, name, puzzles, solveWith(newKernel(t, name, c), puzzles), want)
		}
		c.MaxGuesses = 2000
		reference := solveWith(newMRV(completed(c)), puzzles)
		if answer := solveWith(newKernel(t, "", c), puzzles); answer[0].Verdict != Unfinished && reference[0].Verdict != Unfinished {
			requireAgree(t, "lanes", puzzles, answer, reference)
		}
	})
}

// kernelNames returns the names of the kernels that this machine supports.
func kernelNames() []string { return variants[0].Kernels() }

// vectorKernels returns all names in kernelNames except the last one, portable.
func vectorKernels() []string {
	names := kernelNames()
	return names[:len(names)-1]
}
