package benchmarks

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// few returns the first n puzzles of a shipped corpus.
func few(t *testing.T, name string, n int) *Corpus {
	t.Helper()
	c := *shipped(t, name)
	c.Puzzles, c.Lines = c.Puzzles[:n], c.Lines[:n]
	return &c
}

// quick returns options for fast tests. Measurements made with these options are meaningless.
func quick(solvers ...string) Options {
	return Options{Solvers: solvers, Seconds: 0.01, Cores: 1, MaxSolutions: 2, MaxGuesses: 1000, Timeout: 60, Seed: 1, Called: func(option string) string { return "--" + option }}
}

// TestRunResultIsComplete checks the JSON form of a run's result.
func TestRunResultIsComplete(t *testing.T) {
	result, err := Run(t.Context(), []*Corpus{few(t, "easy.csv", 50), few(t, "hard.txt", 5)}, quick("mrv", "scan"), Progress{})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := result.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var raw struct {
		Machine, Options map[string]any
		Corpora, Results []map[string]any
	}
	if err := json.Unmarshal(text.Bytes(), &raw); err != nil {
		t.Fatal(err)
	}
	if len(raw.Results) != 4 || len(raw.Corpora) != 2 {
		t.Fatalf("%d results on %d corpora", len(raw.Results), len(raw.Corpora))
	}
	wanted := func(what string, object map[string]any, keys ...string) {
		for _, key := range keys {
			if _, found := object[key]; !found {
				t.Errorf("%s has no %q", what, key)
			}
		}
	}
	wanted("machine", raw.Machine, "processor", "cores", "os", "arch", "go", "version", "time")
	wanted("options", raw.Options, "solvers", "externals", "seconds", "cores", "max_solutions", "max_guesses", "seed")
	wanted("a corpus", raw.Corpora[0], "corpus", "sha256", "puzzles", "morphs", "skipped", "unproven")
	for _, r := range raw.Results {
		wanted("a result", r, "corpus", "solver", "kernel", "puzzles", "puzzles_per_second", "spread", "rounds",
			"microseconds_per_puzzle", "relative_speed", "no_guess_fraction", "guesses_per_puzzle", "guesses_median", "guesses_p99",
			"backtracks_per_puzzle", "backtracks_median", "backtracks_p99", "unfinished")
	}
	first := raw.Results[0]
	if first["corpus"] != "easy.csv" || first["solver"] != "mrv" || first["relative_speed"] != 1.0 || first["no_guess_fraction"] != 1.0 || first["corpus_puzzles"] != 50.0 {
		t.Errorf("the first result is %v", first)
	}
	if rounds := first["rounds"].([]any); len(rounds) != Rounds {
		t.Errorf("got %d rounds", len(rounds))
	}
}

// TestSlowSolversAreSampled gives a solver almost no time. The solver must still be timed on one
// puzzle, and the table must say so.
func TestSlowSolversAreSampled(t *testing.T) {
	o := quick("scan")
	o.Seconds, o.MaxGuesses = 1e-12, 1
	result, err := Run(t.Context(), []*Corpus{few(t, "hard.txt", 7)}, o, Progress{})
	if err != nil {
		t.Fatal(err)
	}
	r := result.Results[0]
	if r.Puzzles != 1 || r.CorpusPuzzles != 7 || r.CorpusMorphs%7 != 0 || !r.Sampled() || !r.CutOff() || r.Unfinished != 1 || r.GuessesPerPuzzle != 1 {
		t.Errorf("the result is %+v with the search %+v", r, r.Search)
	}
	var table strings.Builder
	if err := result.WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of 4,102", "100.0%", "< ", "at most 1 guess per puzzle", "puzzles on which it gave up after 1 guess count as solved", "Slow solvers received only as many morphs of the puzzles as they could solve", "Use --puzzles to give"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table does not contain %q:\n%s", want, table.String())
		}
	}
}

// TestSampleLike checks that solvers and programs receive as many puzzles as in the earlier run,
// regardless of Options.Seconds.
func TestSampleLike(t *testing.T) {
	before := &RunResult{Results: []*Result{
		{Corpus: "hard.txt", Solver: "scan", Morphs: 5}, {Corpus: "hard.txt", Solver: "right", Morphs: 11, Process: &Process{Given: 11}},
	}}
	for _, seconds := range []float64{1e-12, 0.1} {
		o := quick("scan")
		o.Seconds, o.Externals = seconds, []External{external(t, "named")}
		o.Externals[0].Name = "right"
		o.SampleLike(before)
		result, err := Run(t.Context(), []*Corpus{few(t, "hard.txt", 7)}, o, Progress{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range result.Results {
			was := before.Results[i]
			if r.title() != was.title() || r.Morphs != was.Morphs || r.Failure != "" || r.Process != nil && r.Given != was.Given {
				t.Errorf("with %g seconds: %+v, want %+v", seconds, r, was)
			}
		}
	}
}

// TestSampleLikeAWholeSet is like TestSampleLike, but the earlier run timed the whole puzzleSet.
func TestSampleLikeAWholeSet(t *testing.T) {
	o := quick("mrv")
	o.Seconds = 1e-12
	o.SampleLike(&RunResult{Results: []*Result{{Corpus: "easy.csv", Solver: "mrv", Morphs: batchSize}}})
	result, err := Run(t.Context(), []*Corpus{few(t, "easy.csv", 8)}, o, Progress{})
	if err != nil {
		t.Fatal(err)
	}
	if r := result.Results[0]; r.Morphs != batchSize {
		t.Errorf("the solver received %d puzzles, want %d", r.Morphs, batchSize)
	}
}

func TestAllCoresSolve(t *testing.T) {
	o := quick("mrv")
	o.Cores = 3
	result, err := Run(t.Context(), []*Corpus{few(t, "minimal.txt", 20)}, o, Progress{})
	if err != nil {
		t.Fatal(err)
	}
	if r := result.Results[0]; r.Failure != "" || r.PuzzlesPerSecond <= 0 {
		t.Errorf("the result is %+v", r)
	}
}

// liar is a solver that changes some of the reference's answers.
type liar struct {
	solver.Solver
	lie func(i int, r *solver.Result)
}

func (l liar) Solve(puzzles []solver.Grid, results []solver.Result) {
	l.Solver.Solve(puzzles, results)
	for i := range results {
		l.lie(i, &results[i])
	}
}

// plant returns a contestant that uses lie to change its answers.
func plant(t *testing.T, o *Options, lie func(i int, r *solver.Result)) contestant {
	honest, err := solver.New(reference, solver.Config{MaxSolutions: o.MaxSolutions, MaxGuesses: o.MaxGuesses})
	if err != nil {
		t.Fatal(err)
	}
	return &variant{name: "liar", options: o, solvers: []solver.Solver{liar{honest, lie}}}
}

// TestWrongSolversAreCaught runs solvers that give wrong answers. No solver may be timed, and the
// error must list the puzzles.
func TestWrongSolversAreCaught(t *testing.T) {
	lies := map[string]struct {
		corpus string
		lie    func(i int, r *solver.Result)
		why    string
	}{
		"a wrong digit": {"minimal.txt", func(_ int, r *solver.Result) { r.Solution[40] ^= 1 }, "its solution does not solve the puzzle"},
		"the solution of a neighbor": {"minimal.txt", func() func(int, *solver.Result) {
			var last solver.Grid
			return func(_ int, r *solver.Result) { last, r.Solution = r.Solution, last }
		}(), "its solution does not solve the puzzle"},
		"a second solution":             {"minimal.txt", func(_ int, r *solver.Result) { r.Verdict, r.Count = solver.Multiple, 2 }, "it reported multiple, but the correct verdict is unique"},
		"no second solution":            {"many-solutions.txt", func(_ int, r *solver.Result) { r.Verdict, r.Count = solver.Unique, 1 }, "it reported unique, but the correct verdict is multiple"},
		"no solution":                   {"minimal.txt", func(_ int, r *solver.Result) { *r = solver.Result{Verdict: solver.None} }, "it reported none, but the correct verdict is unique"},
		"a solution not counted":        {"minimal.txt", func(_ int, r *solver.Result) { r.Verdict, r.Count = solver.None, 0 }, "it returned a solution but counted none"},
		"giving up without budget":      {"minimal.txt", func(_ int, r *solver.Result) { *r = solver.Result{Verdict: solver.Unfinished} }, "it reported unfinished, but the correct verdict is unique"},
		"more solutions than requested": {"many-solutions.txt", func(_ int, r *solver.Result) { r.Count = 3 }, "its solution count is 3, expected 2"},
	}
	for name, c := range lies {
		t.Run(name, func(t *testing.T) {
			o := quick("mrv")
			o.MaxGuesses = 0
			honest, err := o.contestants()
			if err != nil {
				t.Fatal(err)
			}
			corpus := few(t, c.corpus, 30)
			var diff bytes.Buffer
			_, err = run(t.Context(), []*Corpus{corpus}, o, append(honest, plant(t, &o, c.lie)), Progress{
				Diff: &diff,
				Step: func(doing string, _, _ int) {
					if strings.HasPrefix(doing, "timing") {
						t.Error("a solver was timed")
					}
				},
			})
			var found *DisagreementError
			if !errors.As(err, &found) {
				t.Fatalf("the wrong answers were not found: %v", err)
			}
			d := found.First[0]
			if d.Why != c.why || d.Solver != "liar" || !slices.Contains(corpus.Lines, d.Line) || d.Original != corpus.Puzzles[slices.Index(corpus.Lines, d.Line)] {
				t.Errorf("found %+v", d)
			}
			if !strings.Contains(err.Error(), d.Puzzle.String()+" (a morph of "+d.Original.String()) || len(found.First) > shownDisagreements {
				t.Errorf("the error is %v", err)
			}
			rows, err := csv.NewReader(&diff).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			last := rows[len(rows)-1]
			if !slices.Equal(rows[0], diffColumns) || last[3] != "liar" {
				t.Errorf("the diff starts with %v and ends with %v", rows[0], last)
			}
		})
	}
}

// TestUnfinishedSearchesMayFindLess checks which answers a solver may give if the budget cuts off
// its search.
func TestUnfinishedSearchesMayFindLess(t *testing.T) {
	puzzle := shipped(t, "minimal.txt").Puzzles[0]
	one, err := solver.New(reference, solver.Config{MaxSolutions: 1})
	if err != nil {
		t.Fatal(err)
	}
	results := make([]solver.Result, 1)
	one.Solve([]solver.Grid{puzzle}, results)
	solution := results[0].Solution
	unique, several := truth{verdict: solver.Unique, count: 1}, truth{verdict: solver.Multiple, count: 5}
	cases := []struct {
		r     solver.Result
		truth truth
		fine  bool
	}{
		{solver.Result{Verdict: solver.Unfinished}, unique, true},
		{solver.Result{Verdict: solver.Unfinished, Count: 1, Solution: solution}, unique, true},
		{solver.Result{Verdict: solver.Unfinished, Count: 1, Solution: puzzle}, unique, false},
		{solver.Result{Verdict: solver.Unfinished, Count: 2, Solution: solution}, unique, false},
		{solver.Result{Verdict: solver.Multiple, Count: 3, Solution: solution, Stats: solver.Stats{Guesses: 10}}, several, true},
		{solver.Result{Verdict: solver.Multiple, Count: 3, Solution: solution, Stats: solver.Stats{Guesses: 9}}, several, false},
		{solver.Result{Verdict: solver.None, Stats: solver.Stats{Guesses: 10}}, unique, false},
	}
	for i, c := range cases {
		if why := disagreement(&puzzle, &c.r, c.truth, 10); (why == "") != c.fine {
			t.Errorf("case %d: %q", i, why)
		}
	}
}

// fakeTrial is a trial that records when it is timed.
type fakeTrial struct {
	name  string
	turns *[]string
	fail  bool
}

func (f fakeTrial) round(context.Context) (speed, error) {
	*f.turns = append(*f.turns, f.name)
	if f.fail {
		return speed{}, errors.New("simulated failure")
	}
	return speed{clock: float64(len(*f.turns))}, nil
}

func (f fakeTrial) result() Result { return Result{Solver: f.name} }

// timeOf returns n milliseconds for each clue of some[0]. The first of every three calls returns
// ten times as much.
func (f fakeTrial) timeOf(_ context.Context, some []solver.Grid, n int) (time.Duration, error) {
	if f.fail {
		return 0, errors.New("it hurts")
	}
	*f.turns = append(*f.turns, fmt.Sprint(n))
	spent := time.Duration(n*some[0].Clues()) * time.Millisecond
	if len(*f.turns)%3 == 1 {
		spent *= 10
	}
	return spent, nil
}

func (f fakeTrial) intendedTime() time.Duration { return 4 * time.Second }

// TestStrataAreTimedLongEnough checks the number of puzzles in each round of a stratum. The time of
// a stratum must be the median of its rounds. If a program fails, its result must have no times.
func TestStrataAreTimedLongEnough(t *testing.T) {
	var turns []string
	corpus := &Corpus{Name: "two", Puzzles: make([]solver.Grid, 1), Lines: []int64{1}}
	solver.Parse(&corpus.Puzzles[0], []byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	s, err := newSet(t.Context(), corpus, &Options{MaxSolutions: 2, Puzzles: 1})
	if err != nil {
		t.Fatal(err)
	}
	results := []*Result{{Morphs: 1}, {Morphs: 1}, {Failure: "it did not start"}}
	if err := timeStrata(t.Context(), s, []trial{fakeTrial{turns: &turns}, fakeTrial{fail: true}, nil}, results); err != nil {
		t.Fatal(err)
	}
	// A round must take at least a second. A puzzle with 30 clues takes 30 ms, so 33 puzzles are
	// too few. With 66 puzzles, each of two test rounds is long enough. Five timed rounds follow.
	if got := strings.Join(turns, " "); got != "1 3 33 66 66 66 66 66 66 66" {
		t.Errorf("it was given %s puzzles", got)
	}
	if got, want := results[0].Strata, (Stratum{"0", 1, 30_000, 9}); !slices.Equal(got, []Stratum{want}) {
		t.Errorf("the strata are %+v, want %+v", got, want)
	}
	if r := results[1]; r.Strata != nil || r.StrataFailure != "it hurts" {
		t.Errorf("the failed program has %+v", r)
	}
	if r := results[2]; r.Strata != nil || r.StrataFailure != "" {
		t.Errorf("the program that did not start has %+v", r)
	}
}

func TestSolversAreTimedAlternately(t *testing.T) {
	var turns []string
	results, err := timeAlternately(t.Context(), []trial{fakeTrial{"a", &turns, false}, fakeTrial{"b", &turns, true}, fakeTrial{"c", &turns, false}}, 0, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(turns, ""); got != "abc"+strings.Repeat("ac", Rounds-1) {
		t.Errorf("the order of timing was %s", got)
	}
	setRelative(results)
	if a := results[0]; a.PuzzlesPerSecond != 6 || !slices.Equal(a.Rounds, []float64{1, 4, 6, 8, 10}) || a.Spread != 5./6 || a.RelativeSpeed != 1 {
		t.Errorf("a: %+v", a)
	}
	if b := results[1]; b.Failure != "simulated failure" || b.PuzzlesPerSecond != 0 {
		t.Errorf("b: %+v", b)
	}
	if c := results[2]; c.RelativeSpeed != 7./6 {
		t.Errorf("c: %+v", c)
	}
}

func TestMedianAndSpread(t *testing.T) {
	for _, c := range []struct {
		numbers        []float64
		median, spread float64
	}{
		{nil, 0, 0},
		{[]float64{5}, 5, 0},
		{[]float64{3, 1}, 2, 0.5},
		{[]float64{4, 1, 2}, 2, 1},
		{[]float64{0, 0}, 0, 0},
	} {
		if m, s := median(c.numbers), spread(c.numbers); m != c.median || s != c.spread {
			t.Errorf("%v: median %g, spread %g", c.numbers, m, s)
		}
	}
}

// TestRunsCanBeStopped checks that a run can be canceled at each of its steps.
func TestRunsCanBeStopped(t *testing.T) {
	stopped := errors.New("enough")
	for stop := range 1 + Rounds {
		ctx, cancel := context.WithCancelCause(t.Context())
		_, err := Run(ctx, []*Corpus{few(t, "easy.csv", 3)}, quick("mrv"), Progress{Step: func(_ string, step, steps int) {
			if step == stop {
				cancel(stopped)
			}
			if steps != 1+Rounds {
				t.Errorf("got %d steps", steps)
			}
		}})
		if !errors.Is(err, stopped) {
			t.Errorf("stopped at step %d: %v", stop, err)
		}
	}
}

func TestSearchOf(t *testing.T) {
	var results []solver.Result
	for i := range int32(200) {
		results = append(results, solver.Result{Verdict: solver.Unique, Stats: solver.Stats{Guesses: 199 - i, Backtracks: 2 * i}})
	}
	results[0].Verdict = solver.Unfinished
	s := searchOf(results)
	got := fmt.Sprint(s.NoGuessFraction, s.GuessesPerPuzzle, s.GuessesMedian, s.GuessesP99, s.BacktracksPerPuzzle, s.BacktracksMedian, s.BacktracksP99, s.Unfinished)
	if got != "0.005 99.5 99 197 199 198 394 1" {
		t.Error(got)
	}
	if n := len(s.GuessPercentiles); n != len(Percents) || s.GuessPercentiles[n-1] != 199 {
		t.Errorf("percentiles: %v", s.GuessPercentiles)
	}
}

func TestReadRunResultRefusesOtherFiles(t *testing.T) {
	for _, name := range []string{"corpora/easy.csv", "no-such.json"} {
		if _, err := ReadRunResult(filepath.FromSlash(name)); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
