// Package benchmarks measures solvers side by side on corpora of puzzles.
//
// Run checks every solver against the reference before it times any, times them
// in turn so that the drift of a machine meets all alike, and returns a Record
// of everything that is needed to believe the figures, or to measure them again.
// A Record is written as a table, as CSV, as JSON, or as a page with charts, and
// can be compared with an older one.
package benchmarks

import (
	"context"
	"io"
	"time"
)

// Rounds is how often each solver is timed on each corpus.
const Rounds = 5

// Options say what is measured, and how. They are recorded with the results.
type Options struct {
	Solvers      []string   `json:"solvers"`   // names of variants
	Kernel       string     `json:"kernel"`    // of solvers that have several: a name, AllKernels, or empty for the best
	Externals    []External `json:"externals"` // other programs
	Seconds      float64    `json:"seconds"`   // for timing one solver on one corpus
	Cores        int        `json:"cores"`     // that solve at the same time
	MaxSolutions int32      `json:"max_solutions"`
	MaxGuesses   int32      `json:"max_guesses"` // for one puzzle; 0 sets no bound
	Timeout      float64    `json:"timeout"`     // seconds that an external program may take
	Seed         uint64     `json:"seed"`        // of the order and the symmetries of puzzles
}

// share is the time for one solver in one round on one corpus, and also how long
// it is checked there: what it cannot solve in that time is left out.
func (o *Options) share() time.Duration {
	return time.Duration(o.Seconds / Rounds * float64(time.Second))
}

// Watcher learns what happens during a run. Its fields may be nil.
type Watcher struct {
	// Step is called when something begins: the step with that number, from 0.
	Step func(doing string, step, steps int)
	// Diff receives what each solver says of each puzzle, as CSV.
	Diff io.Writer
}

// entrant is a solver that takes part in the comparison.
type entrant interface {
	// check lets it solve as much of a set as its share of time allows, and
	// tells the jury what it says. The trial times what was checked.
	check(ctx context.Context, s *set, j *jury) (trial, error)
}

// trial is an entrant on one corpus.
type trial interface {
	// round solves the sample and returns the speed in puzzles a second.
	round(ctx context.Context) (float64, error)
	// result says what is known without timing. A trial that failed is not
	// timed.
	result() Result
}

// Run measures solvers on corpora. It returns a *DisagreementError when a
// variant contradicts the reference; nothing is timed then. External programs
// that fail are reported in their results.
func Run(ctx context.Context, all []*Corpus, o Options, w Watcher) (*Record, error) {
	entrants, err := o.entrants()
	if err != nil {
		return nil, err
	}
	return run(ctx, all, o, entrants, w)
}

func run(ctx context.Context, all []*Corpus, o Options, entrants []entrant, w Watcher) (*Record, error) {
	progress := steps{tell: w.Step, total: len(all) * (len(entrants) + Rounds)}
	jury := newJury(o.MaxGuesses, w.Diff)
	record := &Record{Machine: thisMachine(), Options: o}
	trials := make([][]trial, len(all))
	for i, c := range all {
		s, err := newSet(ctx, c, &o)
		if err != nil {
			return nil, err
		}
		record.Corpora = append(record.Corpora, s.describe())
		for _, e := range entrants {
			progress.begin("checking " + c.Name)
			t, err := e.check(ctx, s, jury)
			if err != nil {
				return nil, err
			}
			trials[i] = append(trials[i], t)
		}
	}
	if err := jury.err(); err != nil {
		return nil, err
	}
	for i, c := range all {
		results, err := timeInTurn(ctx, trials[i], func() { progress.begin("timing " + c.Name) })
		if err != nil {
			return nil, err
		}
		record.Results = append(record.Results, results...)
	}
	return record, nil
}

// steps counts what a run has begun.
type steps struct {
	tell        func(doing string, step, steps int)
	done, total int
}

func (s *steps) begin(doing string) {
	if s.tell != nil {
		s.tell(doing, s.done, s.total)
	}
	s.done++
}
