package benchmarks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/solver"
)

// AllKernels selects all kernels that this machine supports.
const AllKernels = "all"

// kernelsOf returns the kernels with which to measure a variant: the requested kernels or, by
// default, the best kernel. If the variant has no kernels, the result contains only an empty name.
func (o *Options) kernelsOf(name string) []string {
	names := solver.Variant{Name: name}.Kernels()
	switch {
	case len(names) == 0:
		return []string{""}
	case o.Kernel == AllKernels:
		return names
	case o.Kernel == "":
		return names[:1]
	}
	return []string{o.Kernel}
}

// contestants returns each requested solver once for each kernel that kernelsOf returns, followed
// by the external programs.
func (o *Options) contestants() ([]contestant, error) {
	var all []contestant
	hasKernel := o.Kernel == "" || o.Kernel == AllKernels
	for _, name := range o.Solvers {
		for _, kernel := range o.kernelsOf(name) {
			config := solver.Config{MaxSolutions: o.MaxSolutions, MaxGuesses: o.MaxGuesses, Kernel: kernel}
			s, err := solver.New(name, config)
			if err != nil {
				return nil, err
			}
			all = append(all, &variant{name, kernel, o, config, []solver.Solver{s}})
			hasKernel = hasKernel || kernel != ""
		}
	}
	if !hasKernel {
		return nil, fmt.Errorf("no selected solver has the kernel %q; to list the kernels, run gridmill solvers", o.Kernel)
	}
	for _, e := range o.Externals {
		words, err := splitWords(e.Command)
		if err != nil {
			return nil, err
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, fmt.Errorf("the external solver %s (%s) cannot be run: %w", e.Name, words[0], errors.Unwrap(err))
		}
		all = append(all, &program{e, o, words})
	}
	return all, nil
}

// Check returns an error if a requested solver or kernel is not valid, or if an external program
// does not exist.
func (o *Options) Check() error {
	_, err := o.contestants()
	return err
}

// variant is the contestant that runs one of gridmill's solvers.
type variant struct {
	name, kernel string
	options      *Options
	config       solver.Config
	solvers      []solver.Solver // one per core; the first is created in contestants, and the others in check
}

func (v *variant) label() string { return (&Result{Solver: v.name, Kernel: v.kernel}).Label() }

// check solves the first puzzles of the set, until half of a round's time has passed (see
// Options.share). If Options.Puzzles or SampleLike sets the number of puzzles, check solves that
// number of puzzles instead. Only puzzles solved by check are timed later.
func (v *variant) check(ctx context.Context, s *puzzleSet, c *checker) (trial, error) {
	results := make([]solver.Result, len(s.puzzles))
	known := Result{Corpus: s.corpus.Name, Solver: v.name, Kernel: v.kernel, CorpusPuzzles: s.distinct, CorpusMorphs: len(s.puzzles)}
	set := v.options.samples[known.title()]
	most := min(cmp.Or(set, len(s.puzzles)), len(s.puzzles))
	n, spent := 0, time.Duration(0)
	for n == 0 || n < most && (v.options.Puzzles > 0 || set > 0 || spent < v.options.share()/2) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		to := min(max(1, 2*n), most)
		start := time.Now()
		v.solvers[0].Solve(s.puzzles[n:to], results[n:to])
		spent += time.Since(start)
		n = to
	}
	for i := range results[:n] {
		c.check(v, s, i, &results[i])
	}
	// Round down to whole passes through the corpus, so that every puzzle counts equally.
	sample := max(n-n%s.distinct, min(n, s.distinct))
	t := &variantTrial{variant: v, puzzles: s.puzzles[:sample], known: known}
	perSample := spent.Seconds() * float64(sample) / float64(n)
	t.repeats = max(1, int(math.Ceil(v.options.share().Seconds()/max(perSample, 1e-9))))
	t.known.Puzzles, t.known.Morphs, t.known.Search = min(sample, s.distinct), sample, searchOf(results[:sample])
	for len(v.solvers) < v.options.Cores {
		s, err := solver.New(v.name, v.config)
		if err != nil {
			return nil, err
		}
		v.solvers = append(v.solvers, s)
	}
	for range v.solvers {
		t.results = append(t.results, make([]solver.Result, sample))
	}
	return t, nil
}

// variantTrial times a variant on puzzles that variant.check has solved.
type variantTrial struct {
	*variant
	puzzles []solver.Grid
	repeats int               // number of times that a round solves all puzzles
	results [][]solver.Result // the results of each core
	known   Result            // all but the speed
}

func (t *variantTrial) result() Result { return t.known }

func (t *variantTrial) intendedTime() time.Duration { return t.options.share() }

// round solves all puzzles on every core, several times if there are few puzzles. The measurement
// ends when the slowest core is done.
func (t *variantTrial) round(ctx context.Context) (speed, error) {
	if ctx.Err() != nil {
		return speed{}, context.Cause(ctx)
	}
	var group errgroup.Group
	start, startOnProcessor := time.Now(), processorTime()
	for i, s := range t.solvers {
		group.Go(func() error {
			for range t.repeats {
				s.Solve(t.puzzles, t.results[i])
			}
			return nil
		})
	}
	err := group.Wait()
	solved := float64(len(t.puzzles) * t.repeats * len(t.solvers))
	s := speed{clock: solved / time.Since(start).Seconds()}
	if spent := processorTime() - startOnProcessor; spent > 0 {
		s.processor = solved / spent.Seconds() * float64(len(t.solvers))
	}
	return s, err
}
