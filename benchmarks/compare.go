package benchmarks

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats"
)

// Comparison compares two runs of the same solvers on the same corpora.
type Comparison struct {
	Pairs []Pair
	// OnlyOld and OnlyNew list results with a speed in one run only, such as "mrv on easy.csv".
	OnlyOld, OnlyNew []string
	// Differences lists what can make the ratios misleading, such as different processors.
	Differences differenceList
	tolerance   float64
}

// Pair holds the old and the new result of one solver on one corpus.
type Pair struct{ Old, New *Result }

// Ratio returns the new speed divided by the old speed, corrected for changes in the speed of the
// machine.
func (p *Pair) Ratio() float64 {
	before, now := p.onOneMachine()
	return now.median / before.median
}

// onOneMachine returns the old and new speeds, scaled to the machine's speed in the old run.
// Each round is scaled separately. If the processor time is unknown for some rounds, onOneMachine
// returns the speeds as measured.
func (p *Pair) onOneMachine() (before, now measuredSpeed) {
	old, rounds := p.rounds()
	if len(old) != len(p.Old.MachineRounds) || len(rounds) != len(p.New.MachineRounds) {
		return withBounds(old), withBounds(rounds)
	}
	unit := median(p.Old.MachineRounds)
	scaled := func(rounds, machine []float64) measuredSpeed {
		onOldMachine := make([]float64, len(rounds))
		for i := range rounds {
			onOldMachine[i] = rounds[i] * unit / machine[i]
		}
		return withBounds(onOldMachine)
	}
	return scaled(old, p.Old.MachineRounds), scaled(rounds, p.New.MachineRounds)
}

// rounds returns the speeds of the rounds of both runs. It uses processor time if both runs
// recorded it, because other programs affect elapsed time more than processor time.
func (p *Pair) rounds() (before, now []float64) {
	if len(p.Old.ProcessorRounds) > 0 && len(p.New.ProcessorRounds) > 0 {
		return p.Old.ProcessorRounds, p.New.ProcessorRounds
	}
	return p.Old.Rounds, p.New.Rounds
}

// measuredSpeed is the median of several rounds, with bounds on the true median.
type measuredSpeed struct{ lowest, median, highest float64 }

// withBounds returns the median of rounds and its bounds. The bounds are those of a sign test with
// about 95% confidence. With few rounds, the bounds are the slowest and the fastest round. rounds
// must not be empty.
func withBounds(rounds []float64) measuredSpeed {
	sorted, n := slices.Sorted(slices.Values(rounds)), len(rounds)
	outside := max(0, int(float64(n)/2-math.Sqrt(float64(n)))) // number of rounds beyond each bound
	return measuredSpeed{sorted[outside], median(rounds), sorted[n-1-outside]}
}

type outcome string

const (
	notSlower    outcome = ""
	slower       outcome = "slower"
	inconclusive outcome = "inconclusive"
)

// outcome compares the new speed with a limit: (1-tolerance) times the old median. It returns
// notSlower if the new median reaches the limit. Otherwise, it returns slower if three conditions
// hold: the new upper bound is below the limit, the new median is below the old lower bound, and
// both runs solved the same number of puzzles. In all other cases, it returns inconclusive.
func (p *Pair) outcome(tolerance float64) outcome {
	before, now := p.onOneMachine()
	accepted := before.median * (1 - tolerance)
	switch {
	case now.median >= accepted:
		return notSlower
	case now.highest < accepted && now.median < before.lowest && p.samePuzzles():
		return slower
	}
	return inconclusive
}

// Compare pairs the results of two runs by corpus, solver and kernel. tolerance is the largest
// accepted decrease in speed, as a fraction of the old speed.
func Compare(before, now *RunResult, tolerance float64) *Comparison {
	then := map[string]*Result{}
	for _, r := range before.Results {
		if len(r.Rounds) > 0 {
			then[r.title()] = r
		}
	}
	c := &Comparison{tolerance: tolerance}
	for _, r := range now.Results {
		if r.Failure != "" {
			continue
		}
		if o := then[r.title()]; o != nil {
			c.Pairs = append(c.Pairs, Pair{o, r})
		} else {
			c.OnlyNew = append(c.OnlyNew, r.title())
		}
		delete(then, r.title())
	}
	c.OnlyOld = slices.Sorted(maps.Keys(then))
	c.Differences.add("processor", before.Machine.Processor, now.Machine.Processor)
	c.Differences.add("Go", before.Machine.Go, now.Machine.Go)
	return c
}

// differenceList lists what differs between two runs.
type differenceList []string

func (l *differenceList) add(what string, before, now any) {
	if before != now {
		*l = append(*l, fmt.Sprintf("%s: %v before, %v now", what, before, now))
	}
}

// CheckComparable returns an error if a run with the options o on the given corpora could not be
// compared with an earlier run. If the runs have results in common but differ in corpora or
// options, the error is an inconclusive *SlowerError. The options must be valid (see Check).
func (o *Options) CheckComparable(before *RunResult, all []*Corpus) error {
	contestants, _ := o.contestants() // Check has returned no error
	var found differenceList
	was := &before.Options
	found.add(o.Called("cores"), was.Cores, o.Cores)
	found.add(o.Called("max_solutions"), was.MaxSolutions, o.MaxSolutions)
	found.add(o.Called("max_guesses"), was.MaxGuesses, o.MaxGuesses)
	found.add(o.Called("seed"), was.Seed, o.Seed)
	var measures, measured []string // titles of results
	for _, c := range all {
		for _, e := range contestants {
			measures = append(measures, (&Result{Corpus: c.Name, Solver: e.label()}).title())
		}
		for _, old := range before.Corpora {
			if old.Corpus == c.Name {
				found.add("the sha256 of "+c.Name, fmt.Sprintf("%.12s", old.SHA256), fmt.Sprintf("%.12s", c.SHA256))
			}
		}
	}
	for _, r := range before.Results {
		if len(r.Rounds) > 0 {
			measured = append(measured, r.title())
		}
	}
	switch {
	case !slices.ContainsFunc(measured, func(title string) bool { return slices.Contains(measures, title) }):
		return fmt.Errorf("the earlier run has no results in common with this run: it measured %s, but this run measures %s; compare the same solvers on the same corpora", cmp.Or(formats.NameList(measured), "nothing"), formats.NameList(measures))
	case found != nil:
		return &SlowerError{true, "inconclusive, because the runs differ in corpora or options (" + strings.Join(found, "; ") + "); use the same corpora and options in both runs"}
	}
	return nil
}

// suspects returns the pairs whose solver is, or may be, slower by more than the tolerance.
func (c *Comparison) suspects() []Pair {
	return slices.DeleteFunc(slices.Clone(c.Pairs), func(p Pair) bool { return p.outcome(c.tolerance) == notSlower })
}

// SlowerError lists solvers that are slower than before or, if Inconclusive is set, may be slower.
type SlowerError struct {
	// Inconclusive is true if some solvers may be slower, but none is known to be slower.
	Inconclusive bool
	text         string
}

func (e *SlowerError) Error() string { return e.text }

// Err returns a *SlowerError if a solver is, or may be, slower by more than the tolerance.
func (c *Comparison) Err() error {
	names := map[outcome][]string{}
	for _, p := range c.suspects() {
		found := p.outcome(c.tolerance)
		before, now := p.onOneMachine()
		text := fmt.Sprintf("%s (%.2f times as fast as before", p.New.title(), p.Ratio())
		if found == inconclusive {
			text += fmt.Sprintf("; confidence intervals relative to the earlier speed: %.2f to %.2f in this run, %.2f to %.2f in the earlier run", now.lowest/before.median, now.highest/before.median, before.lowest/before.median, before.highest/before.median)
		}
		names[found] = append(names[found], text+")")
	}
	switch {
	case len(names[slower]) > 0:
		return &SlowerError{false, fmt.Sprintf("slower by more than %g%%: %s", 100*c.tolerance, strings.Join(names[slower], ", "))}
	case len(names[inconclusive]) > 0:
		return &SlowerError{true, "inconclusive: " + strings.Join(names[inconclusive], ", ") + "; either the rounds vary too much, or the runs solved different puzzles; repeat both runs with the same puzzles; use an idle machine or longer rounds"}
	}
	return nil
}

// Write writes the comparison as text.
func (c *Comparison) Write(to io.Writer) error {
	rows := [][]string{{"", "old puzzles/s", "new puzzles/s", "machine", "ratio", "old guesses", "new guesses", ""}}
	differ := false
	for _, p := range c.Pairs {
		machine := fmt.Sprintf("%.2f", median(p.New.MachineRounds)/median(p.Old.MachineRounds))
		before, now := p.rounds()
		oldGuesses, newGuesses := guesses(p.Old), guesses(p.New)
		if !p.samePuzzles() {
			oldGuesses, newGuesses, differ = "", "", true
		}
		rows = append(rows, []string{
			p.New.title(), significant(median(before)), significant(median(now)),
			machine, fmt.Sprintf("%.2f", p.Ratio()), oldGuesses, newGuesses, string(p.outcome(c.tolerance)),
		})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Compared with the earlier run (by processor time where both runs recorded it, with a tolerance of %s%%):\n", strconv.FormatFloat(100*c.tolerance, 'f', -1, 64))
	writeAligned(&b, rows)
	if c.OnlyOld != nil {
		fmt.Fprintf(&b, "  only in the earlier run: %s\n", strings.Join(c.OnlyOld, ", "))
	}
	if c.OnlyNew != nil {
		fmt.Fprintf(&b, "  only in this run: %s\n", strings.Join(c.OnlyNew, ", "))
	}
	if differ {
		b.WriteString("  some solvers received different puzzles in the two runs, so the guesses of these solvers are not compared; use the same number of puzzles in both runs\n")
	}
	for _, d := range c.Differences {
		fmt.Fprintf(&b, "  the runs differ in %s\n", d)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// samePuzzles reports whether a solver solved the same number of puzzles in both runs.
func (p *Pair) samePuzzles() bool { return p.Old.Morphs == p.New.Morphs }

// confirmations is the maximum number of times that Confirm measures a solver again.
const confirmations = 6

// Confirm is like Compare, but first measures more rounds of each solver that seems slower, and
// adds them to the new result. It repeats this while a solver seems slower (see confirmations).
// More rounds help if other programs slowed down the first rounds.
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

// measureAgain measures more rounds and adds them to r. If a program fails this time, r remains
// unchanged.
func measureAgain(ctx context.Context, all []*Corpus, o *Options, r *Result, p Progress) error {
	own := *o
	own.Strata = false // the times of strata are not compared
	own.Solvers, own.Kernel = []string{r.Solver}, r.Kernel
	own.Externals = slices.DeleteFunc(slices.Clone(o.Externals), func(e External) bool { return e.Name != r.Solver })
	if r.Process != nil {
		own.Solvers = nil
	}
	corpus := slices.IndexFunc(all, func(c *Corpus) bool { return c.Name == r.Corpus })
	more, err := Run(ctx, all[corpus:corpus+1], own, p)
	if err != nil {
		return err
	}
	if found := more.Results[0]; found.Failure == "" {
		r.add(found)
	}
	return nil
}
