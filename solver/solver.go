package solver

import (
	"fmt"
	"slices"
	"strings"
)

// A Solver solves puzzles one way. It keeps scratch memory between calls, so it
// must not be used by two goroutines at once; make one for each.
type Solver interface {
	// Solve fills results[i] for puzzles[i]. The slices have equal lengths. It takes
	// slices because a variant may solve many puzzles at once.
	// The result of a puzzle depends on that puzzle and the Config alone,
	// never on its neighbours. It does not allocate.
	Solve(puzzles []Grid, results []Result)
}

// An Ahead is a Solver that can start a batch before the previous one is done, so
// that hard puzzles at the end of a batch do not leave most of it idle. Results are
// those of Solve.
type Ahead interface {
	Solver
	// Start starts a batch: it takes puzzles and results as Solve does, but solves
	// nothing yet. The slices belong to the Solver until the batch is finished. At most
	// MaxStarted batches may be started and not finished; Start panics at one more.
	Start(puzzles []Grid, results []Result)
	// Finish returns when the earliest unfinished batch is done. Whenever it could
	// solve more puzzles at once than it has, and another batch may be started, it calls
	// more, which may call Start; more must not wait, and may be nil. Finish panics
	// if there is no batch to finish.
	Finish(more func())
}

// MaxStarted is how many unfinished batches an Ahead may hold. While it searches the one
// puzzle in thousands that takes longer than a batch of others, it solves those after it.
const MaxStarted = 4

// Config is what a Solver is asked to do.
type Config struct {
	// MaxSolutions is how many solutions are looked for before the search of a
	// puzzle stops. Two prove uniqueness; one stops at the first. Must be at
	// least one.
	MaxSolutions int32
	// MaxGuesses bounds the guesses spent on one puzzle. Zero means no bound
	// but what Stats.Guesses can count.
	MaxGuesses int32
	// Kernel names the kernel to use: one of those that Variant.Kernels returns.
	// Empty means the best. Kernels differ in speed alone.
	Kernel string
}

// Verdict is the outcome of a puzzle.
type Verdict uint8

// The verdicts. Multiple, Unique and None are proven; Solved and Unfinished say
// that the search stopped early.
const (
	Invalid     Verdict = iota // the grid is not a puzzle
	None                       // no solution exists
	Unique                     // exactly one solution exists
	Multiple                   // more than one solution exists
	Solved                     // one solution was asked for and found
	Unfinished                 // the guess budget ran out
	NumVerdicts = iota         // how many there are
)

// String returns the verdict as it stands in the output.
func (v Verdict) String() string {
	return [NumVerdicts]string{"invalid", "none", "unique", "multiple", "solved", "unfinished"}[v]
}

// Result is the outcome of one puzzle. The zero Result is that of a grid
// which is not a puzzle.
type Result struct {
	// Solution is the first solution found, or the zero Grid. Which of several
	// comes first is the variant's choice.
	Solution Grid
	Verdict  Verdict
	// Count is the number of solutions found, up to Config.MaxSolutions.
	Count int32
	Stats
}

// Stats counts the work of one search. The numbers belong to the variant: every
// kernel of a variant gives the same.
type Stats struct {
	// Guesses counts assumptions made at branch cells. The last candidate left
	// at a branch is forced and no guess.
	Guesses int32
	// Backtracks counts contradictions that undid an assumption. Going on after
	// a solution undoes one too, but is no contradiction and not counted.
	Backtracks int32
	// MaxDepth is the most assumptions that were open at once.
	MaxDepth int32
	// Passes counts propagation passes over the grid, zero for variants that
	// have none.
	Passes int32
}

// conclude sets the verdict of a search that ended: by itself (exhausted), or
// because it reached the solution cap or the guess budget. What was proven before
// the budget ran out stands.
func (r *Result) conclude(c Config, outOfBudget bool) {
	switch {
	case r.Count > 1:
		r.Verdict = Multiple
	case r.Count == c.MaxSolutions:
		r.Verdict = Solved
	case outOfBudget:
		r.Verdict = Unfinished
	case r.Count == 0:
		r.Verdict = None
	default:
		r.Verdict = Unique
	}
}

// Variant is one entry of the registry: a way to solve puzzles, by name.
type Variant struct {
	Name    string
	Summary string // one line for people
	// newSolver makes a Solver. The Config must be valid for this variant, which New
	// checks.
	newSolver func(Config) Solver
	// kernels names the kernels that run on this machine, best first; nil for a
	// variant that has none.
	kernels func() []string
}

// Kernels returns the names of the kernels that this variant can run on this
// machine, best first. Most variants have none.
func (v Variant) Kernels() []string {
	if v.kernels == nil {
		return nil
	}
	return v.kernels()
}

// checkKernel returns an error unless the variant has a kernel of that name.
func (v Variant) checkKernel(name string) error {
	names := v.Kernels()
	switch {
	case name == "" || slices.Contains(names, name):
		return nil
	case names == nil:
		return fmt.Errorf("solver %s has no kernels, so it cannot use %q", v.Name, name)
	}
	return fmt.Errorf("solver %s cannot run kernel %q on this machine; it can run: %s", v.Name, name, strings.Join(names, ", "))
}

// KernelOf returns the name of the kernel that s uses, or "" where its variant
// has none.
func KernelOf(s Solver) string {
	if k, ok := s.(interface{ KernelName() string }); ok {
		return k.KernelName()
	}
	return ""
}

// variants is the registry, in the order in which it is listed.
var variants = []Variant{
	{"lanes", "many puzzles at once, one in each SIMD lane", newLanes, kernelNames},
	{"mrv", "one puzzle at a time, branching on the blank with the fewest candidates", newMRV, nil},
	{"dlx", "Algorithm X with dancing links on the exact cover of 324 columns", newDLX, nil},
	{"scan", "row-major backtracking, each digit checked by scanning its houses", newScan, nil},
	{"rescan", "like scan, but every call looks for the first blank from the top", newRescan, nil},
	{"flags", "row-major backtracking with tables of the digits used in each house", newFlags, nil},
	{"exhaust", "like flags, but searching the whole tree instead of stopping at a solution", newExhaust, nil},
	{"list", "like flags, but going through a list of the blanks", newList, nil},
	{"prefill", "like list, after sweeps that fill cells with a single candidate", newPrefill, nil},
}

// Default is the name of the variant that is used unless another is asked for.
const Default = "lanes"

// Variants returns all variants.
func Variants() []Variant { return slices.Clone(variants) }

// New returns a Solver of the named variant. It fails on an unknown name, a Config
// that asks for nothing, or a kernel that the variant cannot run on this machine.
func New(name string, c Config) (Solver, error) {
	if c.MaxSolutions < 1 {
		return nil, fmt.Errorf("at least one solution must be looked for, not %d", c.MaxSolutions)
	}
	if c.MaxGuesses < 0 {
		return nil, fmt.Errorf("a guess budget cannot be negative: %d", c.MaxGuesses)
	}
	var names []string
	for _, v := range variants {
		if v.Name == name {
			if err := v.checkKernel(c.Kernel); err != nil {
				return nil, err
			}
			return v.newSolver(c), nil
		}
		names = append(names, v.Name)
	}
	return nil, fmt.Errorf("no solver is called %q; there are: %s", name, strings.Join(names, ", "))
}
