package benchmarks

import (
	"context"
	"io"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// Rounds is the number of times that each solver is timed on each corpus.
const Rounds = 5

// Options specifies what to measure and how. It is stored with the results.
type Options struct {
	Solvers      []string   `json:"solvers"`   // names of variants
	Kernel       string     `json:"kernel"`    // name of a kernel, AllKernels, or "" for the best kernel
	Externals    []External `json:"externals"` // other programs
	Seconds      float64    `json:"seconds"`   // total time of all rounds of one solver on one corpus
	Cores        int        `json:"cores"`     // number of cores that gridmill's solvers use
	MaxSolutions int32      `json:"max_solutions"`
	MaxGuesses   int32      `json:"max_guesses"` // per puzzle; 0 means no limit
	Timeout      float64    `json:"timeout"`     // limit for each run of an external program, in seconds
	Seed         uint64     `json:"seed"`        // determines the order and the morphs of the puzzles
	Puzzles      int        `json:"puzzles"`     // maximum number of puzzles per solver and corpus; 0 means as many as Seconds allows
	Strata       bool       `json:"strata"`      // whether to also time the puzzles of each Stratum

	Called func(option string) string `json:"-"` // returns the name that messages use for an option

	samples map[string]int // maps Result.title to the number of morphs to solve; set by SampleLike
}

// SampleLike makes each solver solve the same number of puzzles of each corpus as in an earlier
// run. Otherwise, a slower solver would solve fewer puzzles.
func (o *Options) SampleLike(before *RunResult) {
	o.samples = map[string]int{}
	for _, r := range before.Results {
		o.samples[r.title()] = r.Morphs
		if r.Process != nil {
			o.samples[r.title()] = r.Given
		}
	}
}

// share returns the time for one round of a solver on a corpus.
func (o *Options) share() time.Duration {
	return seconds(o.Seconds / Rounds)
}

// Progress receives reports about a run. Its fields may be nil.
type Progress struct {
	// Step is called when a step such as "timing easy.csv" starts. step counts from 0 to steps-1.
	Step func(doing string, step, steps int)
	// Diff receives a CSV row for each solver's answer to each puzzle.
	Diff io.Writer
}

// contestant is a solver that takes part in the comparison.
type contestant interface {
	label() string // see Result.Label
	// check checks the contestant's answers to puzzles of s. It returns a trial that times the
	// contestant on these puzzles.
	check(ctx context.Context, s *puzzleSet, c *checker) (trial, error)
}

// speed holds the speeds of one round. clock is in puzzles per second of elapsed time, and
// processor is in puzzles per second of processor time. machine is the mean of two results of
// machineSpeed: one before and one after the round. An unknown speed is 0.
type speed struct{ clock, processor, machine float64 }

// trial measures a contestant on one corpus.
type trial interface {
	// round runs one round and returns its speed.
	round(ctx context.Context) (speed, error)
	// result returns the Result without its speed. A trial whose Result has a Failure is not timed.
	result() Result
	// timeOf returns the time for solving the first n puzzles. It repeats the puzzles if there are
	// fewer than n. It fails only if the context is done or a program fails.
	timeOf(ctx context.Context, puzzles []solver.Grid, n int) (time.Duration, error)
	// intendedTime returns how long a round should take. Much shorter rounds would be imprecise.
	intendedTime() time.Duration
}

// Run measures solvers on corpora. If one of gridmill's solvers contradicts the reference (mrv),
// Run returns a *DisagreementError, possibly wrapped, before the first round. If an external
// program fails, the results include its error.
func Run(ctx context.Context, all []*Corpus, o Options, p Progress) (*RunResult, error) {
	contestants, err := o.contestants()
	if err != nil {
		return nil, err
	}
	return run(ctx, all, o, contestants, p)
}

func run(ctx context.Context, all []*Corpus, o Options, contestants []contestant, p Progress) (*RunResult, error) {
	done, steps := 0, len(all)*(len(contestants)+Rounds)
	start := func(doing string) {
		if p.Step != nil {
			p.Step(doing, done, steps)
		}
		done++
	}
	checker := newChecker(o.MaxGuesses, p.Diff)
	result := &RunResult{Machine: thisMachine(), Options: o}
	trials, sets := make([][]trial, len(all)), make([]*puzzleSet, len(all))
	for i, c := range all {
		s, err := newSet(ctx, c, &o)
		if err != nil {
			return nil, err
		}
		sets[i] = s
		result.Corpora = append(result.Corpora, MeasuredCorpus{c.Name, c.SHA256, s.distinct, len(s.puzzles), c.Skipped, s.unproven})
		for _, e := range contestants {
			start("checking " + c.Name)
			t, err := e.check(ctx, s, checker)
			if err != nil {
				return nil, err
			}
			trials[i] = append(trials[i], t)
		}
	}
	if err := checker.err(); err != nil {
		return nil, err
	}
	for i, c := range all {
		results, err := timeAlternately(ctx, trials[i], o.share(), func() { start("timing " + c.Name) })
		if err != nil {
			return nil, err
		}
		if o.Strata {
			if err := timeStrata(ctx, sets[i], trials[i], results); err != nil {
				return nil, err
			}
		}
		result.Results = append(result.Results, results...)
	}
	for _, c := range result.Corpora {
		setRelative(result.resultsOf(c.Corpus))
	}
	return result, nil
}
