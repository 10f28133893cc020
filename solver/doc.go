// Package solver solves Sudoku puzzles with interchangeable variants that
// answer alike and count their work.
//
// A variant is looked up by name and configured into a Solver, which takes
// batches of puzzles and never allocates while it solves:
//
//	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
//	s.Solve(puzzles, results)
//
// Each variant stands in a file of its name (lanes in several); what they share is in
// search.go, grid.go and solver.go.
package solver
