// Package solver solves Sudoku puzzles. It has several interchangeable variants, which give the
// same answers and count the work that they do.
//
// New returns a Solver for a variant. A Solver solves batches of puzzles without allocating memory:
//
//	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
//	s.Solve(puzzles, results)
//
// The code of each variant is in the file variant_NAME.go, except for lanes, whose code is in
// lanes*.go. The files search.go, grid.go and solver.go hold code that the variants share.
package solver
