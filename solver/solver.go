package solver

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Solver solves puzzles with one variant. It keeps scratch memory between calls, so each
// goroutine needs its own Solver.
type Solver interface {
	// Solve sets results[i] to the result of puzzles[i]. The slices must have equal lengths. A
	// variant may solve many puzzles in parallel, but each result depends only on the puzzle and
	// the Config, not on the rest of the batch. Solve does not allocate.
	Solve(puzzles []Grid, results []Result)
}

// An Ahead is a Solver that can start a batch before the previous batch is done. The new batch then
// uses capacity that would be idle while the last hard puzzles of the previous batch are solved.
// The results are the same as those of Solve.
type Ahead interface {
	Solver
	// Start starts a batch. It takes the same arguments as Solve, but does not solve anything yet.
	// The slices belong to the Solver until the batch is finished. Start panics if there are
	// already MaxStarted unfinished batches.
	Start(puzzles []Grid, results []Result)
	// Finish solves puzzles until the earliest unfinished batch is done. If startNext is not nil,
	// Finish calls it whenever there is idle capacity and another batch may be started. startNext
	// may call Start but must not block. Finish panics if there are no unfinished batches.
	Finish(startNext func())
}

// MaxStarted is the maximum number of unfinished batches of an Ahead. A single puzzle can take
// longer than a whole batch of other puzzles. While an Ahead works on such a puzzle, it can also
// solve later batches.
const MaxStarted = 4

// Config configures a Solver.
type Config struct {
	// MaxSolutions is the number of solutions after which the search for a puzzle's solutions
	// stops. With 1, the search stops at the first solution found. With 2, it also determines
	// whether the solution is unique. MaxSolutions must be at least 1.
	MaxSolutions int32
	// MaxGuesses is the maximum number of guesses for one puzzle. Zero means no limit other than
	// the largest number that Stats.Guesses can hold.
	MaxGuesses int32
	// Kernel is the name of the kernel to use. Variant.Kernels returns the valid names. If Kernel
	// is empty, the best kernel is used. Kernels differ only in speed.
	Kernel string
}

// A Verdict states what a search has determined about the solutions of a puzzle.
type Verdict uint8

// The verdicts. Multiple, Unique and None are proven. Solved and Unfinished leave the number of
// solutions open.
const (
	Invalid     Verdict = iota // the grid is not a puzzle
	None                       // no solution exists
	Unique                     // exactly one solution exists
	Multiple                   // more than one solution exists
	Solved                     // one solution was requested and found
	Unfinished                 // the guess budget ran out
	NumVerdicts = iota         // number of verdicts
)

// String returns the verdict in the form used in output files.
func (v Verdict) String() string {
	return [NumVerdicts]string{"invalid", "none", "unique", "multiple", "solved", "unfinished"}[v]
}

// Result is the outcome of a search. The zero Result means that the grid is not a puzzle.
type Result struct {
	// Solution is the first solution found, or the zero Grid if none was found. Which of several
	// solutions comes first depends on the variant.
	Solution Grid
	Verdict  Verdict
	// Count is the number of solutions found, up to Config.MaxSolutions.
	Count int32
	Stats
}

// Stats counts the work of one search. The counts depend on the variant, but not on its kernel.
type Stats struct {
	// Guesses counts the candidates that were tried while others were left. The last candidate left
	// at a branch is forced, so it is not a guess.
	Guesses int32
	// Backtracks counts contradictions that undid a guess. Continuing after a solution also undoes
	// a guess, but is not counted.
	Backtracks int32
	// MaxDepth is the largest number of nested guesses.
	MaxDepth int32
	// Passes counts propagation passes over the grid. It is zero for variants without passes.
	Passes int32
}

// setVerdict sets the verdict when a search ends.
func (r *Result) setVerdict(c Config, outOfBudget bool) {
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

// A Variant is a named way to solve puzzles.
type Variant struct {
	Name    string
	Summary string // one-line description
	// newSolver returns a Solver. New validates the Config and replaces a zero MaxGuesses before it
	// calls newSolver.
	newSolver func(Config) Solver
}

// Kernels returns the names of the variant's kernels that this machine supports, best first. Only
// the lanes variant has kernels.
func (v Variant) Kernels() (names []string) {
	if v.Name == "lanes" {
		for _, k := range kernels {
			names = append(names, k.name)
		}
	}
	return names
}

// checkKernel returns an error if the variant cannot run the named kernel on this machine. An empty
// name is not an error.
func (v Variant) checkKernel(name string) error {
	names := v.Kernels()
	switch {
	case name == "" || slices.Contains(names, name):
		return nil
	case names == nil:
		return fmt.Errorf("solver %s has no kernels, so it cannot use the kernel %q", v.Name, name)
	}
	return fmt.Errorf("solver %s cannot run kernel %q on this machine; it can run: %s", v.Name, name, strings.Join(names, ", "))
}

// KernelOf returns the name of the kernel that s uses, or "" if its variant has no kernels.
func KernelOf(s Solver) string {
	if l, is := s.(*lanes); is {
		return l.kernel.name
	}
	return ""
}

// variants lists all variants in display order.
var variants = []Variant{
	{"lanes", "many puzzles in parallel, one in each SIMD lane", newLanes},
	{"mrv", "one puzzle at a time, branching on the blank with the fewest candidates", newMRV},
	{"dlx", "Algorithm X with dancing links, on an exact cover problem with 324 columns", newDLX},
	{"scan", "row-major backtracking that scans the houses of a cell to check each digit", newScan},
	{"rescan", "like the scan solver, but always looks for the next blank from the start of the grid", newRescan},
	{"flags", "row-major backtracking with tables of the digits used in each house", newFlags},
	{"exhaust", "like the flags solver, but always searches the whole tree", newExhaust},
	{"list", "like the flags solver, but uses a list of the blanks", newList},
	{"prefill", "like the list solver, but first fills cells that have a single candidate", newPrefill},
}

// Default is the name of the default variant.
const Default = "lanes"

// Variants returns all variants in display order.
func Variants() []Variant { return slices.Clone(variants) }

// New returns a Solver for the named variant. It returns an error if the name is unknown, a number
// in c is out of range, or the variant cannot run the kernel c.Kernel on this machine.
func New(name string, c Config) (Solver, error) {
	if c.MaxSolutions < 1 {
		return nil, fmt.Errorf("the limit on solutions must be at least 1, not %d", c.MaxSolutions)
	}
	if c.MaxGuesses < 0 {
		return nil, fmt.Errorf("the limit on guesses must not be negative, but is %d", c.MaxGuesses)
	}
	c.MaxGuesses = cmp.Or(c.MaxGuesses, math.MaxInt32)
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
	return nil, fmt.Errorf("unknown solver %q; choose one of: %s", name, strings.Join(names, ", "))
}
