package benchmarks

import (
	"context"
	"slices"
)

// confirmations is how many times a solver that may be slower than before is measured again.
const confirmations = 6

// Confirm compares a run with an earlier one, as Compare does. First it measures what may
// be slower again, a few times, and adds these rounds to the run: other programs may have kept
// the machine busy for as long as it took to measure a solver.
func Confirm(ctx context.Context, all []*Corpus, before, now *RunResult, tolerance float64, p Progress) (*Comparison, error) {
	var again Progress
	if p.Step != nil {
		again.Step = func(doing string, step, steps int) { p.Step(doing+" again", step, steps) }
	}
	for range confirmations {
		for _, pair := range Compare(before, now, tolerance).suspects() {
			if err := measureAgain(ctx, all, &now.Options, pair.New, again); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range now.Corpora {
		setRelative(now.resultsOf(c.Corpus))
	}
	return Compare(before, now, tolerance), nil
}

// measureAgain adds rounds to a result. A program that fails this time adds none.
func measureAgain(ctx context.Context, all []*Corpus, o *Options, r *Result, p Progress) error {
	own := *o
	own.Solvers, own.Kernel, own.Techniques = []string{r.Solver}, r.Kernel, false
	own.Externals = slices.DeleteFunc(slices.Clone(o.Externals), func(e External) bool { return e.Name != r.Solver })
	if r.Process != nil {
		own.Solvers = nil
	}
	corpus := slices.IndexFunc(all, func(c *Corpus) bool { return c.Name == r.Corpus })
	more, err := Run(ctx, all[corpus:corpus+1], own, p)
	if err != nil {
		return err
	}
	if found := &more.Results[0]; found.Failure == "" {
		r.add(found)
	}
	return nil
}
