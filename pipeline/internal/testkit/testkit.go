// Package testkit provides puzzles and solvers for tests of the pipeline packages.
package testkit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/benchmarks/corpora"
	"github.com/gridmill/gridmill/solver"
)

// Puzzles returns CSV text with n rows. Each row has an ID and a puzzle of one of several kinds.
func Puzzles(tb testing.TB, n int) string {
	tb.Helper()
	var kinds []string
	for _, c := range corpora.All() {
		most := len(kinds) + 1000
		for line := range strings.Lines(string(c.Bytes())) {
			if len(line) > solver.Cells && line[0] != '#' && line[0] != 'p' && len(kinds) < most {
				kinds = append(kinds, line[:solver.Cells])
			}
		}
	}
	kinds = append(kinds, "too short", kinds[0]+"9", strings.Repeat(".", solver.Cells))
	var text strings.Builder
	text.WriteString("id,puzzle\n")
	for i := range n {
		// The factor is coprime to the number of kinds, so all kinds occur before any is repeated.
		fmt.Fprintf(&text, "%d,%s\n", i, kinds[i*7919%len(kinds)])
	}
	return text.String()
}

// NewSolver returns the default solver with a small budget.
func NewSolver() (solver.Solver, error) {
	return solver.New(solver.Default, solver.Config{MaxSolutions: 2, MaxGuesses: 500})
}

// Idle is a solver that reports every puzzle as unique without solving it.
type Idle struct{}

// Solve implements solver.Solver.
func (Idle) Solve(_ []solver.Grid, results []solver.Result) {
	for i := range results {
		results[i] = solver.Result{Verdict: solver.Unique}
	}
}

// NewIdle returns an Idle.
func NewIdle() (solver.Solver, error) { return Idle{}, nil }
