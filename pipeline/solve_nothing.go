package pipeline

import "github.com/gridmill/gridmill/solver"

// SolveNothing returns a solver for runs that only convert rows: it leaves each puzzle unfinished.
func SolveNothing() (solver.Solver, error) { return unsolved{}, nil }

type unsolved struct{}

// Solve implements solver.Solver.
func (unsolved) Solve(puzzles []solver.Grid, results []solver.Result) {
	for i := range puzzles {
		results[i] = solver.Result{}
		if puzzles[i][0] != 0 {
			results[i].Verdict = solver.Unfinished
		}
	}
}
