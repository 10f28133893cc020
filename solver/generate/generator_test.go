package generate

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// plain generates the same rows as a Generator, but removes one orbit at a time and uses a
// different solver.
type plain struct {
	Options
	solver solver.Solver
	lanes  solver.Solver // counts the guesses
	grids  sampler
}

func newPlain(tb testing.TB, o Options) *plain {
	tb.Helper()
	s, err := solver.New("mrv", solver.Config{MaxSolutions: 2})
	if err != nil {
		tb.Fatal(err)
	}
	lanes, err := solver.New("lanes", solver.Config{MaxSolutions: 2})
	if err != nil {
		tb.Fatal(err)
	}
	return &plain{Options: o, solver: s, lanes: lanes}
}

func (p *plain) unique(g solver.Grid) bool {
	results := make([]solver.Result, 1)
	p.solver.Solve([]solver.Grid{g}, results)
	return results[0].Verdict == solver.Unique
}

// row returns a puzzle, whether it is minimal, and the number of attempts.
func (p *plain) row(index int64) (solver.Grid, bool, int) {
	for attempt := 0; ; attempt++ {
		var grid solver.Grid
		from := newStream(p.gridSeed(), forGrid, uint64(index/p.PerGrid), 0)
		if replacement := attempt / gridAttempts; replacement > 0 {
			from = newStream(p.rowSeed(), forReplacement, uint64(index), uint64(replacement))
		}
		p.grids.draw(&grid, from)
		puzzle, good := p.attempt(index, attempt, grid)
		if !good || p.Clues != nil && !p.Clues.Contains(puzzle.Clues()) {
			continue
		}
		if p.Guesses != nil && !p.Guesses.Contains(p.guesses(puzzle)) || p.Difficulty != nil && !p.isAsDifficult(puzzle) {
			continue
		}
		if minimal := p.minimal(puzzle); minimal || !p.Minimal {
			return puzzle, minimal, attempt + 1
		}
	}
}

// attempt tries each orbit of cells. It removes the clues of an orbit if the rest of the puzzle has
// one solution and at least the target number of clues. attempt also reports whether the target, if
// any, is reached.
func (p *plain) attempt(index int64, attempt int, puzzle solver.Grid) (solver.Grid, bool) {
	target := 0
	if targets := p.targets(); len(targets) > 0 && !p.Minimal {
		random := newStream(p.rowSeed(), forTarget, uint64(index), 0)
		target = targets[random.below(uint64(len(targets)))]
	}
	orbits, _ := p.Symmetry.orbits()
	order := make([]uint8, len(orbits))
	random := newStream(p.rowSeed(), forAttempt, uint64(index), uint64(attempt))
	random.shuffle(order)
	for _, o := range order {
		less := puzzle
		for _, cell := range orbits[o] {
			less[cell] = solver.Blank
		}
		if less.Clues() >= target && p.unique(less) {
			puzzle = less
		}
	}
	return puzzle, target == 0 || puzzle.Clues() == target
}

func (p *plain) minimal(puzzle solver.Grid) bool {
	for cell := range puzzle {
		less := puzzle
		if less[cell] = solver.Blank; puzzle[cell] != solver.Blank && p.unique(less) {
			return false
		}
	}
	return true
}

func (p *plain) isAsDifficult(puzzle solver.Grid) bool {
	d := ladder.New().Rate(&puzzle).Hardest.Difficulty()
	return d >= p.Difficulty.From && d <= p.Difficulty.To
}

func (p *plain) guesses(puzzle solver.Grid) int {
	results := make([]solver.Result, 1)
	p.lanes.Solve([]solver.Grid{puzzle}, results)
	return int(results[0].Guesses)
}

func describe(o Options) string {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// kinds lists various Options, each with a number of rows that can be generated quickly.
var kinds = []struct {
	Options
	rows int
}{
	{Options{}, 300},
	{Options{PerGrid: 8}, 100},
	{Options{Clues: &Range{30, 30}}, 200},
	{Options{Clues: &Range{24, 40}}, 200},
	{Options{Clues: &Range{50, 81}}, 60},
	{Options{Clues: &Range{22, 23}, Minimal: true}, 10},
	{Options{Symmetry: HalfTurn}, 100},
	{Options{Symmetry: QuarterTurn}, 40},
	{Options{Symmetry: QuarterTurn, Clues: &Range{32, 38}}, 20},
	{Options{Symmetry: Mirror, PerGrid: 3}, 60},
	{Options{Symmetry: Diagonal, Clues: &Range{26, 30}}, 30},
	{Options{Symmetry: All}, 40},
	{Options{Symmetry: Diagonal, Minimal: true}, 5},
	{Options{Guesses: &Range{2, 5}}, 60},
	{Options{Symmetry: HalfTurn, Guesses: &Range{0, 0}}, 60},
	{Options{Difficulty: &DifficultyRange{ladder.Medium, ladder.Medium}}, 20},
	{Options{Minimal: true, Guesses: &Range{0, 3}, Difficulty: &DifficultyRange{ladder.Hard, ladder.ExtremelyHard}}, 5},
	{Options{Guesses: &Range{8, 1000}}, 1}, // row 1001 needs a second grid after gridAttempts attempts
}

func TestFillAgreesWithPlain(t *testing.T) {
	for i, k := range kinds {
		if testing.Short() {
			if k.rows = min(k.rows, 20); k.rows == 1 {
				continue // a row of this kind can take a thousand attempts
			}
		}
		k.Seed = uint64(i)
		k.PerGrid = max(k.PerGrid, 1)
		t.Run(describe(k.Options), func(t *testing.T) {
			t.Parallel()
			g, err := New(k.Options, "", new(Run))
			if err != nil {
				t.Fatal(err)
			}
			const first = 1001 // if PerGrid is 3 or 8, the previous row has the same grid
			puzzles, minimal := make([]solver.Grid, k.rows), make([]bool, k.rows)
			if err := g.Fill(first, puzzles, minimal, nil); err != nil {
				t.Fatal(err)
			}
			p := newPlain(t, k.Options)
			most := 0
			for i := range puzzles {
				puzzle, isMinimal, attempts := p.row(first + int64(i))
				if puzzles[i] != puzzle || minimal[i] != isMinimal {
					t.Fatalf("row %d is %s (minimal: %v), want %s (%v)", i, &puzzles[i], minimal[i], &puzzle, isMinimal)
				}
				most = max(most, attempts)
			}
			t.Logf("at most %d attempts", most)
		})
	}
}

// TestRowsDoNotDependOnEachOther checks that rows are the same in runs of different lengths and
// with all kernels.
func TestRowsDoNotDependOnEachOther(t *testing.T) {
	lanes := solver.Variants()[0]
	for i, k := range kinds {
		if testing.Short() {
			if k.rows = min(k.rows, 20); k.rows == 1 {
				continue // a row of this kind can take a thousand attempts
			}
		}
		k.Seed = uint64(i)
		k.PerGrid = max(k.PerGrid, 1)
		t.Run(describe(k.Options), func(t *testing.T) {
			t.Parallel()
			all, allMinimal := make([]solver.Grid, k.rows), make([]bool, k.rows)
			g, _ := New(k.Options, "", new(Run))
			if err := g.Fill(0, all, allMinimal, nil); err != nil {
				t.Fatal(err)
			}
			for _, kernel := range lanes.Kernels() {
				g, err := New(k.Options, kernel, new(Run))
				if err != nil {
					t.Fatal(err)
				}
				for from, n := 0, 1; from < k.rows; from, n = from+n, 2*n {
					n = min(n, k.rows-from)
					puzzles, minimal := make([]solver.Grid, n), make([]bool, n)
					if err := g.Fill(int64(from), puzzles, minimal, nil); err != nil {
						t.Fatal(err)
					}
					for i := range puzzles {
						if puzzles[i] != all[from+i] || minimal[i] != allMinimal[from+i] {
							t.Fatalf("row %d differs with kernel %s in a run of %d", from+i, kernel, n)
						}
					}
				}
			}
		})
	}
}

// TestAttemptsAreCounted checks that Run.Attempts is exact after each call to Fill. Without
// restrictions, all first attempts succeed.
func TestAttemptsAreCounted(t *testing.T) {
	var run Run
	g, err := New(Options{PerGrid: 1}, "", &run)
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range []int{5, countedTogether, 2*countedTogether + 1} {
		before := run.Attempts.Load()
		if err := g.Fill(0, make([]solver.Grid, rows), make([]bool, rows), nil); err != nil {
			t.Fatal(err)
		}
		if n := run.Attempts.Load() - before; n != int64(rows) {
			t.Errorf("%d attempts were counted for %d rows", n, rows)
		}
	}
}

// TestNoPuzzle checks the error that Fill returns if no puzzle satisfies the options. A second call
// must fail in the same way.
func TestNoPuzzle(t *testing.T) {
	g, err := New(Options{PerGrid: 1, Guesses: &Range{100_000, 200_000}, Attempts: 3 * gridAttempts}, "", new(Run))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := g.Fill(0, make([]solver.Grid, 10), make([]bool, 10), nil); !errors.Is(err, ErrNoPuzzle) {
			t.Errorf("got %v, want %v", err, ErrNoPuzzle)
		}
	}
}

// TestRowsBeforeAFailure limits the attempts, so that a row fails. All kernels must fail at the
// same row. The rows before the failed row must be the same as in a run without a limit.
func TestRowsBeforeAFailure(t *testing.T) {
	const n = 200
	o := Options{PerGrid: 1, Guesses: &Range{3, 1000}}
	all := make([]solver.Grid, n)
	g, _ := New(o, "", new(Run))
	if err := g.Fill(0, all, make([]bool, n), nil); err != nil {
		t.Fatal(err)
	}
	o.Attempts = 60
	var want *RowError
	for _, kernel := range solver.Variants()[0].Kernels() {
		g, err := New(o, kernel, new(Run))
		if err != nil {
			t.Fatal(err)
		}
		puzzles := make([]solver.Grid, n)
		failed, is := errors.AsType[*RowError](g.Fill(0, puzzles, make([]bool, n), nil))
		if want == nil {
			want = failed
		}
		if !is || failed.Row == 0 || failed.Row != want.Row || !slices.Equal(puzzles[:failed.Row], all[:failed.Row]) {
			t.Errorf("kernel %s fails at %v, not at %v, or earlier rows differ", kernel, failed, want)
		}
	}
}

// TestStop checks that a search that would never end can be stopped.
func TestStop(t *testing.T) {
	var run Run
	g, err := New(Options{PerGrid: 1, Symmetry: All, Guesses: &Range{100_000, 200_000}}, "", &run)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, func() { run.Stop.Store(true) })
	if err := g.Fill(0, make([]solver.Grid, 10), make([]bool, 10), nil); !errors.Is(err, ErrStopped) {
		t.Errorf("got %v, want %v", err, ErrStopped)
	}
}

func TestNewRejectsImpossibleOptions(t *testing.T) {
	for _, c := range []struct {
		Options
		want string
	}{
		{Options{}, "the number of puzzles per grid must be at least 1, not 0"},
		{Options{PerGrid: 1, Attempts: -1}, "the number of attempts must not be negative, but is -1"},
		{Options{PerGrid: 1, Harder: true, Minimal: true}, "a search among the neighbors of hard puzzles cannot be combined with the options for clues, minimal puzzles, symmetry, grids or attempts"},
		{Options{PerGrid: 1, Harder: true, Steps: -1}, "the number of steps must not be negative, but is -1"},
		{Options{PerGrid: 1, Clues: &Range{}}, "a puzzle with only one solution has at least 17 clues"},
		{Options{PerGrid: 1, Clues: &Range{16, 25}}, "a puzzle with only one solution has at least 17 clues"},
		{Options{PerGrid: 1, Clues: &Range{41, 45}, Minimal: true}, "no minimal puzzle with more than 40 clues is known"},
		{Options{PerGrid: 1, Clues: &Range{30, 29}}, "the range of clues from 30 to 29 is empty"},
		{Options{PerGrid: 1, Clues: &Range{80, 82}}, "puzzles cannot have more than 81 clues"},
		{Options{PerGrid: 1, Clues: &Range{30, 31}, Symmetry: QuarterTurn}, `no pattern with symmetry "quarter-turn" has 30 to 31 clues`},
		{Options{PerGrid: 1, Guesses: &Range{3, 2}}, "3 to 2 is not a valid range of guesses"},
		{Options{PerGrid: 1, Guesses: &Range{-1, 2}}, "-1 to 2 is not a valid range of guesses"},
		{Options{PerGrid: 1, Clues: &Range{82, 82}}, "puzzles cannot have more than 81 clues"},
		{Options{PerGrid: 1, Guesses: &Range{}, Difficulty: &DifficultyRange{ladder.Hard, ladder.Unfair}}, "puzzles of difficulty hard always require guesses"},
		{Options{PerGrid: 1, Difficulty: &DifficultyRange{ladder.Hard, ladder.Medium}}, "the range of difficulties from hard to medium is empty"},
	} {
		if _, err := New(c.Options, "", new(Run)); err == nil || err.Error() != c.want {
			t.Errorf("%s: got error %v, want %s", describe(c.Options), err, c.want)
		}
	}
}

func BenchmarkFill(b *testing.B) {
	for _, k := range []struct {
		name string
		Options
	}{
		{"minimal", Options{PerGrid: 1}},
		{"eight", Options{PerGrid: 8}},
		{"30", Options{PerGrid: 1, Clues: &Range{30, 30}}},
		{"half-turn", Options{PerGrid: 1, Symmetry: HalfTurn}},
	} {
		b.Run(k.name, func(b *testing.B) {
			g, err := New(k.Options, "", new(Run))
			if err != nil {
				b.Fatal(err)
			}
			puzzles, minimal := make([]solver.Grid, 4096), make([]bool, 4096)
			clues := 0
			for i := range b.N {
				if err := g.Fill(int64(i)*4096, puzzles, minimal, nil); err != nil {
					b.Fatal(err)
				}
				for i := range puzzles {
					clues += puzzles[i].Clues()
				}
			}
			b.ReportMetric(float64(b.N)*4096/b.Elapsed().Seconds(), "puzzles/s")
			b.ReportMetric(float64(clues)/float64(b.N)/4096, "clues")
		})
	}
}
