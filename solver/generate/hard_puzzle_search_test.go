package generate

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/morph"
)

// searched generates rows with one call to Generator.Fill. It returns the puzzles, and the number
// of search steps for each. All puzzles must be minimal.
func searched(tb testing.TB, o Options, kernel string, first int64, rows int) ([]solver.Grid, []int32) {
	tb.Helper()
	g, err := New(o, kernel, new(Run))
	if err != nil {
		tb.Fatal(err)
	}
	puzzles, minimal, steps := make([]solver.Grid, rows), make([]bool, rows), make([]int32, rows)
	if err := g.Fill(first, puzzles, minimal, steps); err != nil {
		tb.Fatal(err)
	}
	for i := range minimal {
		if !minimal[i] {
			tb.Fatalf("row %d is not reported as minimal", i)
		}
	}
	return puzzles, steps
}

func harder(seed uint64, from, to int) Options {
	return Options{Seed: seed, PerGrid: 1, Harder: true, Guesses: &Range{from, to}}
}

// TestSearchedRows uses other solvers to check that the rows of lineages have unique solutions, are
// minimal and satisfy the options. No two rows may be equivalent.
func TestSearchedRows(t *testing.T) {
	unfair := harder(4, 8, 1000)
	unfair.Difficulty = &DifficultyRange{ladder.Unfair, ladder.ExtremelyHard}
	for _, o := range []Options{harder(1, 8, 1000), harder(2, 12, 13), harder(3, 2, 2), unfair} {
		t.Run(describe(o), func(t *testing.T) {
			t.Parallel()
			puzzles, _ := searched(t, o, "", 0, 2*PerLineage)
			p := newPlain(t, o)
			dlx, err := solver.New("dlx", solver.Config{MaxSolutions: 2})
			if err != nil {
				t.Fatal(err)
			}
			results := make([]solver.Result, len(puzzles))
			dlx.Solve(puzzles, results)
			var f canon.Form
			seen := map[solver.Grid]bool{}
			for i := range puzzles {
				if results[i].Verdict != solver.Unique || !p.minimal(puzzles[i]) {
					t.Errorf("%s has the verdict %s or is not minimal", &puzzles[i], results[i].Verdict)
				}
				var form, solution solver.Grid
				f.Minlex(&form, &puzzles[i])
				f.Solution(&solution, &results[i].Solution)
				if seen[form] || i%PerLineage > 0 && seen[solution] {
					t.Errorf("%s or its solution is equivalent to an earlier one", &puzzles[i])
				}
				seen[form], seen[solution] = true, true
				if sum := p.guessesOfMorphs(form); sum < Morphs*o.Guesses.From || sum > Morphs*o.Guesses.To {
					t.Errorf("the morphs of %s take %d guesses, not %d to %d on average", &puzzles[i], sum, o.Guesses.From, o.Guesses.To)
				}
				if d := ladder.New().Rate(&puzzles[i]).Hardest.Difficulty(); o.Difficulty != nil && d < ladder.Unfair {
					t.Errorf("%s is %s", &puzzles[i], d)
				}
			}
		})
	}
}

// guessesOfMorphs draws ten random morphs of a canonical form (see Morphs), and returns the sum of
// their guesses.
func (p *plain) guessesOfMorphs(form solver.Grid) (sum int) {
	for k := range Morphs {
		var m morph.Morph
		var morphed solver.Grid
		m.Draw(1, 0, uint64(k))
		m.Apply(&morphed, &form)
		sum += p.guesses(morphed)
	}
	return sum
}

// TestSearchedRowsDoNotDependOnRuns checks that the rows of lineages do not depend on the first
// row, the number of rows or the kernel of the run.
func TestSearchedRowsDoNotDependOnRuns(t *testing.T) {
	o := harder(5, 6, 1000)
	const rows = 2*PerLineage + 3
	all, allSteps := searched(t, o, "", 0, rows)
	for _, kernel := range solver.Variants()[0].Kernels() {
		for from, n := 0, 1; from < rows; from, n = from+n, 3*n {
			n = min(n, rows-from)
			puzzles, steps := searched(t, o, kernel, int64(from), n)
			for i := range puzzles {
				if puzzles[i] != all[from+i] || steps[i] != allSteps[from+i] {
					t.Fatalf("row %d differs with kernel %s in a run of %d", from+i, kernel, n)
				}
			}
		}
	}
}

// TestOrigins starts searches from given puzzles. The rows must be at least as hard as the easiest
// of these puzzles, and not equivalent to any of them.
func TestOrigins(t *testing.T) {
	known, _ := searched(t, harder(6, 10, 1000), "", 0, 3)
	origins, err := NewOrigins(known)
	if err != nil {
		t.Fatal(err)
	}
	puzzles, _ := searched(t, Options{PerGrid: 1, Harder: true, Origins: origins}, "", 0, PerLineage*len(known))
	var f canon.Form
	var form solver.Grid
	p, least := newPlain(t, Options{}), 1<<30
	for i := range known {
		f.Minlex(&form, &known[i])
		least = min(least, p.guessesOfMorphs(form))
	}
	for i := range puzzles {
		f.Minlex(&form, &puzzles[i])
		_, isOrigin := origins.forms[form]
		if n := p.guessesOfMorphs(form); n < least || isOrigin {
			t.Errorf("%s is equivalent to an origin, or takes %d guesses and not at least %d", &puzzles[i], n, least)
		}
	}
	for _, c := range []struct{ first, row int64 }{{1, 0}, {0, PerLineage}} {
		start, err := New(Options{PerGrid: 1, Harder: true, Origins: origins, FirstOrigin: c.first}, "", new(Run))
		if err != nil {
			t.Fatal(err)
		}
		start.lineage.begin(c.row / PerLineage)
		if err := start.lineage.start(); err != nil || start.lineage.waiting[0].puzzle != known[1] {
			t.Errorf("row %d starts from %s, want %s (%v)", c.row, &start.lineage.waiting[0].puzzle, &known[1], err)
		}
	}
	again, err := New(Options{PerGrid: 1, Harder: true, Origins: origins}, "", new(Run))
	if err != nil {
		t.Fatal(err)
	}
	again.lineage.begin(1)
	for restart := range 10 {
		if err := again.lineage.start(); err != nil {
			t.Fatal(err)
		}
		start := again.lineage.waiting[0].puzzle
		for cell, clue := range known[1] {
			if clue != solver.Blank && start[cell] != clue {
				t.Fatalf("after %d restarts, a search starts from %s, which lacks clues of its origin %s", restart, &start, &known[1])
			}
		}
	}
	for _, bad := range [][]solver.Grid{nil, {{}}, {solver.Grid(make([]byte, solver.Cells))}} {
		if _, err := NewOrigins(bad); err == nil {
			t.Errorf("%q are accepted as origins", bad)
		}
	}
}

// TestOriginWithoutNeighbors starts searches from a puzzle without neighbors and from a puzzle
// with neighbors. Both searches must find puzzles, and no two of the puzzles may be equivalent.
func TestOriginWithoutNeighbors(t *testing.T) {
	lonely := solver.Grid([]byte("........1.....2.3...4.5.6....63...2..4..7.8..5.......9.68....9..7...1...4...8.7.."))
	known, _ := searched(t, harder(6, 16, 1000), "", 0, 1)
	origins, err := NewOrigins([]solver.Grid{lonely, known[0]})
	if err != nil {
		t.Fatal(err)
	}
	q, err := newQuestioner("")
	if err != nil {
		t.Fatal(err)
	}
	results := make([]solver.Result, 1)
	lanes, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	if err != nil {
		t.Fatal(err)
	}
	lanes.Solve([]solver.Grid{lonely}, results)
	if n := len(q.neighbors([]hardPuzzle{{puzzle: lonely, solution: results[0].Solution}})); n > 0 {
		t.Fatalf("the puzzle has %d neighbors", n)
	}
	o := harder(1, 8, 1000)
	o.Origins = origins
	puzzles, _ := searched(t, o, "", 0, 2*PerLineage)
	var f canon.Form
	var form solver.Grid
	seen := map[solver.Grid]bool{}
	for i := range puzzles {
		f.Minlex(&form, &puzzles[i])
		if seen[form] {
			t.Errorf("row %d is equivalent to an earlier one", i)
		}
		seen[form] = true
	}
}

// TestSearchEnds checks that a search without results ends after Options.Steps steps, or when it is
// stopped.
func TestSearchEnds(t *testing.T) {
	o := harder(7, 100_000, 200_000)
	o.Steps = 3
	var run Run
	g, err := New(o, "", &run)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Fill(0, make([]solver.Grid, 2), make([]bool, 2), make([]int32, 2)); !errors.Is(err, ErrNoPuzzle) || run.Attempts.Load() != o.Steps {
		t.Errorf("got %v after %d steps", err, run.Attempts.Load())
	}
	run.Stop.Store(true)
	if err := g.Fill(PerLineage, make([]solver.Grid, 2), make([]bool, 2), make([]int32, 2)); !errors.Is(err, ErrStopped) {
		t.Errorf("got %v, want %v", err, ErrStopped)
	}
}

// TestNeighbors compares the neighbors of a puzzle with those found by removing one clue and
// adding another, in all possible ways.
func TestNeighbors(t *testing.T) {
	puzzles, _ := searched(t, harder(8, 6, 1000), "", 0, 1)
	lanes, err := solver.New(solver.Default, solver.Config{MaxSolutions: mostSolutions + 1})
	if err != nil {
		t.Fatal(err)
	}
	verdict := func(g solver.Grid) solver.Result {
		results := make([]solver.Result, 1)
		lanes.Solve([]solver.Grid{g}, results)
		return results[0]
	}
	parent := hardPuzzle{puzzle: puzzles[0], solution: verdict(puzzles[0]).Solution}
	q, err := newQuestioner("")
	if err != nil {
		t.Fatal(err)
	}
	found := map[solver.Grid]solver.Grid{}
	for _, p := range q.neighbors([]hardPuzzle{parent}) {
		found[p.puzzle] = p.solution
	}
	n := 0
	for cell, clue := range parent.puzzle {
		less := parent.puzzle
		if less[cell] = solver.Blank; clue == solver.Blank || verdict(less).Count > mostSolutions {
			continue
		}
		for other := range less {
			for digit := byte('1'); digit <= '9' && less[other] == solver.Blank; digit++ {
				more := less
				more[other] = digit
				r := verdict(more)
				if r.Verdict != solver.Unique || r.Solution == parent.solution {
					continue
				}
				n++
				if found[more] != r.Solution {
					t.Errorf("%s is missing among the neighbors", &more)
				}
			}
		}
	}
	if n == 0 || n != len(found) {
		t.Errorf("got %d neighbors, want %d", len(found), n)
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, from := range []int{8, 16, 24, 34} {
		b.Run(fmt.Sprintf("guesses=%d", from), func(b *testing.B) {
			g, err := New(harder(1, from, 1<<30), "", new(Run))
			if err != nil {
				b.Fatal(err)
			}
			puzzles, minimal, steps := make([]solver.Grid, PerLineage), make([]bool, PerLineage), make([]int32, PerLineage)
			for i := range b.N {
				if err := g.Fill(int64(i)*PerLineage, puzzles, minimal, steps); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*PerLineage/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
